import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type DecodeModel,
  decodeModel,
  routedFromTotals,
} from "../../src/model/cost/decode-model.ts";
import { expectedExperts, expectedParamsRead } from "../../src/model/cost/expected-experts.ts";
import { kvBytesReadPerStep } from "../../src/model/cost/kv-bytes-read.ts";
import { type CacheFormat, cacheFormat } from "../../src/model/formats.ts";
import { kvBytesPerSequence } from "../../src/model/kv.ts";
import type { CacheLayer, LayerGroup } from "../../src/model/layers.ts";
import {
  attentionIntensity,
  decodeStep,
  prefill,
  ridgePoint,
  type StepLoad,
} from "../../src/model/roofline.ts";
import { blueprints } from "./blueprints.ts";

const bf16 = cacheFormat("bf16");
const gpus = {
  a100: { count: 4, bytesPerSecond: 2039e9, flopsPerSecond: 312e12 },
  h100: { count: 4, bytesPerSecond: 3350e9, flopsPerSecond: 989.4e12 },
  h200: { count: 4, bytesPerSecond: 4800e9, flopsPerSecond: 989.4e12 },
  b200: { count: 4, bytesPerSecond: 7700e9, flopsPerSecond: 2250e12 },
  mi300x: { count: 4, bytesPerSecond: 5300e9, flopsPerSecond: 1307.4e12 },
};
const heads = (nKv: number): LayerGroup[] => [
  { count: 80, layer: { kind: "heads", nKv, headDim: 128 } },
];
/** Llama 3 70B by its published total, as the tables count: its embedding is in it. */
const llama70b = (nKv: number, params = 70_553_706_496): DecodeModel => ({
  ...{ params, activeParams: params, nHeads: 64, layers: heads(nKv) },
});
const load = (batch: number, tokens = 8192): StepLoad => ({
  ...{ batch, tokens, cache: bf16, weights: "bf16" },
});

test("ideal milliseconds of a step: 70B on four GPUs, 32 sequences of 8,192 tokens", () => {
  const rows: [keyof typeof gpus, string, string, string][] = [
    ["a100", "101.6", "27.8", "18.6"],
    ["h100", "61.8", "16.9", "11.3"],
    ["h200", "43.1", "11.8", "7.9"],
    ["b200", "26.9", "7.4", "4.9"],
    ["mi300x", "39.1", "10.7", "7.2"],
  ];
  for (const [name, ...expected] of rows) {
    const steps = [64, 8, 1].map((nKv) => decodeStep(llama70b(nKv), gpus[name], load(32)));
    assert.deepEqual(
      steps.map(({ seconds }) => (seconds * 1000).toFixed(1)),
      expected,
      name,
    );
    for (const { bound } of steps) assert.equal(bound, "memory", name);
  }
});

test("at 70 % of the bandwidth a step takes longer and computing does not", () => {
  const roofline = { ...gpus.h100, memoryUtilization: 0.7 };
  const step = decodeStep(llama70b(8), roofline, load(32));
  assert.equal((step.seconds * 1000).toFixed(1), "24.2");
  assert.equal(step.tokensPerSecond.toFixed(0), "1322");
  assert.equal((step.computeSeconds * 1000).toFixed(2), "1.31");
});

test("827 GB become 226 GB, with weights of 140 GB", () => {
  const bytes = [64, 8].map((nKv) => {
    const step = decodeStep(llama70b(nKv, 70e9), gpus.h100, load(32));
    return [(step.bytes / 1e9).toFixed(1), ((100 * step.kvBytes) / step.bytes).toFixed(1)];
  });
  assert.deepEqual(bytes, [
    ["827.2", "83.1"],
    ["225.9", "38.0"],
  ]);
});

test("intensity of a step grows with the batch and stays far below the ridge", () => {
  const rows: [number, string][] = [
    [1, "1.1"],
    [8, "8.0"],
    [32, "22.9"],
    [64, "33.3"],
    [128, "42.9"],
  ];
  for (const [batch, expected] of rows) {
    const { intensity } = decodeStep(llama70b(8), gpus.h100, load(batch));
    assert.equal(intensity.toFixed(1), expected, `batch ${batch}`);
    assert.ok(intensity < ridgePoint(gpus.h100));
  }
});

test("ridge points", () => {
  const rows = { a100: 153, h100: 295, h200: 206, b200: 292, mi300x: 247 };
  for (const [name, ridge] of Object.entries(rows)) {
    assert.equal(Math.round(ridgePoint(gpus[name as keyof typeof gpus])), ridge, name);
  }
  const half = { ...gpus.h100, flopsUtilization: 0.5, memoryUtilization: 0.5 };
  assert.equal(ridgePoint(half), ridgePoint(gpus.h100));
});

test("attention alone: query heads a KV head, more for a latent", () => {
  const kv = (nKv: number): CacheLayer => ({ kind: "heads", nKv, headDim: 128 });
  const latent: CacheLayer = { kind: "latent", latentDim: 512, ropeDim: 64 };
  const fp8 = cacheFormat("fp8");
  const rows: [string, CacheLayer, number, CacheFormat, string][] = [
    ["MHA", kv(64), 64, bf16, "1.0"],
    ["GQA-8", kv(8), 64, bf16, "8.0"],
    ["MQA", kv(1), 64, bf16, "64.0"],
    ["GQA-8 in 8 bits", kv(8), 64, fp8, "16.0"],
    ["MFA, 64 heads", { kind: "heads", nKv: 1, headDim: 256 }, 64, bf16, "64.0"],
    ["MLA, 128 heads", latent, 128, bf16, "241.8"],
    ["MLA in 8 bits", latent, 128, fp8, "483.6"],
    ["DeepSeek-V2-Lite", latent, 16, bf16, "30.2"],
  ];
  for (const [name, layer, nHeads, format, expected] of rows) {
    assert.equal(attentionIntensity(layer, nHeads, format).toFixed(1), expected, name);
  }
  assert.throws(() => attentionIntensity({ kind: "none" }, 64, bf16), /none layer/);
});

test("the prefill of 8,192 tokens on four H100 at half their peak", () => {
  const roofline = { ...gpus.h100, flopsUtilization: 0.5 };
  const shared = prefill(llama70b(8), roofline, load(1));
  assert.equal((shared.flops / 1e15).toFixed(3), "1.244");
  assert.equal((shared.seconds * 1000).toFixed(0), "629");
  assert.equal(((100 * shared.attentionFlops) / shared.flops).toFixed(1), "7.1");
  assert.equal(shared.bound, "compute");
  assert.equal(shared.kvBytes, 8192 * 327_680);
  // MHA: K and V of 56 more heads in each layer.
  const wider = 70_553_706_496 + 80 * 2 * 56 * 128 * 8192;
  const own = prefill(llama70b(64, wider), roofline, load(1));
  assert.equal((own.flops / 1e15).toFixed(3), "1.398");
  const twice = prefill(llama70b(8), roofline, { ...load(1), causal: false });
  assert.equal(twice.attentionFlops, 2 * shared.attentionFlops);
});

test("a step reads windows, states, the cache that is shared, an indexer's choice", () => {
  const full: CacheLayer = { kind: "heads", nKv: 8, headDim: 128 };
  const latent: CacheLayer = { kind: "latent", latentDim: 512, ropeDim: 64, indexerDim: 128 };
  const state: CacheLayer = {
    ...{ kind: "state", heads: 32, keyDim: 128, valueDim: 128, stateElementBytes: 4 },
    ...{ convChannels: 8192, convTaps: 3 },
  };
  const one = (layer: CacheLayer): LayerGroup[] => [{ count: 1, layer }];
  const sharing: LayerGroup[] = [...one(full), { count: 3, layer: { kind: "shared" } }];
  const fp8 = cacheFormat("fp8");
  const rows: [string, LayerGroup[], CacheFormat, number, number][] = [
    ["full", one(full), bf16, 8192, 8192 * 4096],
    ["window", one({ ...full, windowTokens: 1024 }), bf16, 8192, 1024 * 4096],
    ["short", one({ ...full, windowTokens: 1024 }), bf16, 100, 100 * 4096],
    ["state", one(state), bf16, 8192, 2 * (4 * 32 * 128 * 128 + 2 * 3 * 8192)],
    ["shared", sharing, bf16, 100, 4 * 100 * 4096],
    ["none", one({ kind: "none" }), bf16, 100, 0],
    ["indexer", one(latent), bf16, 100_000, 132 * 100_000 + 2048 * 1152],
    ["indexer, fp8", one(latent), fp8, 100_000, 132 * 100_000 + 2048 * 656],
    ["indexer, all chosen", one(latent), bf16, 2000, 2000 * (132 + 1152)],
  ];
  for (const [name, layers, format, tokens, bytes] of rows) {
    assert.equal(kvBytesReadPerStep(layers, format, tokens, { topK: 2048 }), bytes, name);
  }
  assert.equal(
    kvBytesReadPerStep(one(latent), bf16, 100_000),
    kvBytesPerSequence(one(latent), bf16, 100_000),
  );
});

test("what GPUs of a group hold twice is read twice", () => {
  const at = (nKv: number, tp: number) => kvBytesReadPerStep(heads(nKv), bf16, 1000, { tp });
  assert.equal(at(8, 4), at(8, 1));
  assert.equal(at(1, 4), 4 * at(1, 1));
  const latent: LayerGroup[] = [
    { count: 61, layer: { kind: "latent", latentDim: 512, ropeDim: 64 } },
  ];
  assert.equal(kvBytesReadPerStep(latent, bf16, 1000, { tp: 8 }), 8 * 61 * 1152 * 1000);
  const step = decodeStep(llama70b(1), gpus.h100, { ...load(32), tp: 4 });
  assert.equal(step.kvBytes, 32 * at(1, 4) * 8.192);
});

test("expected experts of a batch", () => {
  assert.equal(expectedExperts(8, 2, 0), 0);
  assert.equal(expectedExperts(8, 2, 1), 2);
  assert.equal(expectedExperts(8, 8, 5), 8);
  assert.throws(() => expectedExperts(8, 9, 1), /9 of 8/);
  // All pairs that two tokens can choose among four experts, two each: the mean of their union.
  const choices = [0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100];
  const ones = (bits: number) => [...bits.toString(2)].filter((bit) => bit === "1").length;
  const unions = choices.flatMap((first) => choices.map((second) => ones(first | second)));
  const mean = unions.reduce((sum, count) => sum + count) / unions.length;
  assert.equal(expectedExperts(4, 2, 2), mean);
});

test("weights a step reads: those of one token, then nearly all", () => {
  const model = decodeModel(blueprints["Mixtral-8x7B"], []);
  const near = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual / expected - 1) < 1e-12, `${actual}, not ${expected}`);
  near(expectedParamsRead(model, 1), model.activeParams);
  near(expectedParamsRead(model, 1000), model.params);
  const expert = 3 * 4096 * 14336;
  const rest = model.activeParams - 32 * 2 * expert;
  near(expectedParamsRead(model, 4), rest + 32 * expert * 8 * (1 - 0.75 ** 4));
  // From the published totals alone it comes out the same.
  const totals = { params: 46_702_792_704, activeParams: 12_879_925_248 };
  const published = { ...model, ...totals, routed: [routedFromTotals(totals, 8, 2)] };
  const embedding = 32_000 * 4096;
  for (const batch of [1, 4, 32]) {
    near(expectedParamsRead(published, batch), expectedParamsRead(model, batch) + embedding);
  }
  assert.throws(() => routedFromTotals(totals, 8, 8), RangeError);
});

test("loads and devices that cannot be are refused", () => {
  const bad: [object, object][] = [
    [{ count: 0 }, {}],
    [{ count: 1.5 }, {}],
    [{ bytesPerSecond: 0 }, {}],
    [{ flopsPerSecond: Number.NaN }, {}],
    [{ memoryUtilization: 1.1 }, {}],
    [{ flopsUtilization: 0 }, {}],
    [{}, { batch: 0 }],
    [{}, { batch: 0.5 }],
    [{}, { tokens: -1 }],
  ];
  for (const [device, other] of bad) {
    const run = () =>
      decodeStep(llama70b(8), { ...gpus.h100, ...device }, { ...load(1), ...other });
    assert.throws(run, RangeError, JSON.stringify([device, other]));
  }
});
