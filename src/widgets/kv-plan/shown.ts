import { lowestOf } from "../../model/plan/ceilings.ts";
import type { Formats, Layout, Layouts } from "../../model/plan/layouts.ts";
import { cheapestOf } from "../../model/plan/plan-cost.ts";
import type { RunState } from "../widget.ts";
import type { PlanResult, PlanValues } from "./compute.ts";
import { type PairName, pairNames } from "./params.ts";
import { eventsOf, type FoundPlan, type FoundRow, rowsOf } from "./search.ts";

/** A pair of formats with what is known of it. */
export interface Row extends Formats {
  readonly name: PairName;
  readonly problem: Layouts["problem"];
  /** As simulated; `null` where nothing keeps the promise, `undefined` while it is not known. */
  readonly plan: FoundPlan | null | undefined;
  /** Of the plan; before a simulation of the layout that may need the fewest GPUs. */
  readonly layout: Layout | null;
  /** GPUs of the plan; else those that no plan can do without, 0 where there is none. */
  readonly gpus: number;
  readonly replicas: number;
}

export function rowsShown(
  { pairs }: PlanResult,
  values: PlanValues,
  run: RunState<PlanValues>,
): readonly Row[] {
  const found = rowsOf(eventsOf(values, run).events);
  return pairs.map((pair) => rowOf(pair, found));
}

function rowOf({ weights, kv, layouts, problem }: Layouts, found: readonly FoundRow[]): Row {
  const plan = found.find((one) => one.weights === weights && one.kv === kv)?.plan;
  const layout = plan
    ? layouts.find(({ sized }) => sized.tp === plan.tp && sized.pp === plan.pp)
    : layouts[0];
  const gpus = plan?.gpus ?? layout?.fewestGpus ?? 0;
  const name = pairNames.find((one) => one === `${weights}-${kv}`) as PairName;
  return {
    ...{ name, weights, kv, problem, plan, gpus },
    layout: layout ?? null,
    replicas: layout ? gpus / layout.sized.gpus : 0,
  };
}

/** The row that is picked: the cheapest, or the one the reader chose. `null` where nothing starts. */
export function pickedOf(rows: readonly Row[], { pick }: PlanValues): Row | null {
  const starts = rows.filter(({ layout, plan }) => layout !== null && plan !== null);
  const chosen = starts.find(({ name }) => name === pick);
  if (chosen) return chosen;
  const known = starts.flatMap((row) => (row.plan ? [{ ...row, upTo: row.plan.upTo }] : []));
  if (isSimulated(rows)) return rows.find(({ name }) => name === cheapestOf(known)?.name) ?? null;
  return [...starts].sort((a, b) => a.gpus - b.gpus)[0] ?? null;
}

/** Whether every pair has been simulated. */
export const isSimulated = (rows: readonly Row[]): boolean =>
  rows.every(({ plan, layout }) => plan !== undefined || layout === null);

/** Requests a second of all copies together, and what limits them. */
export function ceilingsShown({ layout, replicas }: Row) {
  if (!layout) return null;
  const lanes = replicas * layout.sized.pp;
  const { room, pace, compute } = layout.ceilings;
  const of = { room: room * lanes, pace: pace * lanes, compute: compute * lanes };
  return { ...of, limit: lowestOf(layout.ceilings).limit };
}
