import assert from "node:assert/strict";
import { test } from "node:test";
import { cacheFormat } from "../../../src/model/formats.ts";
import { fieldNames } from "../../../src/model/import/config/field-names.ts";
import {
  ConfigError,
  importConfig,
  importConfigText,
} from "../../../src/model/import/config/import-config.ts";
import { kvBytesPerSequence, kvBytesPerToken } from "../../../src/model/kv.ts";
import { parameterCount } from "../../../src/model/parameters.ts";
import { dims } from "./config-shapes.ts";

const bases: readonly object[] = [
  dims(32, 32, 4096, { num_key_value_heads: 8, max_position_embeddings: 8192, vocab_size: 32_000 }),
  dims(6, 8, 512, { sliding_window: 64, sliding_window_pattern: "LLG", intermediate_size: 1024 }),
  dims(4, 16, 2048, {
    ...{ kv_lora_rank: 512, qk_rope_head_dim: 64, qk_nope_head_dim: 128, v_head_dim: 128 },
    ...{ n_routed_experts: 8, num_experts_per_tok: 2, moe_intermediate_size: 64, vocab_size: 99 },
    ...{ intermediate_size: 640, first_k_dense_replace: 1, num_nextn_predict_layers: 1 },
  }),
  dims(8, 16, 2048, {
    ...{ num_key_value_heads: 2, head_dim: 256, full_attention_interval: 4, vocab_size: 99 },
    ...{ linear_num_value_heads: 32, linear_num_key_heads: 16, linear_conv_kernel_dim: 4 },
    ...{ linear_key_head_dim: 128, linear_value_head_dim: 128, intermediate_size: 4096 },
  }),
  {
    ...{ hybrid_override_pattern: "MEM*E-", num_attention_heads: 32, num_key_value_heads: 2 },
    ...{ head_dim: 128, hidden_size: 2688, mamba_num_heads: 64, mamba_head_dim: 64 },
    ...{ ssm_state_size: 128, n_groups: 8, conv_kernel: 4, n_routed_experts: 4 },
    ...{ num_experts_per_tok: 1, moe_intermediate_size: 64, moe_latent_size: 128, vocab_size: 9 },
  },
  {
    vision_config: dims(27, 16, 1152, { image_size: 224, patch_size: 14 }),
    text_config: dims(4, 8, 512, {
      ...{ layer_types: ["sliding_attention", "full_attention", "conv", "full_attention"] },
      ...{ sliding_window: 64, conv_L_cache: 3, num_kv_shared_layers: 1, global_head_dim: 128 },
    }),
    quantization_config: { quant_method: "fp8", kv_cache_scheme: { num_bits: 8, type: "float" } },
  },
  { num_hidden_layers: 2, hidden_size: 2560, state_size: 16, conv_kernel: 4, expand: 2 },
  dims(4, 8, 512, { attention_chunk_size: 64, no_rope_layers: [1, 1, 0, 1], num_local_experts: 4 }),
];

const nasty: readonly unknown[] = [
  ...[null, true, false, "", "8", "float32", "M*", "LLLG", {}, [], [[]], { a: 1 }, [null, 64]],
  ...[0, -0, 1, 2, 3, 7, 64, 1e6, 1_000_001, 10_000, 65_536, 2 ** 31, 2 ** 53, 1e308, -1, 0.5],
  ...[Number.NaN, Number.POSITIVE_INFINITY, undefined, Array(4).fill(1), Array(8).fill(0), "auto"],
];

const known = [
  ...Object.values(fieldNames).flat(),
  ...["multi_query", "use_cla", "cla_share_factor", "use_sliding_window", "max_window_layers"],
  ...["attn_layer_period", "attn_layer_offset", "attn_layer_indices", "layer_group_size"],
  ...["block_configs", "linear_attn_config", "ssm_cfg", "lru_width", "conv1d_width", "use_mla"],
  ...["block_types", "attn_type_list", "hybrid_layer_pattern", "rescale_every", "head_size"],
  ...["moe_layer_freq", "decoder_sparse_step", "mlp_only_layers", "mamba_d_ssm", "v_head_dim"],
  ...["cross_attention_layers", "is_encoder_decoder", "text_config", "__proto__", "swa_head_dim"],
];

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const next = random(20_261);
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;

type Json = Record<string, unknown>;

function mutate(config: Json): void {
  const nested = Object.values(config).filter(
    (value): value is Json => typeof value === "object" && value !== null && !Array.isArray(value),
  );
  const at = next() < 0.6 && nested.length > 0 ? pick(nested) : config;
  const key = pick(Object.keys(at).length > 0 ? Object.keys(at) : known);
  const action = next();
  const value = structuredClone(at[key]);
  const odd = structuredClone(pick(nasty));
  if (action < 0.35) at[key] = odd;
  else if (action < 0.5) delete at[key];
  else if (action < 0.75) at[pick(known)] = odd;
  else if (action < 0.85) at[pick(known)] = value;
  else if (action < 0.9) at[key] = [value];
  else if (action < 0.95 && typeof value === "number") at[key] = Math.floor(value * next() * 8);
  else if (Array.isArray(value)) at[key] = [odd, ...value.slice(1)];
  else at[key] = structuredClone(config);
}

test("5,000 mutated configurations give exact bytes or an error with a field", () => {
  const formats = [cacheFormat("bf16"), cacheFormat("fp8"), cacheFormat("fp32")];
  const codes = new Map<string, number>();
  let results = 0;
  for (let round = 0; round < 5_000; round++) {
    const config = structuredClone(pick(bases)) as Json;
    for (let times = Math.ceil(next() * 3); times > 0; times--) mutate(config);
    const label = `${round}: ${JSON.stringify(config).slice(0, 2_000)}`;
    try {
      const model = next() < 0.5 ? importConfig(config) : importConfigText(JSON.stringify(config));
      results++;
      for (const layers of [model.layers, model.draftLayers]) {
        for (const format of formats) {
          for (const tp of [1, 2, 8]) {
            const bytes = kvBytesPerToken(layers, format, tp);
            const all = kvBytesPerSequence(layers, format, 4096, tp);
            assert.ok(Number.isSafeInteger(bytes) && bytes >= 0, label);
            assert.ok(Number.isSafeInteger(all) && all >= 0, label);
          }
        }
      }
      if (model.blueprint) {
        assert.ok(Number.isSafeInteger(parameterCount(model.blueprint).total), label);
      }
      assert.ok(JSON.stringify(model).includes('"layers"'), label);
    } catch (error) {
      assert.ok(error instanceof ConfigError, `${label}\n${error}`);
      assert.ok(error.code !== "not-json" && error.message.length < 1_000, label);
      assert.ok(error.field !== "" || error.code === "not-an-object", label);
      codes.set(error.code, (codes.get(error.code) ?? 0) + 1);
    }
  }
  assert.ok(results > 1_000 && codes.size >= 6, JSON.stringify([results, ...codes]));
});
