import type { GroupedShape, GroupedWeights } from "../../model/attention/grouped-attention.ts";
import type { LatentShape, LatentWeights } from "../../model/attention/latent-attention.ts";
import { seededNormal } from "../../model/attention/seeded-normal.ts";
import type { VirtualShape, VirtualWeights } from "../../model/attention/virtual-head-attention.ts";

/** Seeded lists of numbers, each from a seed of its own. */
function lists(seed: number) {
  let next = seed * 64;
  const normal = (length: number, spread: number) =>
    seededNormal(next++, length).map((value) => value * spread);
  return {
    normal,
    /** A matrix scaled by what it sums over, as layers are initialized. */
    matrix: (rows: number, columns: number) => normal(rows * columns, 1 / Math.sqrt(rows)),
    /** A norm's scale, near 1. */
    scale: (length: number) => normal(length, 0.1).map((value) => 1 + value),
  };
}

/** Numbers of variance 1: what a layer is given. */
export const seededInput = (seed: number, tokens: number, hidden: number) =>
  seededNormal(seed * 64 + 63, tokens * hidden);

export function groupedWeights(shape: GroupedShape, seed: number): GroupedWeights {
  const { hidden, nHeads, nKv, headDim } = shape;
  const { matrix, scale } = lists(seed);
  return {
    wq: matrix(hidden, nHeads * headDim),
    wk: matrix(hidden, nKv * headDim),
    wv: matrix(hidden, nKv * headDim),
    wo: matrix(nHeads * headDim, hidden),
    qScale: scale(headDim),
    kScale: scale(headDim),
  };
}

export function latentWeights(shape: LatentShape, seed: number): LatentWeights {
  const { hidden, nHeads, latentDim, nopeDim, ropeDim, valueDim } = shape;
  const { matrix, normal, scale } = lists(seed);
  const up = (rows: number) => normal(nHeads * rows * latentDim, 1 / Math.sqrt(latentDim));
  return {
    wq: matrix(hidden, nHeads * (nopeDim + ropeDim)),
    wDown: matrix(hidden, latentDim),
    latentScale: scale(latentDim),
    wRope: matrix(hidden, ropeDim),
    wUpK: up(nopeDim),
    wUpV: up(valueDim),
    wo: matrix(nHeads * valueDim, hidden),
  };
}

/**
 * @param alpha ‖Premix − I‖ ÷ ‖I‖ in the Frobenius norm; 0.1 at initialization, 0.52 at the trained
 *   peak the authors report
 * @param beta spread of A and of B; B is 0 at initialization
 */
export function virtualWeights(
  shape: VirtualShape,
  seed: number,
  { alpha, beta }: { readonly alpha: number; readonly beta: number },
): VirtualWeights {
  const { hidden, queryHeads, nKv, headDim, rank } = shape;
  const heads = queryHeads * nKv;
  const { matrix, normal, scale } = lists(seed);
  const premix = normal(nKv * headDim ** 2, alpha / Math.sqrt(headDim)).map((value, at) => {
    const [row, column] = [Math.floor(at / headDim) % headDim, at % headDim];
    return value + (row === column ? 1 : 0);
  });
  return {
    premix,
    wq: matrix(hidden, queryHeads * headDim),
    wk: matrix(hidden, nKv * headDim),
    wv: matrix(hidden, nKv * headDim),
    a: normal(heads * rank, beta),
    b: normal(heads * rank, beta),
    wo: matrix(heads * headDim, hidden),
    qScale: scale(headDim),
    kScale: scale(headDim),
  };
}
