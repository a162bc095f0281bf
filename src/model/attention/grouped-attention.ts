import { type Attended, attend, type HeadCache } from "./attend.ts";
import { part, product } from "./matrix.ts";
import { rmsNorm } from "./rms-norm.ts";
import { rotaryTables, rotated } from "./rotary.ts";

/** Sizes of a layer: MHA when `nKv` equals `nHeads`, MQA at 1, GQA between. */
export interface GroupedShape {
  readonly hidden: number;
  readonly nHeads: number;
  readonly nKv: number;
  readonly headDim: number;
  /** RMSNorm on each query and key before RoPE, as in Qwen3. */
  readonly qkNorm: boolean;
}

/** Row-major weights. */
export interface GroupedWeights {
  /** [hidden, nHeads · headDim] */
  readonly wq: ArrayLike<number>;
  /** [hidden, nKv · headDim] */
  readonly wk: ArrayLike<number>;
  readonly wv: ArrayLike<number>;
  /** [nHeads · headDim, hidden] */
  readonly wo: ArrayLike<number>;
  /** [headDim], where `qkNorm` */
  readonly qScale: ArrayLike<number>;
  readonly kScale: ArrayLike<number>;
}

/** What a layer makes of a text. */
export interface LayerOutput {
  /** [tokens, hidden] */
  readonly y: Float64Array;
  /** For each token and query head: its weights over the tokens up to its own. */
  readonly weights: readonly (readonly Float64Array[])[];
}

/**
 * One layer of causal attention with RoPE over a whole text, in float64: the reference for prefill
 * and for decoding alike, since a cache changes nothing.
 *
 * @param x [tokens, hidden], at positions 0, 1, …
 * @throws RangeError when sizes do not fit
 * @source Ainslie et al. 2023, https://arxiv.org/abs/2305.13245: query heads share K and V in
 *   consecutive groups
 */
export function groupedAttention(
  x: ArrayLike<number>,
  tokens: number,
  shape: GroupedShape,
  weights: GroupedWeights,
): LayerOutput {
  const { hidden, nHeads, nKv, headDim, qkNorm } = shape;
  if (nHeads % nKv !== 0) throw new RangeError(`nKv ${nKv} does not divide nHeads ${nHeads}`);
  const input = { rows: tokens, columns: hidden, values: x };
  const projected = (w: ArrayLike<number>, heads: number) =>
    product(input, { rows: hidden, columns: heads * headDim, values: w }).values;
  const [q, k, v] = [
    projected(weights.wq, nHeads),
    projected(weights.wk, nKv),
    projected(weights.wv, nKv),
  ];
  const tables = rotaryTables(positionsTo(tokens), headDim);
  const turned = (values: Float64Array, token: number, index: number, scale: ArrayLike<number>) => {
    const head = part(values, index, headDim);
    return rotated(qkNorm ? rmsNorm(head, scale) : head, token, tables);
  };
  const caches = headCaches(nKv, tokens, {
    key: (token, head) => turned(k, token, token * nKv + head, weights.kScale),
    value: (token, head) => part(v, token * nKv + head, headDim),
  });
  const rows = positionsTo(tokens).map((token) =>
    positionsTo(nHeads).map((head) =>
      attend(
        turned(q, token, token * nHeads + head, weights.qScale),
        caches[Math.floor(head / (nHeads / nKv))] as HeadCache,
        token + 1,
      ),
    ),
  );
  return outputOf(rows, { hidden, width: nHeads * headDim, wo: weights.wo });
}

/** 0, 1, … up to before `count`. */
export const positionsTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => i);

/** Keys and values of each head, token by token. */
export function headCaches(
  heads: number,
  tokens: number,
  {
    key,
    value,
  }: Readonly<Record<"key" | "value", (token: number, head: number) => ArrayLike<number>>>,
): readonly HeadCache[] {
  return positionsTo(heads).map((head) => ({
    keys: positionsTo(tokens).map((token) => key(token, head)),
    values: positionsTo(tokens).map((token) => value(token, head)),
  }));
}

/** Heads of each token joined, and projected back to the layer's width. */
export function outputOf(
  rows: readonly (readonly Attended[])[],
  {
    hidden,
    width,
    wo,
  }: { readonly hidden: number; readonly width: number; readonly wo: ArrayLike<number> },
): LayerOutput {
  const joined = Float64Array.from(
    rows.flatMap((heads) => heads.flatMap(({ output }) => [...output])),
  );
  const y = product(
    { rows: rows.length, columns: width, values: joined },
    { rows: width, columns: hidden, values: wo },
  ).values;
  return { y, weights: rows.map((heads) => heads.map(({ weights }) => weights)) };
}
