import type { GroupedShape, GroupedWeights } from "./grouped-attention.ts";
import { part, product } from "./matrix.ts";
import { postmix, type VirtualShape, type VirtualWeights } from "./virtual-head-attention.ts";

/** The plain GQA layer that a VHA layer is served as. */
export const servedShape = (shape: VirtualShape): GroupedShape => {
  const { hidden, queryHeads, nKv, headDim, qkNorm = true } = shape;
  return { hidden, nHeads: queryHeads * nKv, nKv, headDim, qkNorm };
};

/**
 * Premix and Postmix multiplied into the projections, in float64:
 * W_Q′[g, h] = W_Q[h] P[g] and W_O′[j] = Σ_h M[h, j] W_O[h] with M = I + B Aᵀ.
 *
 * Right only while norm and RoPE come after Premix and nothing nonlinear stands between.
 * @param how "untransposed" sums M[j, h] instead, a mistake that is easily made
 * @source the authors' code, https://github.com/D-URing/PaddleFleet, Research/VHA/scripts
 */
export function absorbVirtualHeads(
  shape: VirtualShape,
  weights: VirtualWeights,
  how: "transposed" | "untransposed" = "transposed",
): GroupedWeights {
  const { hidden, queryHeads, nKv, headDim } = shape;
  const heads = queryHeads * nKv;
  const wq = new Float64Array(hidden * heads * headDim);
  for (let group = 0; group < nKv; group++) {
    const mixed = product(
      { rows: hidden * queryHeads, columns: headDim, values: weights.wq },
      { rows: headDim, columns: headDim, values: part(weights.premix, group, headDim ** 2) },
    ).values;
    for (let row = 0; row < hidden; row++) {
      const width = queryHeads * headDim;
      wq.set(mixed.subarray(row * width, (row + 1) * width), row * heads * headDim + group * width);
    }
  }
  const mix = postmix(shape, weights);
  const turned = Float64Array.from(mix.values, (_, at) =>
    how === "transposed"
      ? (mix.values[(at % heads) * heads + Math.floor(at / heads)] as number)
      : (mix.values[at] as number),
  );
  const wo = product(
    { rows: heads, columns: heads, values: turned },
    { rows: heads, columns: headDim * hidden, values: weights.wo },
  ).values;
  const { wk, wv, qScale, kScale } = weights;
  return { wq, wk, wv, wo, qScale, kScale };
}
