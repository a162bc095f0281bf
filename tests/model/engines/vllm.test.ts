import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Deployment,
  deploymentDefaults,
  EngineError,
} from "../../../src/model/engines/engine.ts";
import { vllmV0 } from "../../../src/model/engines/vllm-v0.ts";
import { vllmV1 } from "../../../src/model/engines/vllm-v1.ts";
import { cacheFormat } from "../../../src/model/formats.ts";
import type { CacheLayer, LayerGroup } from "../../../src/model/layers.ts";
import { bytesPerGiB } from "../../../src/model/units.ts";

const heads = (nKv: number, headDim: number, windowTokens?: number): CacheLayer =>
  windowTokens ? { kind: "heads", nKv, headDim, windowTokens } : { kind: "heads", nKv, headDim };
const repeated = (times: number, ...groups: LayerGroup[]): LayerGroup[] =>
  Array.from({ length: times }, () => groups).flat();
const of = (count: number, layer: CacheLayer): LayerGroup => ({ count, layer });
const deployment = (layers: readonly LayerGroup[], rest: Partial<Deployment>): Deployment => ({
  ...deploymentDefaults,
  format: cacheFormat("bf16"),
  availableBytes: 0,
  layers,
  ...rest,
});

const gemma27b = [
  ...repeated(10, of(5, heads(16, 128, 1024)), of(1, heads(16, 128))),
  of(2, heads(16, 128, 1024)),
];
const gptOss120b = repeated(18, of(1, heads(8, 64, 128)), of(1, heads(8, 64)));
const gatedDelta = (vHeads: number, stateElementBytes?: number): CacheLayer => ({
  kind: "state",
  heads: vHeads,
  keyDim: 128,
  valueDim: 128,
  convChannels: 2 * 16 * 128 + vHeads * 128,
  convTaps: 3,
  ...(stateElementBytes ? { stateElementBytes } : {}),
});
const qwen3Next = repeated(12, of(3, gatedDelta(32)), of(1, heads(2, 256)));
const qwen27b = repeated(16, of(3, gatedDelta(48, 4)), of(1, heads(4, 256)));

/** The step of that name. */
const step = (capacity: ReturnType<typeof vllmV1>, name: string) =>
  capacity.steps.find((found) => found.name === name)?.value;

test("Gemma 3 27B: 10 layers a group, 1,798 blocks a request, 50.05x as printed", () => {
  const plan = deployment(gemma27b, { availableBytes: 109.86 * bytesPerGiB, maxModelLen: 4096 });
  const capacity = vllmV1(plan, "0.12");
  assert.equal(step(capacity, "block_bytes"), 1_310_720);
  assert.equal(step(capacity, "blocks_per_request"), 256 + 6 * 257);
  assert.equal(capacity.concurrency?.toFixed(2), "50.05");
});

test("gpt-oss-120b on 4 GPUs: 330,018 / (1,024 + 137) = 284.25x", () => {
  const plan = deployment(gptOss120b, {
    tp: 4,
    availableBytes: 330_018 * 18 * 8192,
    maxModelLen: 16_384,
    maxBatchedTokens: 2048,
  });
  const capacity = vllmV1(plan, "0.10.1.1");
  assert.equal(capacity.blocks, 330_018);
  assert.equal(capacity.kvTokens, 2_640_144);
  assert.equal(capacity.concurrency?.toFixed(2), "284.25");
  assert.equal(step(capacity, "blocks_per_request"), 1024 + 137);
});

test("Qwen3-Next on 2 GPUs: attention's block grows to the state's page, 14.77x", () => {
  const plan = deployment(qwen3Next, {
    tp: 2,
    availableBytes: 7162 * 12 * 544 * 1024,
    maxModelLen: 262_144,
  });
  const capacity = vllmV1(plan, "0.11");
  assert.equal(capacity.blockSize, 544);
  assert.equal(capacity.blocks, 7162);
  assert.equal(capacity.concurrency?.toFixed(2), "14.77");
});

test("Qwen3.6 27B, fp8, drafting 3 tokens, prefixes cached: 620,944 tokens and 2.37x", () => {
  const capacity = vllmV1(
    deployment(qwen27b, {
      draftLayers: [of(1, heads(4, 256))],
      format: cacheFormat("fp8"),
      tp: 2,
      availableBytes: 424 * 17 * 1600 * 1024,
      maxModelLen: 262_144,
      speculativeTokens: 3,
      stateMode: "align",
    }),
    "0.22",
  );
  assert.equal(capacity.blockSize, 1600);
  assert.equal(capacity.kvTokens, 620_944);
  assert.equal(capacity.concurrency?.toFixed(2), "2.37");
});

test("block sizes that logs of hybrids print: 544, 784, 1568, 1584, 1600", () => {
  const block = (layers: readonly LayerGroup[], rest: Partial<Deployment>) =>
    vllmV1(deployment(layers, { availableBytes: 1e11, maxModelLen: 4096, ...rest }), null)
      .blockSize;
  const fp8 = cacheFormat("fp8");
  assert.equal(block(qwen3Next, { tp: 2 }), 544);
  assert.equal(block(qwen27b, { tp: 2 }), 784);
  assert.equal(block(qwen27b, { tp: 2, format: fp8 }), 1568);
  assert.equal(block(qwen27b, { tp: 2, format: fp8, speculativeTokens: 1 }), 1584);
  assert.equal(block(qwen27b, { tp: 2, format: fp8, speculativeTokens: 3 }), 1600);
});

test("the log's tokens: one group's blocks before 0.21, concurrency × context since", () => {
  const plan = deployment(gemma27b, { availableBytes: 109.86 * bytesPerGiB, maxModelLen: 4096 });
  const before = vllmV1(plan, "0.20.3");
  const since = vllmV1(plan, "0.21.0");
  const blocks = before.blocks as number;
  assert.equal(before.kvTokens, Math.floor(blocks / 7) * 16);
  assert.equal(since.kvTokens, Math.floor((blocks / 1798) * 4096));
  assert.equal(before.concurrency, since.concurrency, "the capacity is the same");
});

test("before 0.9.2 concurrency is tokens ÷ context, since then blocks ÷ blocks of a request", () => {
  const plan = deployment([of(64, heads(8, 128))], {
    availableBytes: 20 * bytesPerGiB,
    maxModelLen: 5000,
  });
  assert.equal(vllmV1(plan, "0.8.5").concurrency?.toFixed(2), "16.38"); // 81,920 / 5,000
  assert.equal(vllmV1(plan, "0.11").concurrency?.toFixed(2), "16.36"); // 5,120 / 313
});

test("V0 on an A10G: blocks, the tokens they hold, and 0.82x of 29,000", () => {
  const llama = [of(32, heads(8, 128))];
  const at = (blocks: number, maxModelLen: number) =>
    vllmV0(deployment(llama, { availableBytes: blocks * 16 * 131_072, maxModelLen }));
  assert.equal(at(1952, 20_000).kvTokens, 31_232);
  assert.equal(at(1952, 20_000).concurrency?.toFixed(2), "1.56");
  assert.equal(at(1478, 29_000).concurrency?.toFixed(2), "0.82");
  // 4 GiB of swap hold 2,048 blocks
  assert.equal(vllmV0(deployment(llama, { availableBytes: 4 * bytesPerGiB })).blocks, 2048);
});

test("MLA: whole on every GPU, blocks of 64, tokens × DCP", () => {
  const kimi = [of(61, { kind: "latent", latentDim: 512, ropeDim: 64 })];
  const plan = deployment(kimi, { availableBytes: 46.8 * bytesPerGiB, tp: 8 });
  assert.equal(vllmV1(plan, "0.11").bytesPerTokenPerGpu, 70_272);
  const sharded = vllmV1({ ...plan, dcp: 8 }, "0.11").kvTokens;
  assert.ok(sharded >= 5_720_064 && sharded <= 5_721_088, `${sharded}`);
  assert.equal(
    vllmV1({ ...plan, dcp: 8, maxModelLen: 131_072 }, "0.11").steps.at(-2)?.value,
    vllmV1({ ...plan, dcp: 8, maxModelLen: 131_072 }, "0.11").concurrency,
  );
});

test("layers of different size that all keep their tokens form one group", () => {
  const mixed = [of(20, heads(8, 128)), of(4, heads(16, 64)), of(4, heads(2, 64))];
  const capacity = vllmV1(deployment(mixed, { availableBytes: 1e10, maxModelLen: 1000 }), "0.12");
  const page = 16 * (20 * 4096 + 4 * 4096 + 4 * 512);
  assert.equal(step(capacity, "block_bytes"), page);
  assert.equal(capacity.concurrency, Math.floor(1e10 / page) / 63);
});

test("smaller pages get larger blocks; pages that do not divide are refused", () => {
  const mixed = repeated(4, of(5, heads(8, 128, 1024)), of(1, heads(4, 512)));
  const capacity = vllmV1(deployment(mixed, { availableBytes: 1e10, maxModelLen: 8192 }), null);
  // pages of 16 × 4,096 and 16 × 8,192 B: the window's block becomes 32
  assert.equal(step(capacity, "request_blocks_1"), Math.ceil(8192 / 32) + 1);
  assert.equal(step(capacity, "request_blocks_2"), 8192 / 16);
  const odd = [of(4, heads(8, 128, 1024)), of(4, heads(3, 128))];
  assert.throws(() => vllmV1(deployment(odd, { availableBytes: 1e10 }), null), EngineError);
});

test("groups as large as the larger kind where they differ by little", () => {
  const drafter = [
    ...repeated(12, of(1, heads(8, 64, 128)), of(1, heads(8, 64))),
    of(1, heads(8, 64)),
  ];
  const plan = deployment(drafter, { availableBytes: 1e10, maxModelLen: 4096 });
  assert.equal(step(vllmV1(plan, "0.11"), "block_bytes"), 13 * 16 * 2048);
});

test("pipeline stages: the fullest rank decides; windows without the hybrid manager are full", () => {
  const layers = [of(61, heads(8, 128))];
  const on = (pp: number) => vllmV1(deployment(layers, { availableBytes: 1e10, pp }), "0.11");
  assert.equal(step(on(4), "block_bytes"), 16 * 16 * 4096);
  assert.equal(on(4).bytesPerTokenPerGpu, 16 * 4096);
  const plan = deployment(gemma27b, { availableBytes: 1e11, maxModelLen: 4096, hybrid: false });
  assert.equal(step(vllmV1(plan, "0.11"), "block_bytes"), 62 * 16 * 8192);
  assert.equal(vllmV1({ ...plan, hybrid: true }, "0.8.5").kvTokens, vllmV1(plan, "0.8.5").kvTokens);
});

test("nothing cached is an error; no memory is no block", () => {
  assert.throws(() => vllmV1(deployment([of(3, { kind: "none" })], {}), null), EngineError);
  assert.throws(() => vllmV0(deployment([of(3, { kind: "none" })], {})), EngineError);
  assert.equal(
    vllmV1(deployment(qwen3Next, { availableBytes: -5, maxModelLen: 10 }), null).blocks,
    0,
  );
});
