import { memberShape, recipes, type TaskName, type Variant } from "../../lab/family.ts";
import type { Pooling } from "../../lab/upcycle/pool-heads.ts";
import { judgedPlaces } from "../../measured/judged-places.ts";
import familyJson from "../../measured/lab/family.json" with { type: "json" };
import cosinesJson from "../../measured/lab/head-cosines.json" with { type: "json" };
import upcyclingJson from "../../measured/lab/upcycling.json" with { type: "json" };
import type { FamilyRun, HeadCosines, UpcyclingRun } from "../../measured/lab-runs.ts";

const family = familyJson as unknown as readonly FamilyRun[];
const upcycling = upcyclingJson as unknown as readonly UpcyclingRun[];
const cosines = cosinesJson as unknown as readonly HeadCosines[];

/** What runs that differ in nothing but their seed came to. */
export interface OverSeeds {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly each: readonly number[];
}

/** At one place: loss in nats, share of right answers. */
export interface Judged {
  readonly loss: OverSeeds;
  readonly accuracy: OverSeeds;
}

export interface MeasuredPoint extends Judged {
  readonly step: number;
  /** Of the steps that the source was trained for. */
  readonly percent: number;
}

export interface MeasuredCurve {
  readonly pooling: Pooling;
  readonly seeds: number;
  readonly points: readonly MeasuredPoint[];
}

type Place = UpcyclingRun["curve"][number];

function overSeeds(each: readonly number[]): OverSeeds {
  const mean = each.reduce((sum, value) => sum + value, 0) / each.length;
  return { mean, low: Math.min(...each), high: Math.max(...each), each };
}

const judged = (places: readonly Place[]): Judged => ({
  loss: overSeeds(places.map(([, loss]) => loss)),
  accuracy: overSeeds(places.map(([, , accuracy]) => accuracy)),
});

/** Steps that models of the task are trained for. */
export const sourceSteps = (task: TaskName): number => recipes[task].schedule.steps;

export const layersOf = (task: TaskName): number => memberShape(task, "mha").layers;

/** `null` where nothing of it has been trained. */
export function measuredCurve(
  task: TaskName,
  nKv: number,
  pooling: Pooling,
  diet: UpcyclingRun["diet"],
): MeasuredCurve | null {
  const runs = upcycling.filter(
    (run) => run.task === task && run.nKv === nKv && run.pooling === pooling && run.diet === diet,
  );
  if (runs.length === 0) return null;
  const places = runs.flatMap(judgedPlaces);
  const steps = [...new Set(places.map(([step]) => step))].sort((a, b) => a - b);
  return {
    pooling,
    seeds: runs.length,
    points: steps.map((step) => ({
      step,
      percent: (100 * step) / sourceSteps(task),
      ...judged(places.filter(([at]) => at === step)),
    })),
  };
}

/** Where models trained from scratch ended; of one seed, or of all there are. */
export function endOf(task: TaskName, variant: Variant, seed?: number): Judged | null {
  const ends = family
    .filter((run) => run.task === task && run.variant === variant)
    .filter((run) => seed === undefined || run.seed === seed)
    .flatMap((run) => judgedPlaces(run).slice(-1));
  return ends.length === 0 ? null : judged(ends);
}

/** Two KV heads of a layer, numbered from 0, `b` before `a`. */
export interface HeadPair {
  readonly a: number;
  readonly b: number;
  readonly cosines: { readonly wk: number; readonly wv: number };
}

/** Pairs inside the groups, as trained or aligned; `null` where no such model is shipped. */
export function pairsInGroups(
  task: TaskName,
  layer: number,
  nKv: number,
  state: "trained" | "aligned",
): readonly HeadPair[] | null {
  const { nHeads } = memberShape(task, "mha");
  const group = nHeads / nKv;
  const known = cosines.find(
    (each) =>
      each.task === task &&
      each.layer === layer &&
      each.state === (state === "trained" ? "trained" : nKv),
  );
  if (!known) return null;
  const inGroup = (a: number, b: number, of: number) => Math.floor(a / of) === Math.floor(b / of);
  const listed = state === "trained" ? nHeads : group;
  const pairs: (readonly [number, number])[] = [];
  for (let a = 0; a < nHeads; a++) {
    for (let b = 0; b < a; b++) if (inGroup(a, b, listed)) pairs.push([a, b]);
  }
  return pairs.flatMap(([a, b], i) =>
    inGroup(a, b, group)
      ? [{ a, b, cosines: { wk: known.wk[i] as number, wv: known.wv[i] as number } }]
      : [],
  );
}
