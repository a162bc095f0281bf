import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, importConfig } from "../../../src/model/import/config/import-config.ts";
import { type Row, state, testRows } from "./config-shapes.ts";

const model = (more: object) => ({ num_hidden_layers: 24, hidden_size: 2048, ...more });
const fp32 = { stateElementBytes: 4 };

const rows: readonly Row[] = [
  [
    "RWKV-6 with a number of heads: a square state a head",
    model({
      rescale_every: 6,
      num_attention_heads: 64,
      head_size: 64,
      attention_hidden_size: 2048,
    }),
    [[24, state([32, 64, 64], [2048, 2], fp32)]],
  ],
  [
    "RWKV-7",
    model({ decay_low_rank_dim: 64, head_dim: 64, num_heads: 32, hidden_act: "sqrelu" }),
    [[24, state([32, 64, 64], [2048, 2], fp32)]],
  ],
  [
    "RetNet: V twice as wide",
    model({ expand_k: 1, expand_v: 2, num_heads: 8, use_short_conv: false, conv_size: 4 }),
    [[24, state([8, 256, 512], [0, 0], fp32)]],
  ],
  [
    "GLA: K half as wide",
    model({ expand_k: 0.5, expand_v: 1, num_attention_heads: 4, max_position_embeddings: 2048 }),
    [[24, state([4, 256, 512], [0, 0], fp32)]],
  ],
  [
    "DeltaNet: convolutions over Q, K and V",
    model({ expand_k: 1, expand_v: 1, num_heads: 16, use_short_conv: true, conv_size: 4 }),
    [[24, state([16, 128, 128], [3 * 2048, 3], fp32)]],
  ],
  [
    "Gated DeltaNet: heads of their own dimension",
    model({ expand_v: 2, head_dim: 256, num_heads: 6, use_short_conv: true, conv_size: 4 }),
    [[24, state([6, 256, 512], [2 * 6 * 256 + 6 * 512, 3], fp32)]],
  ],
];

testRows(rows);

test("what keeps another state is refused, and never counted as a growing cache", () => {
  for (const [more, field] of [
    [{ expand_k: 0.5, expand_v: 1, num_heads: 4, num_slots: 64 }, "num_slots"],
    [{ expand_v: 1, num_heads: 4, proj_low_rank_dim: 32 }, "proj_low_rank_dim"],
    [{ expand_v: 1, num_heads: 4, attn: { layers: [1], num_heads: 4 } }, "attn"],
    [{ expand_k: 1, expand_v: 1, num_heads: 8, num_kv_heads: 2 }, "num_kv_heads"],
    [{ use_short_conv: true, expand_ratio: 1, num_heads: 8 }, "expand_ratio"],
    [{ use_short_conv: true }, "num_heads"],
    [{ expand_k: 0.3, expand_v: 1, num_heads: 8 }, "expand_k"],
    [{ rescale_every: 6, num_attention_heads: 64 }, "head_size"],
    [{ decay_low_rank_dim: 64, head_dim: 64, attn: { layers: [1] } }, "attn"],
  ] as const) {
    assert.throws(
      () => importConfig(model(more)),
      (error) =>
        error instanceof ConfigError && error.code === "unsupported" && error.field === field,
      JSON.stringify(more),
    );
  }
});

test("parameters of linear attention are not counted", () => {
  const { blueprint } = importConfig(
    model({ expand_k: 1, expand_v: 2, num_heads: 8, vocab_size: 99, intermediate_size: 4096 }),
  );
  assert.equal(blueprint, null);
});
