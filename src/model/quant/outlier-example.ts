import { seededNormal } from "../attention/seeded-normal.ts";

/** One head's queries, keys and values, each row by row. */
export interface HeadExample {
  readonly channels: number;
  /** [queries, channels] */
  readonly q: Float32Array;
  /** [tokens, channels] */
  readonly k: Float32Array;
  readonly v: Float32Array;
  /** Channels of K that are loud. */
  readonly loud: readonly number[];
  /** Query `i` is that of token `i` and reads the tokens up to it; otherwise each reads all. */
  readonly causal?: true;
}

/** Where the loud channels of 128 lie, and what their mean is: fixed, as papers find them in real keys. */
const loudMeans = new Map([
  [7, 18],
  [40, -14],
  [71, 12],
  [104, -20],
]);
const channels = 128;

/**
 * Keys of the kind KIVI and KVQuant report before RoPE: a few fixed channels stand far from 0 and vary
 * more, the others are normal. Queries and values are normal.
 * @param loudness 1: means of 12 to 20 deviations; 0: no channel differs from the others
 * @source https://arxiv.org/abs/2402.02750, https://arxiv.org/abs/2401.18079
 */
export function outlierExample(tokens: number, loudness = 1, seed = 1): HeadExample {
  const k = seededNormal(seed, tokens * channels);
  for (let t = 0; t < tokens; t++) {
    for (const [c, mean] of loudMeans) {
      const at = t * channels + c;
      k[at] = (k[at] as number) * (1 + loudness) + mean * loudness;
    }
  }
  return {
    ...{ channels, k, loud: [...loudMeans.keys()] },
    q: seededNormal(seed + 1, 64 * channels),
    v: seededNormal(seed + 2, tokens * channels),
  };
}
