import { meanOf, pairedDifference } from "../model/paired-difference.ts";

/** Results by seed, in any unit. */
export type BySeed = ReadonlyMap<number, number>;

/** Values of several seeds: their mean, and how far apart they are. */
export interface SeedSpread {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  readonly seeds: number;
}

/** @throws RangeError where there is no seed */
export function spreadOf(values: BySeed): SeedSpread {
  const all = [...values.values()];
  return {
    mean: meanOf(all),
    least: Math.min(...all),
    most: Math.max(...all),
    seeds: all.length,
  };
}

/** What one model has more than another, seed by seed. */
export interface SeedComparison extends SeedSpread {
  /** Of the mean difference; `null` for a single seed, which says nothing of others. */
  readonly standardError: number | null;
  /** Seeds in which the one has more. */
  readonly wins: number;
  /** What may be said of it, see `verdictOf`. */
  readonly verdict: "clear" | "within" | "few";
}

/** With fewer seeds nothing is said but the difference. */
const fewestSeeds = 3;

/**
 * `one − other` over the seeds that both have; `null` where they share none.
 *
 * The difference counts as clear when its mean is larger than the distance between its largest and
 * its smallest value: then all seeds agree on its sign, and would if one of them were off by as much
 * as two ever were. It is no test of significance, which three seeds do not bear.
 */
export function compareSeeds(one: BySeed, other: BySeed): SeedComparison | null {
  const seeds = [...one.keys()].filter((seed) => other.has(seed)).sort((a, b) => a - b);
  if (seeds.length === 0) return null;
  const of = (values: BySeed) => seeds.map((seed) => values.get(seed) as number);
  const [before, after] = [of(other), of(one)];
  const differences = after.map((value, i) => value - (before[i] as number));
  const spread = spreadOf(new Map(differences.map((value, i) => [i, value])));
  return {
    ...spread,
    standardError: seeds.length < 2 ? null : pairedDifference(before, after).standardError,
    wins: differences.filter((value) => value > 0).length,
    verdict: verdictOf(spread),
  };
}

function verdictOf({ mean, least, most, seeds }: SeedSpread): SeedComparison["verdict"] {
  if (seeds < fewestSeeds) return "few";
  return Math.abs(mean) > most - least ? "clear" : "within";
}
