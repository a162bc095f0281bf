import assert from "node:assert/strict";
import { test } from "node:test";
import { importConfig } from "../../../src/model/import/config/import-config.ts";
import { parameterCount } from "../../../src/model/parameters.ts";
import { dims } from "./config-shapes.ts";

const llama = (layers: number, nHeads: number, hidden: number, more: object) =>
  dims(layers, nHeads, hidden, {
    ...{ hidden_act: "silu", rms_norm_eps: 1e-5, tie_word_embeddings: false },
    ...more,
  });
const experts = (count: number, active: number) => ({
  ...{ num_local_experts: count, num_experts_per_tok: active },
});

/** Parameters as the checkpoints have them, to the last digit. */
const exact: readonly (readonly [string, object, number])[] = [
  [
    "Llama-2-7B",
    llama(32, 32, 4096, { vocab_size: 32_000, intermediate_size: 11_008 }),
    6_738_415_616,
  ],
  [
    "Llama-3.1-405B",
    llama(126, 128, 16_384, {
      ...{ vocab_size: 128_256, intermediate_size: 53_248, num_key_value_heads: 8 },
      ...{ attention_bias: false, mlp_bias: false },
    }),
    405_853_388_800,
  ],
  [
    "Qwen2.5-0.5B",
    llama(24, 14, 896, {
      ...{ vocab_size: 151_936, intermediate_size: 4864, num_key_value_heads: 2 },
      ...{ max_window_layers: 24, use_sliding_window: false, tie_word_embeddings: true },
    }),
    494_032_768,
  ],
  [
    "Qwen3-0.6B",
    llama(28, 16, 1024, {
      ...{ vocab_size: 151_936, intermediate_size: 3072, num_key_value_heads: 8, head_dim: 128 },
      ...{ attention_bias: false, max_window_layers: 28, tie_word_embeddings: true },
    }),
    596_049_920,
  ],
  [
    "Mixtral-8x7B",
    llama(32, 32, 4096, {
      ...{ vocab_size: 32_000, intermediate_size: 14_336, num_key_value_heads: 8 },
      ...experts(8, 2),
    }),
    46_702_792_704,
  ],
  [
    "gpt-oss-20b",
    dims(24, 64, 2880, {
      ...{ num_key_value_heads: 8, head_dim: 64, vocab_size: 201_088, intermediate_size: 2880 },
      ...{ attention_bias: true, hidden_act: "silu", rms_norm_eps: 1e-5, swiglu_limit: 7 },
      ...{ tie_word_embeddings: false, ...experts(32, 4) },
    }),
    20_914_757_184,
  ],
  [
    "GPT-2",
    {
      ...{ n_layer: 12, n_head: 12, n_embd: 768, n_positions: 1024, n_inner: null },
      ...{ activation_function: "gelu_new", layer_norm_epsilon: 1e-5, vocab_size: 50_257 },
    },
    124_439_808,
  ],
  [
    "OPT-125m",
    dims(12, 12, 768, {
      ...{ ffn_dim: 3072, activation_function: "relu", do_layer_norm_before: true },
      ...{ max_position_embeddings: 2048, vocab_size: 50_272 },
    }),
    125_239_296,
  ],
  [
    "Gemma-2-2B",
    dims(26, 8, 2304, {
      ...{ num_key_value_heads: 4, head_dim: 256, intermediate_size: 9216, vocab_size: 256_000 },
      ...{ hidden_activation: "gelu_pytorch_tanh", rms_norm_eps: 1e-6, sliding_window: 4096 },
      ...{ attn_logit_softcapping: 50, final_logit_softcapping: 30, query_pre_attn_scalar: 256 },
    }),
    2_614_341_888,
  ],
];

test("published counts, to the last digit", () => {
  for (const [name, config, total] of exact) {
    const { blueprint } = importConfig(config);
    assert.ok(blueprint, name);
    assert.equal(parameterCount(blueprint).total, total, name);
  }
});

const mla = {
  ...{ kv_lora_rank: 512, qk_nope_head_dim: 128, qk_rope_head_dim: 64, v_head_dim: 128 },
  ...{ n_routed_experts: 256, n_shared_experts: 1, num_experts_per_tok: 8 },
  ...{ moe_intermediate_size: 2048, first_k_dense_replace: 3, moe_layer_freq: 1 },
};

/** Billions of parameters, all and those a token visits, as their makers round them. */
const rounded: readonly (readonly [string, object, string, string])[] = [
  [
    "DeepSeek-V3",
    llama(61, 128, 7168, {
      ...{ ...mla, q_lora_rank: 1536, vocab_size: 129_280, intermediate_size: 18_432 },
    }),
    "671",
    "37",
  ],
  [
    "Qwen3-Next-80B-A3B",
    llama(48, 16, 2048, {
      ...{ num_key_value_heads: 2, head_dim: 256, full_attention_interval: 4 },
      ...{ linear_num_value_heads: 32, linear_num_key_heads: 16, linear_conv_kernel_dim: 4 },
      ...{ linear_key_head_dim: 128, linear_value_head_dim: 128, vocab_size: 151_936 },
      ...{ num_experts: 512, num_experts_per_tok: 10, moe_intermediate_size: 512 },
      ...{ shared_expert_intermediate_size: 512, decoder_sparse_step: 1, intermediate_size: 5120 },
    }),
    "80",
    "4",
  ],
  [
    "Jamba-v0.1",
    llama(32, 32, 4096, {
      ...{ num_key_value_heads: 8, vocab_size: 65_536, intermediate_size: 14_336 },
      ...{ num_experts: 16, num_experts_per_tok: 2, expert_layer_period: 2 },
      ...{ expert_layer_offset: 1, attn_layer_period: 8, attn_layer_offset: 4 },
      ...{ mamba_d_state: 16, mamba_d_conv: 4, mamba_expand: 2, mamba_dt_rank: 256 },
    }),
    "52",
    "12",
  ],
  [
    "DBRX",
    {
      ...{ d_model: 6144, n_heads: 48, n_layers: 40, vocab_size: 100_352 },
      ...{ attn_config: { kv_n_heads: 8 }, tie_word_embeddings: false },
      ffn_config: { ffn_hidden_size: 10_752, moe_num_experts: 16, moe_top_k: 4 },
    },
    "132",
    "36",
  ],
  [
    "LFM2-1.2B",
    dims(16, 32, 2048, {
      ...{ num_key_value_heads: 8, vocab_size: 65_536, full_attn_idxs: [2, 5, 8, 10, 12, 14] },
      ...{ conv_L_cache: 3, conv_bias: false, tie_embedding: true, norm_eps: 1e-5 },
      ...{ block_ff_dim: 12_288, block_auto_adjust_ff_dim: true, block_use_swiglu: true },
      ...{ block_ffn_dim_multiplier: 1, block_multiple_of: 256, model_type: "lfm2" },
    }),
    "1.17",
    "1.17",
  ],
];

test("published counts as they are rounded", () => {
  for (const [name, config, total, active] of rounded) {
    const { blueprint } = importConfig(config);
    assert.ok(blueprint, name);
    const count = parameterCount(blueprint);
    const decimals = total.split(".")[1]?.length ?? 0;
    assert.equal((count.total / 1e9).toFixed(decimals), total, name);
    assert.equal((count.active / 1e9).toFixed(decimals), active, name);
  }
});

test("layers with experts, by the ways files tell them", () => {
  const base = llama(6, 8, 512, {
    ...{ vocab_size: 99, intermediate_size: 1024, moe_intermediate_size: 64, ...experts(8, 2) },
  });
  const rows: readonly (readonly [object, string])[] = [
    [{}, "EEEEEE"],
    [{ first_k_dense_replace: 2 }, "DDEEEE"],
    [{ first_k_dense_replace: 1, moe_layer_freq: 2 }, "DDEDED"],
    [{ moe_layer_freq: [0, 1, 1, 0, 1, 1] }, "DEEDEE"],
    [{ decoder_sparse_step: 2, mlp_only_layers: [3] }, "DEDDDE"],
    [{ interleave_moe_layer_step: 3 }, "DDEDDE"],
    [{ moe_layers_enum: "1,5" }, "DEDDDE"],
    [{ mlp_layer_types: ["dense", ...Array(5).fill("sparse")] }, "DEEEEE"],
    [{ moe_layer_start_index: 1, moe_layer_interval: 2 }, "DEDEDE"],
  ];
  for (const [more, expected] of rows) {
    const blocks = importConfig({ ...base, ...more }).blueprint?.blocks ?? [];
    const kinds = blocks.map(({ count, feedForward }) =>
      (feedForward.kind === "experts" ? "E" : "D").repeat(count),
    );
    assert.equal(kinds.join(""), expected, JSON.stringify(more));
  }
});

test("what is not known gives no count, and says so", () => {
  const rows: readonly (readonly [object, string, string])[] = [
    [{ vocab_size: null }, "no-parameters", "vocab_size"],
    [{ intermediate_size: "1024" }, "parameters-not-counted", "intermediate_size"],
    [{ ...experts(2, 3) }, "parameters-not-counted", "num_experts_per_tok"],
    [{ altup_num_inputs: 4 }, "parameters-not-counted", "altup_num_inputs"],
  ];
  const base = llama(4, 8, 512, { vocab_size: 99, intermediate_size: 1024 });
  for (const [more, code, field] of rows) {
    const { blueprint, notes, layers } = importConfig({ ...base, ...more });
    assert.equal(blueprint, null);
    assert.equal(layers[0]?.count, 4);
    assert.ok(
      notes.some((note) => note.code === code && note.field === field),
      field,
    );
  }
});

/** Billions of parameters of families without a gate, which name no inner width or by older names. */
const ungated: readonly (readonly [string, object, number])[] = [
  [
    "Falcon-7B",
    dims(32, 71, 4544, {
      ...{ layer_norm_epsilon: 1e-5, multi_query: true, bias: false, vocab_size: 65_024 },
      ...{ parallel_attn: true, alibi: false, new_decoder_architecture: false },
    }),
    6.92,
  ],
  [
    "Falcon-7B with the width named",
    dims(32, 71, 4544, {
      ...{ layer_norm_epsilon: 1e-5, multi_query: true, bias: false, vocab_size: 65_024 },
      ...{ parallel_attn: true, ffn_hidden_size: 18_176, activation: "gelu" },
    }),
    6.92,
  ],
  [
    "Falcon-40B, whose head is not its embedding",
    {
      ...{ n_layer: 60, n_head: 128, n_head_kv: 8, hidden_size: 8192, vocab_size: 65_024 },
      ...{ layer_norm_epsilon: 1e-5, multi_query: true, bias: false, parallel_attn: true },
      ...{ new_decoder_architecture: true, tie_word_embeddings: false },
    },
    41.84,
  ],
  [
    "BLOOM",
    {
      ...{ n_layer: 70, num_attention_heads: 112, n_embed: 14_336, vocab_size: 250_880 },
      ...{ layer_norm_epsilon: 1e-5, seq_length: 2048 },
    },
    176.25,
  ],
  [
    "MPT-7B",
    {
      ...{ n_layers: 32, n_heads: 32, d_model: 4096, expansion_ratio: 4, vocab_size: 50_432 },
      ...{ no_bias: true, attn_config: { alibi: true }, max_seq_len: 2048 },
    },
    6.65,
  ],
  [
    "GPT-NeoX-20B",
    dims(44, 64, 6144, {
      ...{ hidden_act: "gelu_fast", intermediate_size: 24_576, layer_norm_eps: 1e-5 },
      ...{ rotary_pct: 0.25, tie_word_embeddings: false, vocab_size: 50_432 },
    }),
    20.55,
  ],
];

test("no gate where the width is four times the model's, or named as in older families", () => {
  for (const [name, config, billions] of ungated) {
    const { blueprint } = importConfig(config);
    assert.ok(blueprint, name);
    assert.equal((parameterCount(blueprint).total / 1e9).toFixed(2), billions.toFixed(2), name);
  }
  // ChatGLM names the width so, has RMSNorm and a gate.
  const glm = importConfig(
    dims(2, 8, 512, { ffn_hidden_size: 1024, rmsnorm: true, vocab_size: 9, tie_embedding: true }),
  );
  assert.deepEqual(glm.blueprint?.blocks[0]?.feedForward, {
    ...{ kind: "dense", intermediateSize: 1024, gated: true, bias: false },
  });
});
