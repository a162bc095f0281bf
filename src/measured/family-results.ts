import type { TaskName, Variant } from "../lab/family.ts";
import {
  type BySeed,
  compareSeeds,
  type SeedComparison,
  type SeedSpread,
  spreadOf,
} from "./compare-seeds.ts";
import scoresJson from "./lab/family-scores.json" with { type: "json" };
import type { FamilyRun } from "./lab-runs.ts";

/** What a run of the family came to, without its course. */
export type FamilyScore = Pick<
  FamilyRun,
  "task" | "variant" | "seed" | "cachedValues" | "parameters" | "tokensSeen" | "loss" | "accuracy"
>;

/** Of every run there is, as `family.json` has them. */
export const familyScores = scoresJson as readonly FamilyScore[];

/** What a task is decided by: the share of right answers, or the loss in nats. */
export const decidedBy = { recall: "accuracy", text: "loss" } as const satisfies Record<
  TaskName,
  "accuracy" | "loss"
>;

/** One variant of a task, over its seeds. */
export interface FamilyResult extends SeedSpread {
  readonly variant: Variant;
  /** Numbers that a layer caches for a token. */
  readonly cachedValues: number;
  readonly parameters: number;
  readonly tokensSeen: number;
  readonly values: BySeed;
  /** What it has more than MHA of the same seed; `null` of MHA itself. */
  readonly againstMha: SeedComparison | null;
}

/** The variants of a task that have been trained, largest cache first. */
export function familyResults(
  scores: readonly FamilyScore[],
  task: TaskName,
): readonly FamilyResult[] {
  const runs = scores.filter((run) => run.task === task);
  const valuesOf = (variant: Variant): BySeed =>
    new Map(
      runs.filter((run) => run.variant === variant).map((run) => [run.seed, run[decidedBy[task]]]),
    );
  const mha = valuesOf("mha");
  const first = runs.filter(
    (run, at) => runs.findIndex(({ variant }) => variant === run.variant) === at,
  );
  return first
    .map(({ variant, cachedValues, parameters, tokensSeen }) => {
      const values = valuesOf(variant);
      const againstMha = variant === "mha" ? null : compareSeeds(values, mha);
      return {
        ...{ variant, cachedValues, parameters, tokensSeen, values, againstMha },
        ...spreadOf(values),
      };
    })
    .sort((a, b) => b.cachedValues - a.cachedValues || order(a) - order(b));
}

const order = ({ variant }: Pick<FamilyResult, "variant">): number =>
  ["mha", "gqa", "vha", "mqa", "mla"].indexOf(variant);
