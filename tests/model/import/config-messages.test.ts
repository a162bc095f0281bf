import assert from "node:assert/strict";
import { test } from "node:test";
import { importMessages } from "../../../src/i18n/import-messages.ts";
import { errorCodes, noteKinds } from "../../../src/model/import/config/codes.ts";
import { ConfigError, importConfig } from "../../../src/model/import/config/import-config.ts";
import { translator } from "../../../src/widgets/translate.ts";
import { dims } from "./config-shapes.ts";

const languages = ["ko", "en"] as const;
const codes = [...errorCodes, ...Object.keys(noteKinds)].sort();

test("every code has a sentence in both languages, and no sentence is left over", () => {
  for (const lang of languages) {
    assert.deepEqual(Object.keys(importMessages[lang]).sort(), codes, lang);
  }
});

test("both languages fill the same places", () => {
  const places = (text = "") => [...new Set(text.match(/\{\w+\}/g))].sort();
  for (const code of codes) {
    assert.deepEqual(places(importMessages.ko[code]), places(importMessages.en[code]), code);
  }
});

const good = dims(4, 8, 512, { vocab_size: 9, intermediate_size: 64, rms_norm_eps: 1e-6 });
const configs: readonly object[] = [
  good,
  {},
  { ...good, head_dim: "1" },
  { ...good, head_dim: 0.5 },
  { ...good, head_dim: 1e9 },
  { ...good, num_attention_heads: 7 },
  { ...good, layer_types: ["x"] },
  { ...good, layer_types: Array(4).fill("x") },
  { ...good, type_vocab_size: 2 },
  { ...good, compress_ratios: [] },
  { num_hidden_layers: 10_000, num_attention_heads: 65_536, head_dim: 1_000_000 },
  dims(4, 8, 512, { kv_lora_rank: 512, qk_rope_head_dim: 64, num_nextn_predict_layers: 1 }),
  dims(4, 8, 512, { num_kv_shared_layers: 1, multi_query: true, num_kv_heads: 8 }),
  dims(4, 8, 512, { layer_group_size: 2, is_causal: false, n_layer: 5, dtype: "int3" }),
  dims(4, 8, 512, { sliding_window: 8, use_sliding_window: false, blocksparse_block_size: 64 }),
  dims(4, 8, 512, { sliding_window: 8, layer_types: Array(4).fill("full_attention") }),
  dims(4, 8, 512, { sliding_window: 8, max_window_layers: 4 }),
  dims(4, 8, 512, { sliding_window: 8, query_pre_attn_scalar: 64 }),
  dims(4, 8, 512, { sliding_window: 8, attn_logit_softcapping: 50 }),
  dims(4, 8, 512, { attention_chunk_size: 8, quantization_config: { kv_cache_scheme: "int3" } }),
  dims(4, 8, 512, { mamba_n_heads: 8, mamba_d_head: 64, mamba_d_state: 16, mamba_d_conv: 4 }),
  { num_hidden_layers: 2, hidden_size: 768, rescale_every: 6 },
  { num_layers: 2, num_heads: 8, d_model: 64, is_encoder_decoder: true },
  { a: { text_config: good }, b: { text_config: dims(2, 8, 512) } },
];

test("codes, fields and terms fill their sentences", () => {
  const used = new Set<string>();
  for (const config of configs) {
    const said = sentencesOf(config);
    for (const { code, fill } of said) {
      used.add(code);
      for (const lang of languages) {
        const sentence = translator(lang, importMessages[lang])(code, fill);
        assert.doesNotMatch(sentence, /[{}]\w|undefined/, sentence);
      }
    }
  }
  assert.ok(used.size > 40, [...used].join());
});

function sentencesOf(config: object) {
  try {
    return importConfig(config).notes.map(({ code, field, value = "", terms }) => ({
      code: code as string,
      fill: { field, value: typeof value === "boolean" ? String(value) : value, ...terms },
    }));
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return [{ code: error.code as string, fill: { field: error.field, ...error.terms } }];
  }
}
