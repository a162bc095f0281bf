import assert from "node:assert/strict";
import { test } from "node:test";
import { seededNormal } from "../../src/model/attention/seeded-normal.ts";

/** Mulberry32 again, in integers without a size, so that no 32-bit trick is shared. */
function mulberry32Words(seed: bigint, count: number): bigint[] {
  const low32 = (x: bigint) => x & 0xffffffffn;
  let state = seed;
  return Array.from({ length: count }, () => {
    state = low32(state + 0x6d2b79f5n);
    let t = low32((state ^ (state >> 15n)) * (state | 1n));
    t = low32(t + low32((t ^ (t >> 7n)) * (t | 61n))) ^ t;
    return t ^ (t >> 14n);
  });
}

test("each number is the standardised sum of the four bytes of a Mulberry32 word", () => {
  for (const seed of [0, 1, 123_456_789, 2 ** 32 - 1]) {
    const expected = mulberry32Words(BigInt(seed), 500).map((word) => {
      const sum = [0n, 8n, 16n, 24n].reduce((total, at) => total + ((word >> at) & 255n), 0n);
      return Math.fround((Number(sum) - 510) / Math.sqrt(21_845));
    });
    assert.deepEqual([...seededNormal(seed, 500)], expected);
  }
});

test("mean 0, variance 1, and the kurtosis of four uniforms", () => {
  const n = 200_000;
  const values = seededNormal(42, n);
  const moment = (power: number) => values.reduce((sum, x) => sum + x ** power, 0) / n;
  assert.ok(Math.abs(moment(1)) < 0.01);
  assert.ok(Math.abs(moment(2) - 1) < 0.01);
  assert.ok(Math.abs(moment(4) - (3 - 1.2 / 4)) < 0.05);
  assert.ok(values.every((x) => Math.abs(x) <= 3.4506));
});

test("other seeds give other numbers, the same seed the same", () => {
  assert.deepEqual(seededNormal(3, 64), seededNormal(3, 64));
  assert.notDeepEqual(seededNormal(3, 64), seededNormal(4, 64));
});
