import { memberShape, type TaskName, type Variant } from "../lab/family.ts";
import { type Pooling, poolings } from "../lab/upcycle/pool-heads.ts";
import { uptrainingPercents } from "../lab/upcycle/uptraining.ts";
import {
  type BySeed,
  compareSeeds,
  type SeedComparison,
  type SeedSpread,
  spreadOf,
} from "../measured/compare-seeds.ts";
import { decidedBy, type FamilyScore, familyScores } from "../measured/family-results.ts";
import type { UpcyclingRun } from "../measured/lab-runs.ts";
import {
  type PoolingResult,
  poolingResults,
  type Ranked,
  rankPoolings,
  upcyclingRuns,
} from "../measured/upcycling-results.ts";

/** Shares of the source's training that a page shows, in percent. */
export const shownPercents = [0, 2.5, 5, 10, 30] as const;
export type ShownPercent = (typeof shownPercents)[number];

/** The share after which ways of pooling are compared: the paper's. */
export const comparedPercent = 5;

/** What was pooled into one number of KV heads. */
export interface UpcycledGroup {
  readonly nKv: number;
  /** Sources that were pooled, over all ways. */
  readonly seeds: number;
  readonly poolings: readonly {
    readonly pooling: Pooling;
    /** In the order of `shownPercents`; `null` where it was not judged. */
    readonly course: readonly (SeedSpread | null)[];
  }[];
  /** Best first, after `comparedPercent`. */
  readonly order: readonly Ranked[];
  /** Best at the end, and what it has more than its sources, negative where it is behind. */
  readonly best: {
    readonly pooling: Pooling;
    readonly over: SeedComparison | null;
    /** Ways that end so near to it that seeds are further apart. */
    readonly level: readonly Pooling[];
  } | null;
  /** The MHA models that were pooled. */
  readonly source: SeedSpread | null;
  /** The same attention, trained from scratch; `null` where the family has none. */
  readonly scratch: SeedSpread | null;
}

/** Groups of one task and diet for which there are runs, most KV heads first. */
export function upcycledGroups(
  task: TaskName,
  diet: UpcyclingRun["diet"],
  runs: readonly UpcyclingRun[] = upcyclingRuns,
  family: readonly FamilyScore[] = familyScores,
): readonly UpcycledGroup[] {
  return [4, 2, 1].flatMap((nKv) => {
    const results = poolingResults(runs, { task, nKv, diet }, poolings);
    return results.length === 0 ? [] : [groupOf(results, task, nKv, family)];
  });
}

function groupOf(
  results: readonly PoolingResult[],
  task: TaskName,
  nKv: number,
  family: readonly FamilyScore[],
): UpcycledGroup {
  const sign = decidedBy[task] === "loss" ? -1 : 1;
  const sources = familyValues(family, task, "mha");
  const pooled = new Map(results.flatMap((of) => [...(endOf(of) ?? [])]));
  const shared: BySeed = new Map([...sources].filter(([seed]) => pooled.has(seed)));
  const [best] = rankPoolings(results, task, endOf);
  const chosen = results.find(({ pooling }) => pooling === best?.pooling);
  const end = chosen && endOf(chosen);
  const better = (values: BySeed): BySeed =>
    new Map([...values].map(([seed, value]) => [seed, sign * value]));
  const over = end ? compareSeeds(better(end), better(shared)) : null;
  const level = results
    .filter((result) => {
      const values = endOf(result);
      if (result === chosen || !values || !end) return false;
      return compareSeeds(better(end), better(values))?.verdict === "within";
    })
    .map(({ pooling }) => pooling);
  const scratch = scratchOf(family, task, nKv);
  return {
    ...{ nKv, seeds: pooled.size },
    poolings: results.map((result) => ({
      pooling: result.pooling,
      course: shownPercents.map((percent) => {
        const values = valuesAt(result, percent);
        return values ? spreadOf(values) : null;
      }),
    })),
    order: rankPoolings(results, task, (result) => valuesAt(result, comparedPercent)),
    best: best ? { pooling: best.pooling, over, level } : null,
    source: shared.size > 0 ? spreadOf(shared) : null,
    scratch: scratch.size > 0 ? spreadOf(scratch) : null,
  };
}

/** After a share of the source's training. */
export const valuesAt = ({ course }: PoolingResult, percent: ShownPercent): BySeed | undefined =>
  course[uptrainingPercents.indexOf(percent)];

const endOf = ({ course }: PoolingResult): BySeed | undefined => course.at(-1);

function scratchOf(family: readonly FamilyScore[], task: TaskName, nKv: number): BySeed {
  const same = (["gqa", "mqa"] as const).find((variant) => {
    const { attention } = memberShape(task, variant);
    return attention.kind === "grouped" && attention.nKv === nKv;
  });
  return same ? familyValues(family, task, same) : new Map();
}

const familyValues = (family: readonly FamilyScore[], task: TaskName, variant: Variant): BySeed =>
  new Map(
    family
      .filter((run) => run.task === task && run.variant === variant)
      .map((run) => [run.seed, run[decidedBy[task]]]),
  );

/** How alike heads are that get merged: mean cosines of K's and V's weights, before and after. */
export interface CosineRow {
  readonly nKv: number;
  readonly beforeK: number | null;
  readonly afterK: number | null;
  readonly beforeV: number | null;
  readonly afterV: number | null;
}

/** One row for each number of KV heads, most first; what was aligned is what was averaged then. */
export function cosineRows(
  task: TaskName,
  runs: readonly UpcyclingRun[] = upcyclingRuns,
): readonly CosineRow[] {
  return [4, 2, 1].flatMap((nKv) => {
    const results = poolingResults(runs, { task, nKv, diet: "same" }, poolings);
    const of = (pooling: Pooling) => results.find((result) => result.pooling === pooling)?.cosines;
    const [before, after] = [of("mean"), of("aligned")];
    if (!before && !after) return [];
    const mean = (spread: SeedSpread | undefined) => spread?.mean ?? null;
    return [
      {
        nKv,
        ...{ beforeK: mean(before?.wk), afterK: mean(after?.wk) },
        ...{ beforeV: mean(before?.wv), afterV: mean(after?.wv) },
      },
    ];
  });
}
