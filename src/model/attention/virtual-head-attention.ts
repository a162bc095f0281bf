import { attend, type HeadCache } from "./attend.ts";
import { headCaches, type LayerOutput, outputOf, positionsTo } from "./grouped-attention.ts";
import { part, product } from "./matrix.ts";
import { rmsNorm } from "./rms-norm.ts";
import { rotaryTables, rotated } from "./rotary.ts";

/** Sizes of a VHA layer: `queryHeads` physical heads meet each of `nKv` groups. */
export interface VirtualShape {
  readonly hidden: number;
  readonly queryHeads: number;
  readonly nKv: number;
  readonly headDim: number;
  /** Rank of the mix after attention. */
  readonly rank: number;
  /** Whether queries and keys are normed, as the authors have it; they are unless this is false. */
  readonly qkNorm?: boolean;
}

/** Row-major weights; virtual heads are counted group by group. */
export interface VirtualWeights {
  /** [hidden, queryHeads · headDim] */
  readonly wq: ArrayLike<number>;
  /** [nKv, headDim, headDim]: Premix, one matrix for each group */
  readonly premix: ArrayLike<number>;
  /** [hidden, nKv · headDim] */
  readonly wk: ArrayLike<number>;
  readonly wv: ArrayLike<number>;
  /** [nKv · queryHeads, rank]: Postmix is I + b · aᵀ over the virtual heads */
  readonly a: ArrayLike<number>;
  readonly b: ArrayLike<number>;
  /** [nKv · queryHeads · headDim, hidden] */
  readonly wo: ArrayLike<number>;
  /** [headDim] */
  readonly qScale: ArrayLike<number>;
  readonly kScale: ArrayLike<number>;
}

/** What stands between the query's projection and Premix; each makes absorbing impossible. */
export type VirtualOrder = "premix-first" | "norm-first" | "silu";

/**
 * One VHA layer in the form it is trained in, over a whole text, in float64:
 * q = RoPE(norm(x W_Q[h] P[g])), attention by group, (I + B Aᵀ) over the heads, W_O.
 *
 * @param x [tokens, hidden], at positions 0, 1, …
 * @source the authors' code, https://github.com/D-URing/PaddleFleet, Research/VHA
 */
export function virtualHeadAttention(
  x: ArrayLike<number>,
  tokens: number,
  shape: VirtualShape,
  weights: VirtualWeights,
  order: VirtualOrder = "premix-first",
): LayerOutput {
  const { hidden, queryHeads, nKv, headDim, qkNorm = true } = shape;
  const normed = (head: Float64Array, scale: ArrayLike<number>) =>
    qkNorm ? rmsNorm(head, scale) : head;
  const input = { rows: tokens, columns: hidden, values: x };
  const projected = (values: ArrayLike<number>, heads: number) =>
    product(input, { rows: hidden, columns: heads * headDim, values }).values;
  const q = projected(weights.wq, queryHeads);
  const k = projected(weights.wk, nKv);
  const v = projected(weights.wv, nKv);
  const tables = rotaryTables(positionsTo(tokens), headDim);
  const premixed = (token: number, group: number, head: number): Float64Array => {
    const physical = Float64Array.from(part(q, token * queryHeads + head, headDim));
    const first =
      order === "norm-first"
        ? normed(physical, weights.qScale)
        : order === "silu"
          ? physical.map((value) => value / (1 + Math.exp(-value)))
          : physical;
    const mixed = product(
      { rows: 1, columns: headDim, values: first },
      { rows: headDim, columns: headDim, values: part(weights.premix, group, headDim ** 2) },
    ).values;
    return order === "norm-first" ? mixed : normed(mixed, weights.qScale);
  };
  const caches = headCaches(nKv, tokens, {
    key: (token, head) =>
      rotated(
        normed(Float64Array.from(part(k, token * nKv + head, headDim)), weights.kScale),
        token,
        tables,
      ),
    value: (token, head) => part(v, token * nKv + head, headDim),
  });
  const mix = postmix(shape, weights);
  const rows = positionsTo(tokens).map((token) => {
    const heads = positionsTo(nKv).flatMap((group) =>
      positionsTo(queryHeads).map((head) => {
        const query = rotated(premixed(token, group, head), token, tables);
        return attend(query, caches[group] as HeadCache, token + 1);
      }),
    );
    const outputs = Float64Array.from(heads.flatMap(({ output }) => [...output]));
    const mixed = product(mix, { rows: heads.length, columns: headDim, values: outputs }).values;
    return heads.map(({ weights: own }, i) => ({
      weights: own,
      output: mixed.slice(i * headDim, (i + 1) * headDim),
    }));
  });
  return outputOf(rows, { hidden, width: nKv * queryHeads * headDim, wo: weights.wo });
}

/** I + B Aᵀ, [virtual heads, virtual heads]. */
export function postmix(
  { queryHeads, nKv, rank }: VirtualShape,
  { a, b }: Pick<VirtualWeights, "a" | "b">,
): { readonly rows: number; readonly columns: number; readonly values: Float64Array } {
  const heads = queryHeads * nKv;
  const values = Float64Array.from({ length: heads * heads }, (_, at) => {
    const [row, column] = [Math.floor(at / heads), at % heads];
    let sum = row === column ? 1 : 0;
    for (let r = 0; r < rank; r++) {
      sum += (b[row * rank + r] as number) * (a[column * rank + r] as number);
    }
    return sum;
  });
  return { rows: heads, columns: heads, values };
}
