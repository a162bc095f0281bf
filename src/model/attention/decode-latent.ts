import { positionsTo } from "./grouped-attention.ts";
import { part } from "./matrix.ts";
import { softmax } from "./softmax.ts";

/** One decode step of one MLA layer, queries projected and turned already. */
export interface DecodeLatentInput {
  readonly nHeads: number;
  readonly latentDim: number;
  readonly nopeDim: number;
  readonly ropeDim: number;
  readonly valueDim: number;
  readonly context: number;
  /** [nHeads, nopeDim] and [nHeads, ropeDim] */
  readonly qContent: ArrayLike<number>;
  readonly qRope: ArrayLike<number>;
  /** [latentDim, context] and [ropeDim, context]: tokens are columns */
  readonly latent: ArrayLike<number>;
  readonly rope: ArrayLike<number>;
  /** [nHeads, nopeDim, latentDim] and [nHeads, valueDim, latentDim] */
  readonly wUpK: ArrayLike<number>;
  readonly wUpV: ArrayLike<number>;
}

/**
 * Attention of one new token over the whole cache, in float64, by way of the latents: expanding
 * thousands of tokens to all heads takes a page too long. `latentAttention`, which expands, is the
 * oracle of this in the tests.
 * @returns [nHeads, valueDim]
 * @source DeepSeek-V2, appendix C with the absorption of section 2.1.2,
 *   https://arxiv.org/abs/2405.04434
 */
export function decodeLatent(input: DecodeLatentInput): Float64Array {
  const { nHeads, latentDim, nopeDim, ropeDim, valueDim, context } = input;
  const output = new Float64Array(nHeads * valueDim);
  for (const head of positionsTo(nHeads)) {
    const upK = part(input.wUpK, head, nopeDim * latentDim);
    const query = new Float64Array(latentDim);
    positionsTo(nopeDim).forEach((d) => {
      const factor = input.qContent[head * nopeDim + d] as number;
      addScaled(query, part(upK, d, latentDim), factor);
    });
    const scores = new Float64Array(context);
    query.forEach((factor, c) => {
      addScaled(scores, part(input.latent, c, context), factor);
    });
    positionsTo(ropeDim).forEach((d) => {
      const factor = input.qRope[head * ropeDim + d] as number;
      addScaled(scores, part(input.rope, d, context), factor);
    });
    const weights = softmax(scores.map((score) => score / Math.sqrt(nopeDim + ropeDim)));
    const mixed = positionsTo(latentDim).map((c) => dot(part(input.latent, c, context), weights));
    const upV = part(input.wUpV, head, valueDim * latentDim);
    positionsTo(valueDim).forEach((d) => {
      output[head * valueDim + d] = dot(part(upV, d, latentDim), mixed);
    });
  }
  return output;
}

function addScaled(sum: Float64Array, values: ArrayLike<number>, factor: number): void {
  for (let i = 0; i < sum.length; i++) {
    sum[i] = (sum[i] as number) + factor * (values[i] as number);
  }
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
