import type { TaskName } from "../lab/family.ts";
import type { Pooling } from "../lab/upcycle/pool-heads.ts";
import {
  type BySeed,
  compareSeeds,
  type SeedComparison,
  type SeedSpread,
  spreadOf,
} from "./compare-seeds.ts";
import { decidedBy } from "./family-results.ts";
import { judgedPlaces } from "./judged-places.ts";
import upcyclingJson from "./lab/upcycling.json" with { type: "json" };
import type { UpcyclingRun } from "./lab-runs.ts";

/** Every upcycled run there is. */
export const upcyclingRuns = upcyclingJson as readonly unknown[] as readonly UpcyclingRun[];

/** Which runs: one task, one number of KV heads, one diet. */
export interface Upcycled {
  readonly task: TaskName;
  readonly nKv: number;
  readonly diet: UpcyclingRun["diet"];
}

/** One way of pooling, over the seeds of its sources. */
export interface PoolingResult {
  readonly pooling: Pooling;
  /** At each place where the runs were judged, at the last one on all held-out texts. */
  readonly course: readonly BySeed[];
  /** Mean over seeds of the cosine of pooled heads with the first of their group. */
  readonly cosines: { readonly wk: SeedSpread; readonly wv: SeedSpread };
}

/** What was pooled one way, way by way, in the order of `poolings`. */
export function poolingResults(
  runs: readonly UpcyclingRun[],
  { task, nKv, diet }: Upcycled,
  poolings: readonly Pooling[],
): readonly PoolingResult[] {
  const place = decidedBy[task] === "loss" ? 1 : 2;
  return poolings.flatMap((pooling) => {
    const of = runs
      .filter((run) => run.task === task && run.nKv === nKv && run.diet === diet)
      .filter((run) => run.pooling === pooling);
    const [first] = of;
    if (!first) return [];
    const bySeed = (value: (run: UpcyclingRun) => number): BySeed =>
      new Map(of.map((run) => [run.seed, value(run)]));
    return [
      {
        pooling,
        course: first.curve.map((_, at) =>
          bySeed((run) => judgedPlaces(run)[at]?.[place] as number),
        ),
        cosines: {
          wk: spreadOf(bySeed(({ cosines }) => cosines.wk)),
          wv: spreadOf(bySeed(({ cosines }) => cosines.wv)),
        },
      },
    ];
  });
}

/** A way of pooling in the order of their results, and how far it is behind the one before it. */
export interface Ranked {
  readonly pooling: Pooling;
  readonly mean: number;
  /** What the one before has more of what is better; `null` of the best. */
  readonly behind: SeedComparison | null;
}

/** Ways of pooling, best first, by what `valuesOf` takes of them. */
export function rankPoolings(
  results: readonly PoolingResult[],
  task: TaskName,
  valuesOf: (result: PoolingResult) => BySeed | undefined,
): readonly Ranked[] {
  const sign = decidedBy[task] === "loss" ? -1 : 1;
  const better = (values: BySeed): BySeed =>
    new Map([...values].map(([seed, value]) => [seed, sign * value]));
  const ranked = results
    .flatMap((result) => {
      const values = valuesOf(result);
      return values ? [{ pooling: result.pooling, values, mean: spreadOf(values).mean }] : [];
    })
    .sort((a, b) => sign * (b.mean - a.mean));
  return ranked.map(({ pooling, values, mean }, at) => {
    const before = ranked[at - 1];
    const behind = before ? compareSeeds(better(before.values), better(values)) : null;
    return { pooling, mean, behind };
  });
}
