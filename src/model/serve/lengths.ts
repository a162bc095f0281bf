import { naturalExp, naturalLog } from "./elementary.ts";
import type { RandomSource } from "./random-source.ts";
import { ScenarioError } from "./scenario-error.ts";

/** How many tokens prompts or outputs have. */
export type Lengths =
  | { readonly kind: "fixed"; readonly tokens: number }
  | {
      /** Values at equally spaced shares of the requests, from the shortest to the longest. */
      readonly kind: "quantiles";
      readonly tokens: readonly number[];
    }
  | { readonly kind: "exponential"; readonly mean: number }
  | {
      /** `median · e^(spread · z)` with a normal z. */
      readonly kind: "lognormal";
      readonly median: number;
      readonly spread: number;
    }
  | {
      /** From `from` to `to`, the i-th of them in proportion to `i^−exponent`. */
      readonly kind: "zipf";
      readonly from: number;
      readonly to: number;
      readonly exponent: number;
    };

const widestZipf = 2 ** 20;

/**
 * Draws lengths, whole and at least 1.
 * @throws ScenarioError on parameters that describe no length
 */
export function lengthSampler(lengths: Lengths, random: RandomSource): () => number {
  switch (lengths.kind) {
    case "fixed": {
      const { tokens } = lengths;
      if (!isLength(tokens)) throw new ScenarioError("lengths", { tokens });
      return () => tokens;
    }
    case "quantiles":
      return quantileSampler(lengths.tokens, random);
    case "exponential": {
      const mean = positive(lengths.mean);
      return () => atLeastOne(mean * random.exponential());
    }
    case "lognormal": {
      const { spread } = lengths;
      const median = positive(lengths.median);
      if (!(spread >= 0 && spread <= 5)) throw new ScenarioError("lengths", { spread });
      return () => atLeastOne(median * naturalExp(spread * random.normal()));
    }
    case "zipf":
      return zipfSampler(lengths, random);
  }
}

/** The shortest and longest that a sampler can give; infinite where nothing bounds it. */
export function lengthRange(lengths: Lengths): readonly [number, number] {
  switch (lengths.kind) {
    case "fixed":
      return [lengths.tokens, lengths.tokens];
    case "quantiles":
      return [lengths.tokens[0] ?? 1, lengths.tokens.at(-1) ?? 1];
    case "zipf":
      return [lengths.from, lengths.to];
    default:
      return [1, Infinity];
  }
}

function quantileSampler(tokens: readonly number[], random: RandomSource): () => number {
  for (const [i, value] of tokens.entries()) {
    if (!isLength(value) || value < (tokens[i - 1] ?? 1)) {
      throw new ScenarioError("lengths", { quantile: i, tokens: value });
    }
  }
  if (tokens.length < 2) throw new ScenarioError("lengths", { quantiles: tokens.length });
  return () => {
    const place = random.uniform() * (tokens.length - 1);
    const below = Math.floor(place);
    const low = tokens[below] ?? 1;
    const high = tokens[below + 1] ?? low;
    return Math.round(low + (high - low) * (place - below));
  };
}

function zipfSampler(
  { from, to, exponent }: Extract<Lengths, { readonly kind: "zipf" }>,
  random: RandomSource,
): () => number {
  if (!isLength(from) || !isLength(to) || to < from || to - from >= widestZipf) {
    throw new ScenarioError("lengths", { from, to });
  }
  if (!(exponent >= 0 && exponent <= 10)) throw new ScenarioError("lengths", { exponent });
  const sums = new Float64Array(to - from + 1);
  let sum = 0;
  for (let i = 0; i < sums.length; i++) {
    sum += naturalExp(-exponent * naturalLog(i + 1));
    sums[i] = sum;
  }
  return () => from + firstAbove(sums, random.uniform() * sum);
}

/** The first place of a rising row whose value is above `value`. */
function firstAbove(rising: Float64Array, value: number): number {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

const isLength = (tokens: number) => Number.isSafeInteger(tokens) && tokens >= 1;

const longest = 2 ** 31;
const atLeastOne = (tokens: number) => Math.min(longest, Math.max(1, Math.round(tokens)));

function positive(mean: number): number {
  if (!(mean > 0 && mean < longest)) throw new ScenarioError("lengths", { mean });
  return mean;
}
