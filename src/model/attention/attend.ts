import { softmax } from "./softmax.ts";

/** The keys and values of one head, a row for each token. */
export interface HeadCache {
  readonly keys: readonly ArrayLike<number>[];
  readonly values: readonly ArrayLike<number>[];
}

/** What one query makes of a head's cache. */
export interface Attended {
  /** [tokens], summing to 1 */
  readonly weights: Float64Array;
  /** [valueDim] */
  readonly output: Float64Array;
}

/**
 * softmax(q · k ÷ √scaleDim) · v over the first `tokens` of the cache, in float64.
 * @source Vaswani et al. 2017, equation 1, https://arxiv.org/abs/1706.03762
 */
export function attend(
  query: ArrayLike<number>,
  { keys, values }: HeadCache,
  tokens: number,
  scaleDim = query.length,
): Attended {
  const scores = new Float64Array(tokens);
  for (let token = 0; token < tokens; token++) {
    const key = keys[token] as ArrayLike<number>;
    let sum = 0;
    for (let d = 0; d < query.length; d++) sum += (query[d] as number) * (key[d] as number);
    scores[token] = sum / Math.sqrt(scaleDim);
  }
  const weights = softmax(scores);
  const output = new Float64Array(values[0]?.length ?? 0);
  for (let token = 0; token < tokens; token++) {
    const [weight, value] = [weights[token] as number, values[token] as ArrayLike<number>];
    for (let d = 0; d < output.length; d++) {
      output[d] = (output[d] as number) + weight * (value[d] as number);
    }
  }
  return { weights, output };
}
