import { attend, type HeadCache } from "./attend.ts";
import { headCaches, type LayerOutput, outputOf, positionsTo } from "./grouped-attention.ts";
import { part, product } from "./matrix.ts";
import { rmsNorm } from "./rms-norm.ts";
import { rotaryTables, rotated } from "./rotary.ts";

/**
 * Sizes of an MLA layer whose queries are projected directly, as DeepSeek-V2-Lite has it.
 *
 * `ropeDim` 0: no RoPE key stands apart; RoPE turns the keys that come out of the latent.
 */
export interface LatentShape {
  readonly hidden: number;
  readonly nHeads: number;
  readonly latentDim: number;
  /** Dimension of a head's key that comes out of the latent. */
  readonly nopeDim: number;
  /** Dimension of the RoPE key that all heads share. */
  readonly ropeDim: number;
  readonly valueDim: number;
}

/** Row-major weights. */
export interface LatentWeights {
  /** [hidden, nHeads · (nopeDim + ropeDim)] */
  readonly wq: ArrayLike<number>;
  /** [hidden, latentDim] */
  readonly wDown: ArrayLike<number>;
  /** [latentDim], scale of the latent's RMSNorm */
  readonly latentScale: ArrayLike<number>;
  /** [hidden, ropeDim] */
  readonly wRope: ArrayLike<number>;
  /** [nHeads, nopeDim, latentDim]: the latent's way up to the keys */
  readonly wUpK: ArrayLike<number>;
  /** [nHeads, valueDim, latentDim] and to the values */
  readonly wUpV: ArrayLike<number>;
  /** [nHeads · valueDim, hidden] */
  readonly wo: ArrayLike<number>;
}

/**
 * One MLA layer over a whole text, in float64, in its plain form: every key and value is expanded
 * from its latent. What absorbs the way up has to give the same.
 *
 * @param x [tokens, hidden], at positions 0, 1, …
 * @source DeepSeek-V2, equations 9 to 19, https://arxiv.org/abs/2405.04434
 */
export function latentAttention(
  x: ArrayLike<number>,
  tokens: number,
  shape: LatentShape,
  weights: LatentWeights,
): LayerOutput {
  const { hidden, nHeads, latentDim, nopeDim, ropeDim, valueDim } = shape;
  const input = { rows: tokens, columns: hidden, values: x };
  const projected = (values: ArrayLike<number>, columns: number) =>
    product(input, { rows: hidden, columns, values }).values;
  const q = projected(weights.wq, nHeads * (nopeDim + ropeDim));
  const down = projected(weights.wDown, latentDim);
  const ropeKey = ropeDim > 0 ? projected(weights.wRope, ropeDim) : new Float64Array();
  const latents = positionsTo(tokens).map((token) =>
    rmsNorm(part(down, token, latentDim), weights.latentScale),
  );
  const turn = turner(tokens, shape);
  const up = (w: ArrayLike<number>, head: number, rows: number, token: number) =>
    product(
      { rows, columns: latentDim, values: part(w, head, rows * latentDim) },
      { rows: latentDim, columns: 1, values: latents[token] as Float64Array },
    ).values;
  const caches = headCaches(nHeads, tokens, {
    key: (token, head) =>
      turn(token, up(weights.wUpK, head, nopeDim, token), part(ropeKey, token, ropeDim)),
    value: (token, head) => up(weights.wUpV, head, valueDim, token),
  });
  const rows = positionsTo(tokens).map((token) =>
    positionsTo(nHeads).map((head) => {
      const own = Float64Array.from(part(q, token * nHeads + head, nopeDim + ropeDim));
      const query = turn(token, own.subarray(0, nopeDim), own.subarray(nopeDim));
      return attend(query, caches[head] as HeadCache, token + 1);
    }),
  );
  return outputOf(rows, { hidden, width: nHeads * valueDim, wo: weights.wo });
}

/** Joins what comes out of the latent and what stands apart; RoPE turns the part it belongs to. */
function turner(tokens: number, { nopeDim, ropeDim }: LatentShape) {
  const apart = ropeDim > 0;
  const tables = rotaryTables(positionsTo(tokens), apart ? ropeDim : nopeDim, {
    pairs: "neighbours",
  });
  return (token: number, content: Float64Array, position: ArrayLike<number>): Float64Array =>
    apart
      ? Float64Array.from([...content, ...rotated(position, token, tables, "neighbours")])
      : rotated(content, token, tables, "neighbours");
}
