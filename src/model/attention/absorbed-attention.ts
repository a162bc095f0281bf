import { attend, type HeadCache } from "./attend.ts";
import { type LayerOutput, outputOf, positionsTo } from "./grouped-attention.ts";
import type { LatentShape, LatentWeights } from "./latent-attention.ts";
import { part, product } from "./matrix.ts";
import { rmsNorm } from "./rms-norm.ts";
import { rotaryTables, rotated } from "./rotary.ts";

/**
 * One MLA layer over a whole text, in float64, with the ways up absorbed: each query goes down to the
 * latent, all heads attend to the latents themselves, and what they mix goes up once. With `ropeDim`
 * 0 RoPE would have to turn keys that are never made: it is left out there, and the output is
 * another than `latentAttention`'s from the second token on.
 *
 * @param x [tokens, hidden], at positions 0, 1, …
 * @source DeepSeek-V2, section 2.1.2, https://arxiv.org/abs/2405.04434
 */
export function absorbedAttention(
  x: ArrayLike<number>,
  tokens: number,
  shape: LatentShape,
  weights: LatentWeights,
): LayerOutput {
  const { hidden, nHeads, latentDim, nopeDim, ropeDim, valueDim } = shape;
  const apart = ropeDim > 0;
  const projected = (values: ArrayLike<number>, columns: number) =>
    product({ rows: tokens, columns: hidden, values: x }, { rows: hidden, columns, values }).values;
  const tables = rotaryTables(positionsTo(tokens), ropeDim || nopeDim, { pairs: "neighbours" });
  const turn = (row: ArrayLike<number>, at: number) => rotated(row, at, tables, "neighbours");
  const q = projected(weights.wq, nHeads * (nopeDim + ropeDim));
  const down = projected(weights.wDown, latentDim);
  const ropeKeys = apart ? projected(weights.wRope, ropeDim) : new Float64Array();
  const latents = positionsTo(tokens).map((token) =>
    rmsNorm(part(down, token, latentDim), weights.latentScale),
  );
  const cache: HeadCache = {
    keys: latents.map((latent, token) =>
      apart ? [...latent, ...turn(part(ropeKeys, token, ropeDim), token)] : latent,
    ),
    values: latents,
  };
  const queryOf = (token: number, head: number): ArrayLike<number> => {
    const own = Float64Array.from(part(q, token * nHeads + head, nopeDim + ropeDim));
    const [content, position] = [own.subarray(0, nopeDim), own.subarray(nopeDim)];
    const folded = product(
      { rows: 1, columns: nopeDim, values: apart ? content : turn(content, token) },
      { rows: nopeDim, columns: latentDim, values: part(weights.wUpK, head, nopeDim * latentDim) },
    ).values;
    return apart ? [...folded, ...turn(position, token)] : folded;
  };
  const up = (mixed: Float64Array, head: number): Float64Array =>
    product(
      {
        rows: valueDim,
        columns: latentDim,
        values: part(weights.wUpV, head, valueDim * latentDim),
      },
      { rows: latentDim, columns: 1, values: mixed },
    ).values;
  const rows = positionsTo(tokens).map((token) =>
    positionsTo(nHeads).map((head) => {
      const seen = attend(queryOf(token, head), cache, token + 1, nopeDim + ropeDim);
      return { weights: seen.weights, output: up(seen.output, head) };
    }),
  );
  return outputOf(rows, { hidden, width: nHeads * valueDim, wo: weights.wo });
}
