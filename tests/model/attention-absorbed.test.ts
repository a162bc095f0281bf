import assert from "node:assert/strict";
import { test } from "node:test";
import { absorbedAttention } from "../../src/model/attention/absorbed-attention.ts";
import { attend } from "../../src/model/attention/attend.ts";
import {
  type LatentShape,
  type LatentWeights,
  latentAttention,
} from "../../src/model/attention/latent-attention.ts";
import { part, product } from "../../src/model/attention/matrix.ts";
import { rmsNorm } from "../../src/model/attention/rms-norm.ts";
import { rotaryTables, rotated } from "../../src/model/attention/rotary.ts";
import { latentWeights, seededInput } from "../../src/onnx/proof/seeded-weights.ts";

const shape: LatentShape = {
  ...{ hidden: 64, nHeads: 4, latentDim: 32, nopeDim: 16, ropeDim: 8, valueDim: 16 },
};
const tokens = 9;

/** Largest difference of a token's outputs. */
const off = (a: Float64Array, b: ArrayLike<number>, token: number): number => {
  const row = Array.from(part(b, token, shape.hidden));
  return Math.max(
    ...row.map((value, i) => Math.abs(value - (a[token * shape.hidden + i] ?? Number.NaN))),
  );
};

test("absorbed is what is expanded, with a key apart: outputs and weights", () => {
  for (const seed of [1, 7, 42]) {
    const weights = latentWeights(shape, seed);
    const x = seededInput(seed, tokens, shape.hidden);
    const expanded = latentAttention(x, tokens, shape, weights);
    const absorbed = absorbedAttention(x, tokens, shape, weights);
    assert.equal(absorbed.y.length, tokens * shape.hidden);
    for (let t = 0; t < tokens; t++) assert.ok(off(absorbed.y, expanded.y, t) < 1e-14, `${t}`);
    const [own, theirs] = [absorbed, expanded].map(({ weights: rows }) => rows.flat());
    for (const [i, row] of (own ?? []).entries()) {
      for (const [token, weight] of row.entries()) {
        assert.ok(Math.abs(weight - (theirs?.[i]?.[token] ?? Number.NaN)) < 1e-14);
      }
    }
  }
});

test("with RoPE on the expanded keys, it is the expanded form whose keys were never turned", () => {
  const without = { ...shape, ropeDim: 0 };
  const weights = latentWeights(without, 5);
  const x = seededInput(5, tokens, shape.hidden);
  const absorbed = absorbedAttention(x, tokens, without, weights).y;
  const unturned = unturnedKeys(x, weights);
  const { y } = latentAttention(x, tokens, without, weights);
  for (let t = 0; t < tokens; t++) assert.ok(off(absorbed, unturned, t) < 1e-13, `${t}`);
  assert.ok(off(absorbed, y, 0) < 1e-14, "position 0 is not turned");
  for (let t = 1; t < tokens; t++) assert.ok(off(absorbed, y, t) > 1e-3, `token ${t}`);
});

/** Every key expanded and left as it is, every query turned, one after the other. */
function unturnedKeys(x: ArrayLike<number>, weights: LatentWeights): readonly number[] {
  const { hidden, nHeads, latentDim, nopeDim, valueDim } = shape;
  const times = (values: ArrayLike<number>, rows: number, w: ArrayLike<number>, columns: number) =>
    product({ rows: 1, columns: rows, values }, { rows, columns, values: w }).values;
  const tables = rotaryTables([...Array(tokens).keys()], nopeDim, { pairs: "neighbours" });
  const up = (w: ArrayLike<number>, head: number, rows: number, latent: ArrayLike<number>) =>
    product(
      { rows, columns: latentDim, values: part(w, head, rows * latentDim) },
      { rows: latentDim, columns: 1, values: latent },
    ).values;
  const latents = [...Array(tokens).keys()].map((t) =>
    rmsNorm(times(part(x, t, hidden), hidden, weights.wDown, latentDim), weights.latentScale),
  );
  return Array.from({ length: tokens }, (_, t) => {
    const q = times(part(x, t, hidden), hidden, weights.wq, nHeads * nopeDim);
    const heads = [...Array(nHeads).keys()].flatMap((head) => {
      const query = rotated(part(q, head, nopeDim), t, tables, "neighbours");
      const keys = latents.map((latent) => up(weights.wUpK, head, nopeDim, latent));
      const values = latents.map((latent) => up(weights.wUpV, head, valueDim, latent));
      return [...attend(query, { keys, values }, t + 1).output];
    });
    return [...times(heads, nHeads * valueDim, weights.wo, hidden)];
  }).flat();
}
