import { absorbVirtualHeads, servedShape } from "../../model/attention/absorb-virtual-heads.ts";
import { groupedAttention, type LayerOutput } from "../../model/attention/grouped-attention.ts";
import { product } from "../../model/attention/matrix.ts";
import {
  postmix,
  type VirtualOrder,
  virtualHeadAttention,
} from "../../model/attention/virtual-head-attention.ts";
import { type Fault, faults } from "./faults.ts";
import { tokens } from "./layers.ts";
import { memo } from "./memo.ts";
import { relativeError } from "./relative-error.ts";
import { type Mixes, toyInput, toyShape, toyWeights } from "./toy-layer.ts";

export interface SweepPoint {
  readonly at: number;
  /** Largest difference of the absorbed from the trained form ÷ largest output. */
  readonly error: number;
}

const tenths = (count: number, step: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => i / step);

/** Where a sweep is computed, along either axis; a run takes every other of these places. */
export const sweepPlaces = { alpha: tenths(11, 10), beta: tenths(13, 20) } as const;

/**
 * How far the absorbed small layer is off, along α or, for a fault of Postmix, along β.
 *
 * Attention depends on neither β nor the rank: its outputs are kept for each α, and of each place
 * only what comes after them is computed anew.
 */
export function sweep(fault: Fault, mixes: Mixes): readonly SweepPoint[] {
  const { axis } = faults[fault];
  return along(fault, mixes.rank, axis === "alpha" ? mixes.beta : mixes.alpha);
}

const along = memo((fault: Fault, rank: number, other: number): readonly SweepPoint[] => {
  const { axis, order, mix } = faults[fault];
  return sweepPlaces[axis].map((at): SweepPoint => {
    const mixes = axis === "alpha" ? { alpha: at, beta: other } : { alpha: other, beta: at };
    const after = afterAttention(mixes.beta, rank, mix);
    const trained = after.trained(attended(order, mixes.alpha));
    return { at, error: relativeError(after.absorbed(attended("absorbed", mixes.alpha)), trained) };
  });
});

/** What follows attention, before and after absorbing: from [tokens · heads, headDim] to outputs. */
const afterAttention = memo((beta: number, rank: number, mix: "transposed" | "untransposed") => {
  const shape = toyShape(rank);
  const weights = toyWeights({ alpha: 0, beta, rank });
  const absorbed = absorbVirtualHeads(shape, weights, mix).wo;
  const { rows: heads, values: m } = postmix(shape, weights);
  const width = heads * shape.headDim;
  const project = (values: ArrayLike<number>, wo: ArrayLike<number>): Float64Array =>
    product(
      { rows: tokens, columns: width, values },
      { rows: width, columns: shape.hidden, values: wo },
    ).values;
  return {
    trained: (values: Float64Array): Float64Array => {
      const mixed = new Float64Array(values.length);
      for (let token = 0; token < tokens; token++) {
        const own = values.subarray(token * width, (token + 1) * width);
        const outputs = { rows: heads, columns: shape.headDim, values: own };
        mixed.set(
          product({ rows: heads, columns: heads, values: m }, outputs).values,
          token * width,
        );
      }
      return project(mixed, weights.wo);
    },
    absorbed: (values: Float64Array): Float64Array => project(values, absorbed),
  };
});

/** Outputs of attention before Postmix: the layer's own weights over the tokens, times V. */
const attended = memo((form: VirtualOrder | "absorbed", alpha: number): Float64Array => {
  const shape = toyShape(1);
  const weights = toyWeights({ alpha, beta: 0, rank: 1 });
  const { hidden, nKv, queryHeads, headDim } = shape;
  const layer: LayerOutput =
    form === "absorbed"
      ? groupedAttention(toyInput(), tokens, servedShape(shape), absorbVirtualHeads(shape, weights))
      : virtualHeadAttention(toyInput(), tokens, shape, weights, form);
  const { values: v } = product(
    { rows: tokens, columns: hidden, values: toyInput() },
    { rows: hidden, columns: nKv * headDim, values: weights.wv },
  );
  const heads = nKv * queryHeads;
  const outputs = new Float64Array(tokens * heads * headDim);
  layer.weights.forEach((row, token) => {
    row.forEach((shares, head) => {
      const group = Math.floor(head / queryHeads);
      shares.forEach((share, source) => {
        for (let d = 0; d < headDim; d++) {
          const at = (token * heads + head) * headDim + d;
          const value = v[(source * nKv + group) * headDim + d] as number;
          outputs[at] = (outputs[at] as number) + share * value;
        }
      });
    });
  });
  return outputs;
});
