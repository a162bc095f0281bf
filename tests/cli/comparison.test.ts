import assert from "node:assert/strict";
import { test } from "node:test";
import {
  comparedRow,
  firstReached,
  roundingOf,
} from "../../src/model/import/compare/comparison.ts";
import { servedFormat } from "../../src/model/import/compare/served-format.ts";

test("the first value that reaches a threshold, from any guess", () => {
  for (const most of [0, 1, 7, 40]) {
    for (let threshold = 0; threshold <= most + 1; threshold++) {
      for (const guess of [-3, 0, 1, 3.4, 20, 39, 40, 1000]) {
        const found = firstReached(most, guess, (value) => value >= threshold);
        assert.equal(found, threshold, `most ${most}, guess ${guess}`);
      }
    }
  }
});

test("a near guess takes few calls", () => {
  let calls = 0;
  const found = firstReached(2 ** 46, 10_000_003, (value) => {
    calls++;
    return value >= 10_000_000;
  });
  assert.equal(found, 10_000_000);
  assert.ok(calls < 12, `${calls}`);
});

test("a printed number stands for an interval, and so may the prediction", () => {
  const row = comparedRow("concurrency", 1.56, 0.005, [1.564, 1.58]);
  assert.deepEqual([row.within, row.off], [true, 0]);
  const above = comparedRow("kvTokens", 100, 0, [110, 120]);
  assert.deepEqual([above.within, above.off], [false, 0.1]);
  const below = comparedRow("kvTokens", 100, 0, [70, 80]);
  assert.deepEqual([below.within, below.off], [false, 0.2]);
  for (const [printed, rounding] of [
    [45.32, 0.005],
    [45.3, 0.005],
    [45, 0.005],
    [17.2217, 0.00005],
  ] as const) {
    assert.ok(Math.abs(roundingOf(printed) - rounding) < 1e-12, `${printed}`);
  }
});

test("the cache's format: engines' names, the file's own, the model's type", () => {
  const bf16 = { elementBytes: 2, kvCacheFormat: null };
  for (const [name, owner, expected] of [
    ["fp8_e4m3", bf16, "fp8"],
    ["bfloat16", bf16, "bf16"],
    ["auto", bf16, "bf16"],
    [null, bf16, "bf16"],
    [null, { elementBytes: 4, kvCacheFormat: null }, "fp32"],
    ["auto", { elementBytes: 2, kvCacheFormat: "fp8" }, "fp8"],
    ["bf16", { elementBytes: 2, kvCacheFormat: "fp8" }, "bf16"],
    ["int4-g64", bf16, "int4-g64"],
    ["constructor", bf16, undefined],
    ["", bf16, undefined],
  ] as const) {
    assert.equal(servedFormat(name, owner)?.name, expected, `${name}`);
  }
});
