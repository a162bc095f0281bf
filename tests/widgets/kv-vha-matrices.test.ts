import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { virtualWeights } from "../../src/onnx/proof/seeded-weights.ts";
import type { VhaResult } from "../../src/widgets/kv-vha/compute.ts";
import type { VhaValues } from "../../src/widgets/kv-vha/faults.ts";
import { seed, shapeOf } from "../../src/widgets/kv-vha/layers.ts";
import { matrixRank } from "../../src/widgets/kv-vha/matrix-rank.ts";
import widget from "../../src/widgets/kv-vha/widget.ts";
import { seededRandom, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const state = (attributes: Attributes = {}) => valuesOf(widget, attributes) as unknown as VhaValues;
const vha = (attributes: Attributes = {}): VhaResult => widget.compute(state(attributes));
const rounding = 1e-14;

test("what is drawn are the weights of a run: the width of the layer changes no mix", () => {
  const values = state({ dims: "paper" });
  const { alpha, beta } = values;
  const shape = shapeOf("paper", values.rank);
  const whole = virtualWeights(shape, seed, { alpha, beta });
  const { premix, postmix } = vha({ dims: "paper" });
  const size = shape.headDim;
  for (const [group, map] of premix.entries()) {
    assert.deepEqual([map.drawn, map.size], [16, 128]);
    for (const [i, entry] of map.entries.entries()) {
      const at = group * size ** 2 + Math.floor(i / 16) * size + (i % 16);
      assert.equal(entry, Math.abs(whole.premix[at] as number));
    }
  }
  assert.deepEqual([postmix.drawn, postmix.size], [16, 16]);
  const [b, a] = [whole.b, whole.a].map((of) => Array.from(of).slice(4 * 4, 5 * 4));
  const square = (b ?? []).reduce((sum, value, i) => sum + value * (a?.[i] ?? 0), 1);
  assert.ok(Math.abs((postmix.entries[4 * 16 + 4] ?? 0) - Math.abs(square)) < 1e-12);
});

test("α is the distance from the identity: 0.1·√128 = 1.131 at the start, 5.85 is 0.52", () => {
  assert.equal((0.1 * Math.sqrt(128)).toFixed(3), "1.131");
  assert.equal((5.85 / Math.sqrt(128)).toFixed(2), "0.52");
  for (const alpha of ["0", "0.1", "0.5", "1"]) {
    for (const { distance } of vha({ dims: "paper", alpha }).premix) {
      // A seeded sample of 16,384 numbers: a percent or two off.
      assert.ok(Math.abs(distance - Number(alpha)) <= 0.02 * Number(alpha), `${distance}`);
    }
  }
});

describe("what one layer costs", () => {
  const row = (attributes: Attributes, of: string) => {
    const found = vha(attributes).rows.find((candidate) => candidate.of === of);
    assert.ok(found, of);
    return found;
  };

  test("1.7B: 7,372,928 weights trained, 9,437,184 absorbed, 12,582,912 of GQA 16-8-8", () => {
    const paper = { dims: "paper" };
    assert.equal(row(paper, "trained").params, 7_372_928);
    assert.equal(row(paper, "absorbed").params, 9 * 2 ** 20);
    assert.equal(row(paper, "baseline").params, 12 * 2 ** 20);
    assert.equal(row(paper, "half").params, 2 * 2048 * (8 + 2) * 128);
    assert.deepEqual(
      ["trained", "absorbed", "half", "baseline"].map((of) => row(paper, of).kvBytes),
      [1024, 1024, 1024, 4096],
    );
    assert.deepEqual(
      ["trained", "absorbed", "half", "baseline"].map((of) => row(paper, of).queryHeads),
      [8, 16, 8, 16],
    );
  });

  test("prefill of 4,096 tokens: projections, mixes and half of all pairs", () => {
    const paper = { dims: "paper" };
    // 2048·(8 + 4 + 16)·128, the mixes of the chapter's first question, 2·16·128 for 2,048 pairs.
    const trained = 7_340_032 + 262_144 + 16_384 + 4096 * 2048;
    assert.equal(row(paper, "trained").prefillFlops, 2 * 4096 * trained);
    const absorbed = 9 * 2 ** 20 + 4096 * 2048;
    assert.equal(row(paper, "absorbed").prefillFlops, 2 * 4096 * absorbed);
  });

  test("small: 64·64 + 2·64·32 + 128·64 and the mixes; half of GQA has no row of 8 KV heads", () => {
    assert.equal(row({}, "trained").params, 4096 + 4096 + 8192 + 2 * 256 + 2 * 8 * 2);
    assert.equal(row({}, "absorbed").params, 8192 + 4096 + 8192);
    assert.deepEqual(
      vha().rows.map(({ of }) => of),
      ["trained", "absorbed", "half"],
    );
  });
});

/** Columns that are left after the ones before are taken out of them, by Gram and Schmidt. */
function independentColumns(rows: number, columns: number, values: ArrayLike<number>): number {
  const basis: number[][] = [];
  for (let column = 0; column < columns; column++) {
    const own = Array.from({ length: rows }, (_, row) => values[row * columns + column] as number);
    const before = Math.hypot(...own);
    for (const direction of [...basis, ...basis]) {
      const along = own.reduce((sum, value, i) => sum + value * (direction[i] ?? 0), 0);
      direction.forEach((value, i) => {
        own[i] = (own[i] ?? 0) - along * value;
      });
    }
    const length = Math.hypot(...own);
    if (length > 1e-9 * before) basis.push(own.map((value) => value / length));
  }
  return basis.length;
}

describe("what is equal to what", () => {
  test("both inclusions and the reparametrisation hold to rounding, at any mixes", () => {
    for (const more of [{}, { alpha: "1", beta: "0.6", rank: "8" }, { break: "silu" }]) {
      const { grouped, absorbed, postmix } = vha(more as Attributes).equal;
      assert.ok(Math.max(grouped, absorbed, postmix) < rounding);
    }
  });

  test("W_Q′ has the rank of the physical heads, 64 of 128, and a free one all 128", () => {
    assert.deepEqual(vha().equal.rank, { width: 128, absorbed: 64, free: 128 });
    // W_Q′ built here: each group's block is W_Q times its Premix.
    const shape = { ...shapeOf("toy", 1), hidden: 128 };
    const { wq, premix } = virtualWeights(shape, seed, { alpha: 0.5, beta: 0 });
    const built = new Float64Array(128 * 128);
    for (let i = 0; i < 128; i++) {
      for (let g = 0; g < 2; g++) {
        for (let h = 0; h < 4; h++) {
          for (let e = 0; e < 16; e++) {
            let sum = 0;
            for (let c = 0; c < 16; c++) {
              sum += (wq[i * 64 + h * 16 + c] as number) * (premix[g * 256 + c * 16 + e] as number);
            }
            built[i * 128 + (g * 4 + h) * 16 + e] = sum;
          }
        }
      }
    }
    assert.equal(independentColumns(128, 128, built), 64);
    assert.equal(independentColumns(128, 64, wq), 64);
  });

  test("ranks by elimination are those of matrices that are built to have them", () => {
    const random = seededRandom(5);
    for (const rank of [0, 1, 3, 7]) {
      const [rows, columns] = [9, 7];
      const values = new Float64Array(rows * columns);
      for (let r = 0; r < rank; r++) {
        const [left, right] = [rows, columns].map((n) => Array.from({ length: n }, random));
        values.forEach((_, i) => {
          const [row, column] = [Math.floor(i / columns), i % columns];
          values[i] = (values[i] ?? 0) + (left?.[row] ?? 0) * (right?.[column] ?? 0);
        });
      }
      assert.equal(matrixRank({ rows, columns, values }), rank);
      assert.equal(independentColumns(rows, columns, values), rank);
    }
  });
});
