import {
  isKept,
  type Patience,
  type SteadyWindow,
  steadyWindow,
  windowFor,
} from "../serve/steady-window.ts";
import { lowestOf } from "./ceilings.ts";
import { type Formats, type Layout, type Layouts, replicasFor } from "./layouts.ts";
import type { PlanRequest } from "./plan-request.ts";
import { laneScenario, type Sized } from "./sized.ts";

/** The cheapest way to serve a load with one pair of formats. */
export interface Found extends Formats {
  readonly sized: Sized;
  readonly replicas: number;
  readonly gpus: number;
  /** A lane of it under its share of the load. */
  readonly measured: SteadyWindow;
  /** Requests a second that all of it bears as promised. */
  readonly upTo: number;
}

export type PlanEvent =
  | {
      /** One simulation: whether so many copies of a layout keep the promise. */
      readonly kind: "tried";
      readonly formats: Formats;
      readonly tp: number;
      readonly pp: number;
      readonly replicas: number;
      readonly kept: boolean;
    }
  | {
      readonly kind: "found";
      readonly formats: Formats;
      /** `null`: no number of GPUs that may be used keeps the promise. */
      readonly found: Found | null;
    };

/** Requests enough that chance moves a tenth of them little, but no more than half an hour. */
const patience: Patience = { warmUp: 20, shortest: 30, requests: 1000, longest: 1800 };

/** Halvings, on a logarithmic axis, of the way from what is borne to the ceiling. */
const refinements = 4;

/**
 * The cheapest layout of every pair of formats, by simulation. A layout whose ceilings ask for more GPUs
 * than are needed already is not simulated: it cannot be cheaper.
 */
export function* findPlan(
  request: PlanRequest,
  all: readonly Layouts[],
): Generator<PlanEvent, void, undefined> {
  for (const { weights, kv, layouts } of all) {
    const found = yield* cheapest(request, { weights, kv }, layouts);
    yield { kind: "found", formats: { weights, kv }, found };
  }
}

function* cheapest(
  request: PlanRequest,
  formats: Formats,
  layouts: readonly Layout[],
): Generator<PlanEvent, Found | null, undefined> {
  let best: (Needed & { readonly layout: Layout }) | null = null;
  let limit = request.gpu.most;
  for (const layout of layouts) {
    const { sized, ceilings, fewestGpus } = layout;
    // As many GPUs as the best has are no gain.
    if (fewestGpus > limit || (best && fewestGpus === limit)) continue;
    const most = Math.floor((best ? limit - 1 : limit) / sized.gpus);
    const fewest = replicasFor(request, sized, lowestOf(ceilings).rate);
    const needed = yield* fewestReplicas({ request, formats, sized }, fewest, most);
    if (!needed) continue;
    best = { ...needed, layout };
    limit = needed.replicas * sized.gpus;
  }
  if (!best) return null;
  const { replicas, measured, layout } = best;
  const { sized, ceilings } = layout;
  const trial = { request, formats, sized };
  const upTo = yield* highestRate(trial, replicas, lowestOf(ceilings).rate);
  return { ...formats, sized, replicas, gpus: limit, measured, upTo };
}

interface Trial {
  readonly request: PlanRequest;
  readonly formats: Formats;
  readonly sized: Sized;
}

interface Needed {
  readonly replicas: number;
  readonly measured: SteadyWindow;
}

/** The fewest copies from `fewest` to `most` that keep the promise; more of them never do worse. */
function* fewestReplicas(
  trial: Trial,
  fewest: number,
  most: number,
): Generator<PlanEvent, Needed | null, undefined> {
  if (fewest > most) return null;
  let failed = fewest - 1;
  let kept: Needed | null = null;
  for (let replicas = fewest; ; replicas = Math.min(most, Math.ceil(replicas * 1.3))) {
    kept = yield* tried(trial, replicas);
    if (kept || replicas >= most) break;
    failed = replicas;
  }
  while (kept && kept.replicas - failed > 1) {
    const middle = Math.floor((failed + kept.replicas) / 2);
    const better: Needed | null = yield* tried(trial, middle);
    if (better) kept = better;
    else failed = middle;
  }
  return kept;
}

/** Requests a second that so many copies bear, which bear what is asked for. */
function* highestRate(
  trial: Trial,
  replicas: number,
  ceiling: number,
): Generator<PlanEvent, number, undefined> {
  const lanes = replicas * trial.sized.pp;
  let low = trial.request.traffic.rate;
  let high = Math.max(low, ceiling * lanes);
  for (let i = 0; i < refinements && high / low > 1.01; i++) {
    const middle = Math.sqrt(low * high);
    const kept = yield* tried(trial, replicas, middle);
    if (kept) low = middle;
    else high = middle;
  }
  return low;
}

function* tried(
  { request, formats, sized }: Trial,
  replicas: number,
  rate: number = request.traffic.rate,
): Generator<PlanEvent, Needed | null, undefined> {
  const { tp, pp } = sized;
  const measured = laneWindow(request, sized, rate / (replicas * pp));
  const kept = isKept(measured);
  yield { kind: "tried", formats, tp, pp, replicas, kept };
  return kept ? { replicas, measured } : null;
}

/** A lane of an arrangement under so many requests a second. */
export function laneWindow(request: PlanRequest, sized: Sized, rate: number): SteadyWindow {
  const { pace, traffic, seed } = request;
  const window = windowFor(rate, pace, traffic.outputTokens, patience);
  return steadyWindow(laneScenario(request, sized, rate), seed, pace, window);
}
