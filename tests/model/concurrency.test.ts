import assert from "node:assert/strict";
import { test } from "node:test";
import {
  concurrentRequests,
  gpusNeeded,
  longestContextTokens,
} from "../../src/model/concurrency.ts";
import { cacheFormat, weightBytes } from "../../src/model/formats.ts";
import { kvBytesPerSequence, mostKvBytesOfSequence } from "../../src/model/kv.ts";
import type { LayerGroup } from "../../src/model/layers.ts";
import { kvBudgetBytes } from "../../src/model/memory.ts";
import { bytesPerGB, bytesPerGiB } from "../../src/model/units.ts";

const layers = (nKv: number): LayerGroup[] => [
  { count: 80, layer: { kind: "heads", nKv, headDim: 128 } },
];
const bf16 = cacheFormat("bf16");
const request = (nKv: number, format = bf16) => kvBytesPerSequence(layers(nKv), format, 8192);
const plan = {
  usableBytesPerGpu: 80 * bytesPerGB,
  weightBytes: weightBytes(70e9, "bf16"),
  reserveBytes: 20 * bytesPerGB,
};
const budget = kvBudgetBytes({ ...plan, gpuCount: 4 });

test("four 80 GB GPUs leave 160 GB beside 140 GB of weights and 20 GB", () => {
  assert.equal(budget, 160 * bytesPerGB);
});

test("requests of 8,192 tokens in 160 GB", () => {
  assert.equal(concurrentRequests(budget, request(8)), 59);
  assert.equal(concurrentRequests(budget, request(64)), 7);
  assert.equal(concurrentRequests(budget, request(1)), 476);
  assert.equal(concurrentRequests(budget, request(8, cacheFormat("fp8"))), 119, "fp8");
});

test("the same in GiB: boards of 80 GiB, not GB", () => {
  const boards = { ...plan, gpuCount: 4, usableBytesPerGpu: 80 * bytesPerGiB };
  // 343.6 − 140 − 20 = 183.6 GB: 68.4 and 8.5 requests
  const rounded = kvBudgetBytes(boards);
  assert.equal(concurrentRequests(rounded, request(8)), 68);
  assert.equal(concurrentRequests(rounded, request(64)), 8);
  // 343.6 − 141.1 − 20 = 182.5 GB: 67.98 requests. Rounding instead of flooring prints 68.
  const exact = kvBudgetBytes({ ...boards, weightBytes: weightBytes(70_552_000_000, "bf16") });
  assert.equal((exact / bytesPerGB).toFixed(1), "182.5");
  assert.equal(concurrentRequests(exact, request(8)), 67);
  assert.equal(concurrentRequests(exact, request(64)), 8);
});

test("nothing fits in a negative budget", () => {
  const short = kvBudgetBytes({ ...plan, gpuCount: 1 });
  assert.equal(short, -80 * bytesPerGB);
  assert.equal(concurrentRequests(short, request(8)), 0);
  assert.equal(longestContextTokens(layers(8), bf16, short, 1), 0);
});

test("the inverse questions agree with the forward one", () => {
  for (const nKv of [1, 8, 64]) {
    for (const requests of [1, 7, 32, 59]) {
      const tokens = longestContextTokens(layers(nKv), bf16, budget, requests);
      const bytes = (n: number) => requests * kvBytesPerSequence(layers(nKv), bf16, n);
      assert.ok(bytes(tokens) <= budget && bytes(tokens + 1) > budget, `${nKv} ${requests}`);
      const gpus = gpusNeeded(plan, request(nKv), requests);
      const room = (count: number) =>
        concurrentRequests(kvBudgetBytes({ ...plan, gpuCount: count }), request(nKv));
      assert.ok(room(gpus) >= requests && room(gpus - 1) < requests, `${nKv} ${requests}`);
    }
  }
  // 160 GB ÷ 32 ÷ 327,680 B, by hand
  assert.equal(longestContextTokens(layers(8), bf16, budget, 32), 15_258);
  assert.equal(gpusNeeded(plan, request(8), 32), 4); // 85.9 + 160 GB
  assert.equal(gpusNeeded(plan, request(64), 32), 11); // 687.2 + 160 GB
});

test("with windows the longest context is found too, or has no end", () => {
  const windowed = (full: number): LayerGroup[] => [
    { count: full, layer: { kind: "heads", nKv: 8, headDim: 128 } },
    { count: 10, layer: { kind: "heads", nKv: 8, headDim: 128, windowTokens: 1024 } },
  ];
  const bytes = kvBytesPerSequence(windowed(2), bf16, 5000);
  assert.equal(longestContextTokens(windowed(2), bf16, bytes, 1), 5000);
  assert.equal(longestContextTokens(windowed(2), bf16, bytes - 1, 1), 4999);
  const only = windowed(0).slice(1);
  assert.equal(longestContextTokens(only, bf16, kvBytesPerSequence(only, bf16, 1024), 1), Infinity);
  assert.equal(longestContextTokens(only, bf16, kvBytesPerSequence(only, bf16, 1000), 1), 1000);
});

test("weights by precision", () => {
  assert.equal(weightBytes(70_552_000_000, "bf16"), 141_104_000_000);
  assert.equal(weightBytes(70_552_000_000, "fp8"), 70_552_000_000);
  assert.equal(weightBytes(128, "int4"), 68); // 64 bytes of nibbles, 2 of scale, 2 of zero point
});

test("refuses a request of nothing and a GPU of nothing", () => {
  assert.throws(() => concurrentRequests(1e9, 0), RangeError);
  assert.throws(() => gpusNeeded({ ...plan, usableBytesPerGpu: 0 }, 1, 1), RangeError);
});

test("where a block of tokens leaves together, a request is as large as it was on its way", () => {
  const kivi = cacheFormat("kivi-2");
  let most = 0;
  for (let tokens = 1; tokens <= 1100; tokens++) {
    most = Math.max(most, kvBytesPerSequence(layers(8), kivi, tokens));
    assert.equal(mostKvBytesOfSequence(layers(8), kivi, tokens), most, `${tokens}`);
  }
  const share = kvBytesPerSequence(layers(8), kivi, 1000);
  const longest = longestContextTokens(layers(8), kivi, share, 1);
  assert.ok(longest <= 1000 && mostKvBytesOfSequence(layers(8), kivi, longest) <= share);
  assert.ok(mostKvBytesOfSequence(layers(8), kivi, longest + 1) > share);
});
