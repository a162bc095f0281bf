import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { Blueprint, FeedForward, Mixer } from "../../src/model/blueprint.ts";
import { parameterCount } from "../../src/model/parameters.ts";
import { blueprints } from "./blueprints.ts";

test("published counts, to the last digit", () => {
  const rows: [keyof typeof blueprints, number][] = [
    ["Llama-2-7B", 6_738_415_616],
    ["Llama-3-8B", 8_030_261_248],
    ["Llama-3-70B", 70_553_706_496],
    ["Llama-3.1-405B", 405_853_388_800],
    ["Qwen3-0.6B", 596_049_920],
    ["GPT-2", 124_439_808],
    ["Mixtral-8x7B", 46_702_792_704],
    // model card, arXiv:2508.10925, table 1: 20.91e9 and 116.83e9
    ["gpt-oss-20b", 20_914_757_184],
    ["gpt-oss-120b", 116_829_156_672],
  ];
  for (const [name, total] of rows) {
    assert.equal(parameterCount(blueprints[name]).total, total, name);
  }
});

test("published counts as they are rounded: all, and those a token visits", () => {
  const rows: [keyof typeof blueprints, string, string][] = [
    // arXiv:2412.19437 and 2405.04434: 671B with 37B, 15.7B with 2.4B (2.45 here)
    ["DeepSeek-V3", "671.03", "36.6"],
    ["DeepSeek-V2-Lite", "15.71", "2.5"],
    // arXiv:2508.10925, table 1, which leaves the embedding out too: 5.13 and 3.61
    ["gpt-oss-120b", "116.83", "5.1"],
    ["gpt-oss-20b", "20.91", "3.6"],
    ["EXAONE-4.0-32B", "32.00", "31.5"],
  ];
  for (const [name, total, active] of rows) {
    const count = parameterCount(blueprints[name]);
    assert.equal((count.total / 1e9).toFixed(2), total, name);
    assert.equal((count.active / 1e9).toFixed(1), active, name);
  }
  // With the row tables counted in, as DeepSeek counts: 37.55 of 671.03.
  const v3 = parameterCount(blueprints["DeepSeek-V3"]);
  assert.ok(v3.active < 37e9 && 37e9 < v3.active + v3.embedding);
  // Mixtral's 12.9B (arXiv:2401.04088) has the embedding in it.
  const mixtral = parameterCount(blueprints["Mixtral-8x7B"]);
  assert.equal(((mixtral.active + mixtral.embedding) / 1e9).toFixed(1), "12.9");
});

test("a count is the sum of the matrices of every layer, written out", () => {
  // [rows, columns] of DeepSeek-V2-Lite as its checkpoint has them, layer by layer.
  const shapes: [number, number][] = [
    [102400, 2048],
    [102400, 2048],
    [1, 2048],
  ];
  const asleep: [number, number][] = [[102400, 2048]];
  for (let layer = 0; layer < 27; layer++) {
    shapes.push([16 * 192, 2048], [576, 2048], [1, 512], [16 * 256, 512], [2048, 16 * 128]);
    shapes.push([1, 2048], [1, 2048]);
    const sizes = layer === 0 ? [10944] : [...Array<number>(64).fill(1408), 2 * 1408];
    for (const size of sizes) shapes.push([size, 2048], [size, 2048], [2048, size]);
    if (layer === 0) continue;
    shapes.push([64, 2048]);
    for (let expert = 6; expert < 64; expert++) asleep.push([3 * 1408, 2048]);
  }
  const sum = (list: [number, number][]) => list.reduce((total, [a, b]) => total + a * b, 0);
  const count = parameterCount(blueprints["DeepSeek-V2-Lite"]);
  assert.equal(count.total, sum(shapes));
  assert.equal(count.active, sum(shapes) - sum(asleep));
});

test("the parts of a count add up to it", () => {
  for (const [name, blueprint] of Object.entries(blueprints)) {
    const count = parameterCount(blueprint);
    const blocks = count.perBlock.reduce(
      (sum, block) => sum + block.count * (block.mixer + block.feedForward + block.norms),
      0,
    );
    const tables = count.embedding + count.positions + count.head + count.finalNorm;
    assert.equal(blocks + tables, count.total, name);
    assert.ok(count.active <= count.total, name);
  }
});

test("an indexer adds its projections and its key's norm", () => {
  const more =
    parameterCount(blueprints["DeepSeek-V3.2"]).total -
    parameterCount(blueprints["DeepSeek-V3"]).total;
  // github.com/deepseek-ai/DeepSeek-V3.2-Exp, inference/model.py: wq_b, wk, k_norm, weights_proj
  assert.equal(more, 61 * (1536 * 8192 + 7168 * 128 + 2 * 128 + 7168 * 64));
});

test("state mixers, gates, sandwich norms and blocks with one half", () => {
  const mixer: Mixer = {
    ...{ kind: "state", projected: 12_352, outputDim: 4096, stateValues: 524_288 },
    ...{ convChannels: 8192, convTaps: 4 },
  };
  const none = { kind: "none" } as const;
  const of = (block: Partial<Blueprint["blocks"][number]>): number => {
    const blocks = [{ count: 3, mixer: none, feedForward: none, ...block }];
    const shape = { hiddenSize: 2048, vocabSize: 0, tiedEmbeddings: true, normVectors: 1 } as const;
    return (parameterCount({ ...shape, blocks }).total - 2048) / 3;
  };
  assert.equal(of({}), 0);
  assert.equal(of({ norms: 4 }), 4 * 2048);
  assert.equal(of({ mixer }), 2048 * 12_352 + 4096 * 2048 + 8192 * 4 + 2048);
  const heads: Mixer = {
    ...{ kind: "heads", nHeads: 16, nKv: 2, headDim: 192, valueDim: 128, qkNorm: true },
    ...{ qkvBias: true, outputBias: true, outputGate: true },
  };
  const projections = 2048 * (2 * 16 * 192 + 2 * 192 + 2 * 128 + 16 * 128);
  const vectors = 16 * 192 + 2 * 192 + 2 * 128 + 2048 + 2 * 192;
  assert.equal(of({ mixer: heads }), projections + vectors + 2048);
});

test("dimensions that cannot be are refused", () => {
  const feedForward: FeedForward = {
    ...{ kind: "experts", experts: 8, active: 9, intermediateSize: 64, sharedSize: 0 },
    ...{ gated: true, bias: false },
  };
  const shape = { hiddenSize: 64, vocabSize: 100, tiedEmbeddings: true, normVectors: 1 } as const;
  const blocks = [{ count: 1, mixer: { kind: "none" } as const, feedForward }];
  assert.throws(() => parameterCount({ ...shape, blocks }), /9 of 8 experts/);
  assert.throws(() => parameterCount({ ...shape, hiddenSize: 0.5, blocks: [] }), RangeError);
});

const truth =
  process.env.HEADCOUNT_TRUTH ?? new URL("../../../shared/truth", import.meta.url).pathname;
const models = `${truth}/models.json`;

test("counts of the models whose dimensions are known", {
  skip: existsSync(models) ? false : `${models} is not there`,
}, () => {
  const rows: Row[] = JSON.parse(readFileSync(models, "utf8"));
  const counted = rows.filter((row) => row.params_computed_b && row.intermediate_size);
  assert.ok(counted.length > 50, `${counted.length} rows`);
  for (const row of counted) {
    // The expected number leaves norms out and is rounded to 1e6.
    const billions = parameterCount(blueprintOf(row)).total / 1e9;
    const off = Math.abs(billions - (row.params_computed_b ?? 0));
    assert.ok(off < 0.0006 + 0.0002 * billions, `${row.model}: ${billions}`);
  }
});

interface Row {
  readonly model: string;
  readonly params_computed_b?: number;
  readonly num_hidden_layers: number;
  readonly num_attention_heads: number;
  readonly num_key_value_heads: number;
  readonly head_dim: number;
  readonly hidden_size: number;
  readonly intermediate_size?: number;
  readonly vocab_size: number;
  readonly tie_word_embeddings: boolean;
  readonly num_experts?: number;
  readonly num_experts_per_tok?: number;
  readonly moe_intermediate_size?: number;
  readonly n_shared_experts?: number;
  readonly first_k_dense_replace?: number;
  readonly kv_lora_rank?: number;
  readonly q_lora_rank?: number;
  readonly qk_rope_head_dim?: number;
  readonly qk_nope_head_dim?: number;
  readonly v_head_dim?: number;
}

function blueprintOf(row: Row): Blueprint {
  const { num_attention_heads: nHeads, head_dim: headDim, intermediate_size: wide = 0 } = row;
  const mixer: Mixer = row.kv_lora_rank
    ? {
        ...{ kind: "latent", nHeads, qRank: row.q_lora_rank ?? null, kvRank: row.kv_lora_rank },
        nopeDim: row.qk_nope_head_dim ?? 0,
        ropeDim: row.qk_rope_head_dim ?? 0,
        valueDim: row.v_head_dim ?? 0,
      }
    : {
        ...{ kind: "heads", nHeads, nKv: row.num_key_value_heads, headDim, valueDim: headDim },
        ...{ qkvBias: false, outputBias: false, outputGate: false, qkNorm: false },
      };
  const gated = { gated: true, bias: false } as const;
  const dense: FeedForward = { kind: "dense", intermediateSize: wide, ...gated };
  const narrow = row.moe_intermediate_size ?? wide;
  const { num_experts: experts = 0, num_experts_per_tok: active = 0 } = row;
  const sharedSize = (row.n_shared_experts ?? 0) * narrow;
  const routed = {
    kind: "experts",
    experts,
    active,
    intermediateSize: narrow,
    sharedSize,
  } as const;
  const first = experts > 1 ? (row.first_k_dense_replace ?? 0) : row.num_hidden_layers;
  return {
    hiddenSize: row.hidden_size,
    vocabSize: row.vocab_size,
    tiedEmbeddings: row.tie_word_embeddings,
    normVectors: 1,
    blocks: [
      { count: first, mixer, feedForward: dense },
      { count: row.num_hidden_layers - first, mixer, feedForward: { ...routed, ...gated } },
    ],
  };
}
