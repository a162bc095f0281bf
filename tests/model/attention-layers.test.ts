import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { absorbVirtualHeads, servedShape } from "../../src/model/attention/absorb-virtual-heads.ts";
import { decodeLatent } from "../../src/model/attention/decode-latent.ts";
import { decodeVirtualHeads } from "../../src/model/attention/decode-virtual-heads.ts";
import { groupedAttention } from "../../src/model/attention/grouped-attention.ts";
import { latentAttention } from "../../src/model/attention/latent-attention.ts";
import { virtualHeadAttention } from "../../src/model/attention/virtual-head-attention.ts";
import {
  groupedWeights,
  latentWeights,
  seededInput,
  virtualWeights,
} from "../../src/onnx/proof/seeded-weights.ts";

// A second derivation: numbers by index, positions as complex numbers that are multiplied, softmax
// without a shift. It shares no code with what it checks.

type Row = readonly number[];
type List = ArrayLike<number>;
const range = (count: number): Row => Array.from({ length: count }, (_, i) => i);
const at = (list: List, i: number): number => list[i] as number;
const sum = (row: Row): number => row.reduce((a, b) => a + b, 0);
const times = (x: Row, w: List, columns: number): Row =>
  range(columns).map((c) => sum(x.map((value, r) => value * at(w, r * columns + c))));
const rowOf = (list: List, row: number, size: number): Row =>
  range(size).map((i) => at(list, row * size + i));
const normed = (x: Row, scale: List): Row => {
  const root = Math.sqrt(sum(x.map((value) => value ** 2)) / x.length + 1e-6);
  return x.map((value, i) => (value * at(scale, i)) / root);
};

/** RoPE as a product of complex numbers: pair i is turned by position ÷ 10000^(2i ÷ dim). */
function turned(x: Row, position: number, neighbours: boolean): Row {
  const half = x.length / 2;
  const out = [...x];
  for (const i of range(half)) {
    const [re, im] = neighbours ? [2 * i, 2 * i + 1] : [i, i + half];
    const angle = position / 10_000 ** ((2 * i) / x.length);
    out[re] = at(x, re) * Math.cos(angle) - at(x, im) * Math.sin(angle);
    out[im] = at(x, re) * Math.sin(angle) + at(x, im) * Math.cos(angle);
  }
  return out;
}

function mixed(q: Row, keys: readonly Row[], values: readonly Row[]): Row {
  const powers = keys.map((key) =>
    Math.exp(sum(key.map((k, i) => k * at(q, i))) / Math.sqrt(q.length)),
  );
  return range(values[0]?.length ?? 0).map(
    (d) => sum(powers.map((power, s) => power * at(values[s] as Row, d))) / sum(powers),
  );
}

const largestDifference = (a: List, b: List): number =>
  Math.max(...range(b.length).map((i) => Math.abs(at(a, i) - at(b, i))));
const relative = (a: List, b: List): number =>
  largestDifference(a, b) / Math.max(...range(b.length).map((i) => Math.abs(at(b, i))));

const tokens = 9;

describe("grouped attention, by a second derivation", () => {
  for (const nKv of [6, 3, 2, 1]) {
    for (const qkNorm of [false, true]) {
      test(`6 query heads on ${nKv}, ${qkNorm ? "with" : "without"} norm`, () => {
        const shape = { hidden: 20, nHeads: 6, nKv, headDim: 8, qkNorm };
        const w = groupedWeights(shape, 5);
        const x = seededInput(5, tokens, shape.hidden);
        const head = (row: Row, index: number, scale: List, t: number): Row => {
          const own = row.slice(index * 8, index * 8 + 8);
          return turned(qkNorm ? normed(own, scale) : own, t, false);
        };
        const rows = range(tokens).map((t) => rowOf(x, t, 20));
        const y = rows.flatMap((row, t) => {
          const q = times(row, w.wq, 48);
          const heads = range(6).flatMap((h) => {
            const g = Math.floor((h * nKv) / 6);
            const seen = rows.slice(0, t + 1);
            const keys = seen.map((each, s) => head(times(each, w.wk, nKv * 8), g, w.kScale, s));
            const values = seen.map((each) => times(each, w.wv, nKv * 8).slice(g * 8, g * 8 + 8));
            return mixed(head(q, h, w.qScale, t), keys, values);
          });
          return times(heads, w.wo, 20);
        });
        const found = groupedAttention(x, tokens, shape, w);
        assert.ok(largestDifference(found.y, y) < 1e-12);
        for (const heads of found.weights) {
          for (const weights of heads) assert.ok(Math.abs(sum([...weights]) - 1) < 1e-12);
        }
      });
    }
  }

  test("a later token changes nothing that was said before", () => {
    const shape = { hidden: 20, nHeads: 4, nKv: 2, headDim: 8, qkNorm: false };
    const w = groupedWeights(shape, 1);
    const x = seededInput(1, tokens, 20);
    const whole = groupedAttention(x, tokens, shape, w).y;
    const part = groupedAttention(x.subarray(0, 20 * 5), 5, shape, w).y;
    assert.deepEqual([...whole.subarray(0, 20 * 5)], [...part]);
  });

  test("heads that share nothing are refused", () => {
    const shape = { hidden: 4, nHeads: 4, nKv: 3, headDim: 2, qkNorm: false };
    assert.throws(() => groupedAttention([], 1, shape, groupedWeights(shape, 1)), /nKv 3/);
  });
});

describe("latent attention, by a second derivation", () => {
  for (const ropeDim of [4, 0]) {
    test(ropeDim > 0 ? "RoPE stands apart" : "RoPE on the keys out of the latent", () => {
      const shape = {
        ...{ hidden: 20, nHeads: 3, latentDim: 10, nopeDim: 6, ropeDim, valueDim: 5 },
      };
      const w = latentWeights(shape, 7);
      const x = seededInput(7, tokens, 20);
      const rows = range(tokens).map((t) => rowOf(x, t, 20));
      const latents = rows.map((row) => normed(times(row, w.wDown, 10), w.latentScale));
      const up = (weights: List, h: number, size: number, latent: Row): Row =>
        range(size).map((d) => sum(latent.map((c, i) => c * at(weights, (h * size + d) * 10 + i))));
      const key = (h: number, s: number): Row => {
        const content = up(w.wUpK, h, 6, latents[s] as Row);
        if (ropeDim === 0) return turned(content, s, true);
        return [...content, ...turned(times(rows[s] as Row, w.wRope, ropeDim), s, true)];
      };
      const y = rows.flatMap((row, t) => {
        const q = times(row, w.wq, 3 * (6 + ropeDim));
        const heads = range(3).flatMap((h) => {
          const own = q.slice(h * (6 + ropeDim), (h + 1) * (6 + ropeDim));
          const query =
            ropeDim === 0
              ? turned(own, t, true)
              : [...own.slice(0, 6), ...turned(own.slice(6), t, true)];
          const seen = range(t + 1);
          return mixed(
            query,
            seen.map((s) => key(h, s)),
            seen.map((s) => up(w.wUpV, h, 5, latents[s] as Row)),
          );
        });
        return times(heads, w.wo, 20);
      });
      assert.ok(largestDifference(latentAttention(x, tokens, shape, w).y, y) < 1e-12);
    });
  }
});

describe("virtual heads, by a second derivation", () => {
  const shape = { hidden: 20, queryHeads: 3, nKv: 2, headDim: 8, rank: 2 };
  const w = virtualWeights(shape, 3, { alpha: 0.5, beta: 0.3 });
  const x = seededInput(3, tokens, 20);
  const silu = (value: number): number => value / (1 + Math.exp(-value));

  /** The trained form: o~_j = o_j + Σ_h Σ_r b_jr a_hr o_h, as the authors' code has it. */
  function trained(order: "premix-first" | "norm-first" | "silu"): Row {
    const rows = range(tokens).map((t) => rowOf(x, t, 20));
    return rows.flatMap((row, t) => {
      const q = times(row, w.wq, 24);
      const heads = range(2).flatMap((g) =>
        range(3).map((h) => {
          const own = q.slice(h * 8, h * 8 + 8);
          const before =
            order === "norm-first" ? normed(own, w.qScale) : order === "silu" ? own.map(silu) : own;
          const mix = times(before, rowOf(w.premix, g, 64), 8);
          const query = turned(order === "norm-first" ? mix : normed(mix, w.qScale), t, false);
          const seen = rows.slice(0, t + 1);
          return mixed(
            query,
            seen.map((each, s) =>
              turned(normed(times(each, w.wk, 16).slice(g * 8, g * 8 + 8), w.kScale), s, false),
            ),
            seen.map((each) => times(each, w.wv, 16).slice(g * 8, g * 8 + 8)),
          );
        }),
      );
      const post = heads.map((own, j) =>
        own.map(
          (value, d) =>
            value +
            sum(
              range(6).map(
                (h) =>
                  sum(range(2).map((r) => at(w.b, j * 2 + r) * at(w.a, h * 2 + r))) *
                  at(heads[h] as Row, d),
              ),
            ),
        ),
      );
      return times(post.flat(), w.wo, 20);
    });
  }

  for (const order of ["premix-first", "norm-first", "silu"] as const) {
    test(order, () => {
      const found = virtualHeadAttention(x, tokens, shape, w, order).y;
      assert.ok(largestDifference(found, trained(order)) < 1e-12);
    });
  }

  test("absorbed, it is plain GQA with twice the query heads, to rounding", () => {
    const served = groupedAttention(x, tokens, servedShape(shape), absorbVirtualHeads(shape, w));
    assert.ok(relative(served.y, trained("premix-first")) < 1e-14);
    assert.deepEqual(servedShape(shape), {
      ...{ hidden: 20, nHeads: 6, nKv: 2, headDim: 8, qkNorm: true },
    });
  });

  test("what does not absorb is off by far more than rounding", () => {
    const served = (how?: "untransposed") =>
      groupedAttention(x, tokens, servedShape(shape), absorbVirtualHeads(shape, w, how)).y;
    assert.ok(relative(served(), trained("norm-first")) > 0.05);
    assert.ok(relative(served(), trained("silu")) > 0.05);
    assert.ok(relative(served("untransposed"), trained("premix-first")) > 0.05);
  });
});

describe("one decode step is the last row of the whole text", () => {
  test("latents read as they lie give what expanded keys and values give", () => {
    // With an identity where the query and the output are projected, heads come out as they are.
    const [nHeads, latentDim, nopeDim, ropeDim, valueDim, context] = [2, 6, 4, 2, 3, 7];
    const sizes = { nHeads, latentDim, nopeDim, ropeDim, valueDim, context };
    const numbers = (seed: number, count: number) => seededInput(seed, 1, count);
    const input = {
      qContent: numbers(1, nHeads * nopeDim),
      qRope: numbers(2, nHeads * ropeDim),
      latent: numbers(3, latentDim * context),
      rope: numbers(4, ropeDim * context),
      wUpK: numbers(5, nHeads * nopeDim * latentDim),
      wUpV: numbers(6, nHeads * valueDim * latentDim),
    };
    const column = (list: List, row: number, s: number) => at(list, row * context + s);
    const up = (w: List, h: number, size: number, d: number, s: number) =>
      sum(
        range(latentDim).map(
          (c) => at(w, (h * size + d) * latentDim + c) * column(input.latent, c, s),
        ),
      );
    const expected = range(nHeads).flatMap((h) =>
      mixed(
        [
          ...range(nopeDim).map((d) => at(input.qContent, h * nopeDim + d)),
          ...range(ropeDim).map((d) => at(input.qRope, h * ropeDim + d)),
        ],
        range(context).map((s) => [
          ...range(nopeDim).map((d) => up(input.wUpK, h, nopeDim, d, s)),
          ...range(ropeDim).map((d) => column(input.rope, d, s)),
        ]),
        range(context).map((s) => range(valueDim).map((d) => up(input.wUpV, h, valueDim, d, s))),
      ),
    );
    assert.ok(largestDifference(decodeLatent({ ...sizes, ...input }), expected) < 1e-12);
  });

  test("virtual heads: Premix, two groups, Postmix", () => {
    const shape = { queryHeads: 2, nKv: 2, headDim: 4, rank: 1, context: 5 };
    const numbers = (seed: number, count: number) => seededInput(seed, 1, count);
    const input = {
      q: numbers(1, 8),
      premix: numbers(2, 32),
      a: numbers(3, 4),
      b: numbers(4, 4),
      kTransposed: numbers(5, 40),
      v: numbers(6, 40),
    };
    const heads = range(2).flatMap((g) =>
      range(2).map((h) =>
        mixed(
          times(rowOf(input.q, h, 4), rowOf(input.premix, g, 16), 4),
          range(5).map((s) => range(4).map((d) => at(input.kTransposed, (g * 4 + d) * 5 + s))),
          range(5).map((s) => range(4).map((d) => at(input.v, (g * 5 + s) * 4 + d))),
        ),
      ),
    );
    const expected = heads.flatMap((own, j) =>
      own.map(
        (value, d) =>
          value + at(input.b, j) * sum(heads.map((other, h) => at(input.a, h) * at(other, d))),
      ),
    );
    assert.ok(largestDifference(decodeVirtualHeads({ ...shape, ...input }), expected) < 1e-12);
  });
});
