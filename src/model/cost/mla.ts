import { exactCount, exactProduct } from "../exact.ts";

/**
 * Dimensions of multi-head latent attention that its work depends on. In an expanded head, K has
 * `nopeDim + ropeDim` dimensions and V `valueDim`.
 */
export interface MlaShape {
  readonly nHeads: number;
  /** The latent's dimension d_c. */
  readonly kvRank: number;
  readonly nopeDim: number;
  readonly ropeDim: number;
  readonly valueDim: number;
}

/**
 * Multiply-adds for one query token and one cached token, with K and V expanded:
 * `n_h (d_nope + d_R + d_v)`.
 */
export function naiveMacsPerPair({ nHeads, nopeDim, ropeDim, valueDim }: MlaShape): number {
  return exactProduct(nHeads, nopeDim + ropeDim + valueDim);
}

/**
 * Multiply-adds for one query token and one cached token on the latent itself: `n_h (2 d_c + d_R)`,
 * as MQA with a key of `d_c + d_R` and a value of `d_c` dimensions (arXiv:2405.04434, section 2.1).
 */
export function absorbedMacsPerPair(
  shape: Pick<MlaShape, "nHeads" | "kvRank" | "ropeDim">,
): number {
  return exactProduct(shape.nHeads, 2 * shape.kvRank + shape.ropeDim);
}

/** Multiply-adds to expand one cached token to K and V of all heads: `d_c n_h (d_nope + d_v)`. */
export function expansionMacsPerToken({ kvRank, nHeads, nopeDim, valueDim }: MlaShape): number {
  return exactProduct(kvRank, nHeads, nopeDim + valueDim);
}

/**
 * Multiply-adds that absorption adds for one query token: W_UK on its queries, W_UV on its outputs,
 * `n_h d_nope d_c` and `n_h d_c d_v`.
 */
export function absorbedMacsPerQuery({ nHeads, kvRank, nopeDim, valueDim }: MlaShape): {
  readonly query: number;
  readonly output: number;
} {
  return {
    query: exactProduct(nHeads, nopeDim, kvRank),
    output: exactProduct(nHeads, kvRank, valueDim),
  };
}

/**
 * The smallest number of query tokens on one context for which it is less work to expand every
 * cached token once than to attend to the latents; `Infinity` where it never is.
 */
export function expandFromQueries(shape: MlaShape): number {
  const saved = absorbedMacsPerPair(shape) - naiveMacsPerPair(shape);
  if (saved <= 0) return Infinity;
  return exactCount(Math.floor(expansionMacsPerToken(shape) / saved) + 1);
}
