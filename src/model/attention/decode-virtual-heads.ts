import { decodeAttention } from "./decode-attention.ts";
import { positionsTo } from "./grouped-attention.ts";
import { part, product } from "./matrix.ts";
import { postmix } from "./virtual-head-attention.ts";

/** One decode step of one VHA layer, physical queries projected already. */
export interface DecodeVirtualInput {
  readonly queryHeads: number;
  readonly nKv: number;
  readonly headDim: number;
  readonly rank: number;
  readonly context: number;
  /** [queryHeads, headDim] */
  readonly q: ArrayLike<number>;
  /** [nKv, headDim, headDim] */
  readonly premix: ArrayLike<number>;
  /** [nKv · queryHeads, rank] */
  readonly a: ArrayLike<number>;
  readonly b: ArrayLike<number>;
  /** [nKv, headDim, context] and [nKv, context, headDim] */
  readonly kTransposed: ArrayLike<number>;
  readonly v: ArrayLike<number>;
}

/**
 * Premix, attention of one new token, Postmix, in float64; without norm and RoPE, which a decode step
 * applies to the query alone.
 * @returns [nKv · queryHeads, headDim]
 */
export function decodeVirtualHeads(input: DecodeVirtualInput): Float64Array {
  const { queryHeads, nKv, headDim, context, kTransposed, v } = input;
  const physical = { rows: queryHeads, columns: headDim, values: input.q };
  const q = Float64Array.from(
    positionsTo(nKv).flatMap((group) => {
      const values = part(input.premix, group, headDim ** 2);
      return [...product(physical, { rows: headDim, columns: headDim, values }).values];
    }),
  );
  const nHeads = nKv * queryHeads;
  const values = decodeAttention({ nHeads, nKv, headDim, context, q, kTransposed, v });
  return product(postmix({ ...input, hidden: 1 }, input), {
    rows: nHeads,
    columns: headDim,
    values,
  }).values;
}
