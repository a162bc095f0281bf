/** How the next token is chosen. */
export interface Sampling {
  /** 0: always the likeliest. */
  readonly temperature: number;
  /** Only so many of the likeliest may be chosen. */
  readonly topK: number;
  readonly seed: number;
}

/** Probabilities of logits ÷ temperature, in float64. */
export function probabilities(logits: ArrayLike<number>, temperature = 1): Float64Array {
  const scaled = Float64Array.from(logits, (logit) => logit / temperature);
  const largest = scaled.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const shares = scaled.map((logit) => Math.exp(logit - largest));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => share / sum);
}

/** Token ids, the likeliest first. */
export const ranked = (logits: ArrayLike<number>): readonly number[] =>
  Array.from(logits, (_, id) => id).sort(
    (a, b) => (logits[b] as number) - (logits[a] as number) || a - b,
  );

/** The token to follow. @param word a random 32-bit integer */
export function chooseToken(
  logits: ArrayLike<number>,
  { temperature, topK }: Sampling,
  word: number,
): number {
  const candidates = ranked(logits).slice(0, Math.max(1, topK));
  if (temperature === 0) return candidates[0] as number;
  const shares = probabilities(
    candidates.map((id) => logits[id] as number),
    temperature,
  );
  let left = word / 2 ** 32;
  for (const [i, id] of candidates.entries()) {
    left -= shares[i] as number;
    if (left < 0) return id;
  }
  return candidates.at(-1) as number;
}
