import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, importConfig } from "../../../src/model/import/config/import-config.ts";
import {
  dims,
  heads,
  latent,
  none,
  type Row,
  shared,
  testRows,
  windowed,
} from "./config-shapes.ts";

const rows: readonly Row[] = [
  ["heads without KV heads are MHA", dims(2, 8, 512), [[2, heads(8, 64)]]],
  ["KV heads of null too", dims(2, 8, 512, { num_key_value_heads: null }), [[2, heads(8, 64)]]],
  [
    "head_dim wins",
    dims(2, 8, 512, { head_dim: 128, num_key_value_heads: 2 }),
    [[2, heads(2, 128)]],
  ],
  [
    "one KV head whatever num_kv_heads says",
    dims(32, 71, 4544, {
      ...{ multi_query: true, new_decoder_architecture: false, num_kv_heads: 71 },
    }),
    [[32, heads(1, 64)]],
  ],
  ["without the count too", dims(32, 71, 4544, { multi_query: true }), [[32, heads(1, 64)]]],
  [
    "but eight in the newer decoder",
    dims(60, 128, 8192, { multi_query: true, new_decoder_architecture: true, num_kv_heads: 8 }),
    [[60, heads(8, 64)]],
  ],
  [
    "multi_query false: the count counts",
    dims(24, 32, 2048, { multi_query: false, num_kv_heads: 32 }),
    [[24, heads(32, 64)]],
  ],
  [
    "n_layer, n_head, n_embd",
    { n_layer: 3, n_head: 4, n_embd: 256, n_positions: 64 },
    [[3, heads(4, 64)]],
  ],
  [
    "multi_query_group_num with kv_channels",
    {
      ...{ num_layers: 40, num_attention_heads: 32, hidden_size: 4096, kv_channels: 128 },
      ...{ multi_query_attention: true, multi_query_group_num: 2 },
    },
    [[40, heads(2, 128)]],
  ],
  [
    "attn_config.kv_n_heads",
    { n_layers: 40, n_heads: 48, d_model: 6144, attn_config: { kv_n_heads: 8 } },
    [[40, heads(8, 128)]],
  ],
  [
    "a list of KV heads for each layer",
    {
      ...{ num_transformer_layers: 4, num_query_heads: [4, 4, 8, 8], num_kv_heads: [1, 1, 2, 2] },
      ...{ head_dim: 64, model_dim: 512 },
    },
    [
      [2, heads(1, 64)],
      [2, heads(2, 64)],
    ],
  ],
  [
    "block_configs with layers that have no attention",
    {
      ...{ num_attention_heads: 64, hidden_size: 8192, num_key_value_heads: null },
      block_configs: [
        { attention: { n_heads_in_group: 8, no_op: false } },
        { attention: { n_heads_in_group: null, no_op: true } },
        { attention: { n_heads_in_group: 16, no_op: false } },
        { attention: { n_heads_in_group: null, replace_with_linear: true } },
      ],
    },
    [
      [1, heads(8, 128)],
      [2, none],
      [1, heads(4, 128)],
    ],
  ],
  [
    "nested under text_config",
    { vision_config: dims(27, 16, 1152), text_config: dims(4, 8, 512, { num_key_value_heads: 2 }) },
    [[4, heads(2, 64)]],
  ],
  [
    "two levels down, the larger of two decoders",
    {
      thinker_config: {
        audio_config: { encoder_layers: 32, num_mel_bins: 128, num_hidden_layers: 32 },
        text_config: dims(28, 28, 3584, { num_key_value_heads: 4 }),
      },
      talker_config: dims(24, 12, 896, { num_key_value_heads: 4 }),
    },
    [[28, heads(4, 128)]],
  ],
  [
    "K and V of different size, windows with heads of their own",
    dims(4, 64, 4096, {
      ...{ num_key_value_heads: 4, head_dim: 192, v_head_dim: 128, sliding_window: 128 },
      ...{ swa_num_attention_heads: 64, swa_num_key_value_heads: 8, swa_head_dim: 192 },
      ...{ swa_v_head_dim: 128, hybrid_layer_pattern: [0, 1, 1, 0] },
    }),
    [
      [2, heads(4, 192, { valueDim: 128 })],
      [2, windowed(8, 192, 128, { valueDim: 128 })],
    ],
  ],
  [
    "wider, fewer heads in the layers that see everything",
    {
      text_config: dims(6, 16, 2816, {
        ...{ num_key_value_heads: 8, head_dim: 256, global_head_dim: 512, sliding_window: 1024 },
        ...{ num_global_key_value_heads: 2, attention_k_eq_v: true, num_kv_shared_layers: 0 },
        layer_types: [...Array(5).fill("sliding_attention"), "full_attention"],
      }),
    },
    [
      [5, windowed(8, 256, 1024)],
      [1, heads(2, 512)],
    ],
  ],
  [
    "the last layers share",
    dims(6, 8, 2048, {
      ...{ num_key_value_heads: 2, head_dim: 256, sliding_window: 512, num_kv_shared_layers: 2 },
      layer_types: ["sliding_attention", "sliding_attention", "full_attention"].flatMap((type) => [
        ...[type, type],
      ]),
    }),
    [
      [4, windowed(2, 256, 512)],
      [2, shared],
    ],
  ],
  [
    "all but the first of each group share",
    dims(5, 8, 1024, { num_key_value_heads: 2, use_cla: true, cla_share_factor: 2 }),
    [
      [3, heads(2, 128)],
      [2, shared],
    ],
  ],
  [
    "groups by another name, and other heads where it slides",
    dims(3, 64, 4096, {
      ...{
        num_attention_groups: 8,
        head_dim: 128,
        sliding_window: 512,
        num_nextn_predict_layers: 1,
      },
      layer_types: ["full_attention", ...Array(3).fill("sliding_attention")],
      attention_other_setting: {
        ...{ attention_type: "sliding_attention", num_attention_heads: 96 },
        ...{ num_attention_groups: 4, head_dim: 64 },
      },
    }),
    [
      [1, heads(8, 128)],
      [2, windowed(4, 64, 512)],
    ],
  ],
  ["MLA", dims(3, 16, 2048, { kv_lora_rank: 512, qk_rope_head_dim: 64 }), [[3, latent(512, 64)]]],
  [
    "MLA with an indexer",
    dims(3, 16, 2048, {
      ...{ kv_lora_rank: 512, qk_rope_head_dim: 64 },
      ...{ index_head_dim: 128, index_n_heads: 64, index_topk: 2048 },
    }),
    [[3, latent(512, 64, { indexerDim: 128 })]],
  ],
  [
    "use_mla false is plain heads",
    dims(3, 10, 1280, {
      ...{ use_mla: false, kv_lora_rank: null, qk_rope_head_dim: 0, v_head_dim: 0 },
      num_key_value_heads: 10,
    }),
    [[3, heads(10, 128)]],
  ],
  ["a rank of 0 too", dims(3, 8, 1024, { kv_lora_rank: 0 }), [[3, heads(8, 128)]]],
  [
    "layers that attend to pictures keep none of the text",
    { text_config: dims(5, 8, 512, { num_key_value_heads: 2, cross_attention_layers: [1, 4] }) },
    [
      [3, heads(2, 64)],
      [2, none],
    ],
  ],
  [
    "the decoder of an encoder and a decoder",
    {
      ...{ is_encoder_decoder: true, num_layers: 24, num_decoder_layers: 12 },
      ...{ num_heads: 6, d_model: 512, d_kv: 64 },
    },
    [[12, heads(6, 64)]],
  ],
];

testRows(rows);

test("more KV heads than query heads are refused, both fields named; lists may differ", () => {
  for (const [more, field, max] of [
    [{ num_key_value_heads: 16 }, "num_key_value_heads", "8 (num_attention_heads)"],
    [{ num_attention_groups: 9 }, "num_attention_groups", "8 (num_attention_heads)"],
  ] as const) {
    assert.throws(
      () => importConfig(dims(4, 8, 512, more)),
      (error) =>
        error instanceof ConfigError &&
        error.code === "out-of-range" &&
        error.field === field &&
        error.terms.max === max,
    );
  }
  for (const fine of [
    { num_key_value_heads: 8 },
    { num_key_value_heads: [16, 8, 8, 8], head_dim: 64 },
    { num_key_value_heads: 1, num_key_value_heads_per_layer: [9, 9, 9, 9] },
  ]) {
    assert.doesNotThrow(() => importConfig(dims(4, 8, 512, fine)));
  }
});
