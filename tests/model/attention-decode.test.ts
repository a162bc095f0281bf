import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeAttention } from "../../src/model/attention/decode-attention.ts";
import { seededNormal } from "../../src/model/attention/seeded-normal.ts";

const sizes = { nHeads: 4, nKv: 2, headDim: 8, context: 19 };
const { nHeads, nKv, headDim, context } = sizes;
const cacheLength = nKv * headDim * context;

const operands = (seed: number) => ({
  q: seededNormal(seed, nHeads * headDim),
  kTransposed: seededNormal(seed + 1, cacheLength),
  v: seededNormal(seed + 2, cacheLength),
});

const kAt = (k: ArrayLike<number>, kv: number, token: number, d: number) =>
  k[(kv * headDim + d) * context + token] as number;
const vAt = (v: ArrayLike<number>, kv: number, token: number, d: number) =>
  v[(kv * context + token) * headDim + d] as number;

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  assert.equal(a.length, b.length);
  return Math.max(...Array.from(a, (value, i) => Math.abs(value - (b[i] as number))));
}

test("equals dense attention over K and V repeated to every head", () => {
  const { q, kTransposed, v } = operands(11);
  const expected: number[] = [];
  for (let head = 0; head < nHeads; head++) {
    const kv = [0, 0, 1, 1][head] as number;
    // Each token's weight is 1 / Σ exp(its distance to the others): no maximum, no division at the end.
    const score = (token: number) => {
      let dot = 0;
      for (let d = headDim - 1; d >= 0; d--) {
        dot += (q[head * headDim + d] as number) * kAt(kTransposed, kv, token, d);
      }
      return dot / 8 ** 0.5;
    };
    const all = Array.from({ length: context }, (_, token) => score(token));
    const weights = all.map((own) => 1 / all.reduce((sum, s) => sum + Math.exp(s - own), 0));
    for (let d = 0; d < headDim; d++) {
      expected.push(weights.reduce((sum, w, token) => sum + w * vAt(v, kv, token, d), 0));
    }
  }
  const output = decodeAttention({ ...sizes, q, kTransposed, v });
  assert.ok(largestDifference(output, expected) < 1e-14);
});

test("equal keys give the mean of V", () => {
  const { q, v } = operands(5);
  const kTransposed = new Float64Array(cacheLength).fill(0.7);
  const output = decodeAttention({ ...sizes, q, kTransposed, v });
  for (let head = 0; head < nHeads; head++) {
    for (let d = 0; d < headDim; d++) {
      let sum = 0;
      for (let token = 0; token < context; token++) sum += vAt(v, Math.floor(head / 2), token, d);
      const got = output[head * headDim + d] as number;
      assert.ok(Math.abs(got - sum / context) < 1e-14);
    }
  }
});

test("one key far along the query gives the V of that token, without overflow", () => {
  const { v } = operands(7);
  const q = new Float64Array(nHeads * headDim).fill(100);
  const kTransposed = new Float64Array(cacheLength);
  const chosen = [3, 16];
  for (let kv = 0; kv < nKv; kv++) {
    for (let d = 0; d < headDim; d++) {
      kTransposed[(kv * headDim + d) * context + (chosen[kv] as number)] = 1000;
    }
  }
  const output = decodeAttention({ ...sizes, q, kTransposed, v });
  for (let head = 0; head < nHeads; head++) {
    const kv = Math.floor(head / 2);
    const expected = Array.from({ length: headDim }, (_, d) => vAt(v, kv, chosen[kv] as number, d));
    assert.deepEqual([...output.slice(head * headDim, (head + 1) * headDim)], expected);
  }
});

test("a two-token case worked out by hand", () => {
  // Scores ln 3 and 0, so the weights are 3/4 and 1/4.
  const output = decodeAttention({
    nHeads: 1,
    nKv: 1,
    headDim: 1,
    context: 2,
    q: [1],
    kTransposed: [Math.log(3), 0],
    v: [8, -4],
  });
  assert.ok(Math.abs((output[0] as number) - 5) < 1e-15 * 8);
});

test("sizes that do not fit are refused, naming what is wrong", () => {
  const good = { ...sizes, ...operands(1) };
  assert.throws(() => decodeAttention({ ...good, nKv: 3 }), /nKv 3 does not divide nHeads 4/);
  assert.throws(() => decodeAttention({ ...good, q: [1] }), /^RangeError: q holds 1 numbers.*32/);
  assert.throws(() => decodeAttention({ ...good, context: 20 }), /kTransposed holds 304.*320/);
  assert.throws(() => decodeAttention({ ...good, v: [] }), /v holds 0/);
});
