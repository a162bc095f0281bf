import { softmax } from "./softmax.ts";

/** One decode step of one layer: sizes and operands, in the layout the runtime keeps its cache in. */
export interface DecodeAttentionInput {
  readonly nHeads: number;
  readonly nKv: number;
  readonly headDim: number;
  readonly context: number;
  /** [nKv, nHeads / nKv, headDim] */
  readonly q: ArrayLike<number>;
  /** [nKv, headDim, context]: K is kept transposed, so that no step has to transpose it. */
  readonly kTransposed: ArrayLike<number>;
  /** [nKv, context, headDim] */
  readonly v: ArrayLike<number>;
}

/**
 * Attention of one new token over the whole cache, softmax(q Kᵀ / √headDim) V, in float64.
 *
 * @returns [nKv, nHeads / nKv, headDim], row-major, dimensionless
 * @error rounding of float64 only, at most about context · 2⁻⁵³ of the largest |v|
 * @source Vaswani et al. 2017, equation 1, https://arxiv.org/abs/1706.03762; query heads share K and
 *   V in consecutive groups as in Ainslie et al. 2023, https://arxiv.org/abs/2305.13245
 * @throws RangeError when a length or nKv does not fit the sizes
 */
export function decodeAttention(input: DecodeAttentionInput): Float64Array {
  const { nHeads, nKv, headDim, context, q, kTransposed, v } = input;
  if (nHeads % nKv !== 0) throw new RangeError(`nKv ${nKv} does not divide nHeads ${nHeads}`);
  requireLength("q", q, nHeads * headDim);
  requireLength("kTransposed", kTransposed, nKv * headDim * context);
  requireLength("v", v, nKv * headDim * context);

  const group = nHeads / nKv;
  const output = new Float64Array(nHeads * headDim);
  for (let head = 0; head < nHeads; head++) {
    const cacheStart = Math.floor(head / group) * headDim * context;
    const weights = softmax(scores(q, head * headDim, kTransposed, cacheStart, headDim, context));
    for (let token = 0; token < context; token++) {
      const weight = weights[token] as number;
      for (let d = 0; d < headDim; d++) {
        const at = head * headDim + d;
        const value = v[cacheStart + token * headDim + d] as number;
        output[at] = (output[at] as number) + weight * value;
      }
    }
  }
  return output;
}

function scores(
  q: ArrayLike<number>,
  queryStart: number,
  kTransposed: ArrayLike<number>,
  cacheStart: number,
  headDim: number,
  context: number,
): Float64Array {
  const result = new Float64Array(context);
  // Channel by channel, because that is the order the transposed cache lies in.
  for (let d = 0; d < headDim; d++) {
    const query = (q[queryStart + d] as number) / Math.sqrt(headDim);
    const rowStart = cacheStart + d * context;
    for (let token = 0; token < context; token++) {
      result[token] = (result[token] as number) + query * (kTransposed[rowStart + token] as number);
    }
  }
  return result;
}

function requireLength(name: string, values: ArrayLike<number>, length: number): void {
  if (values.length === length) return;
  throw new RangeError(`${name} holds ${values.length} numbers, the sizes ask for ${length}`);
}
