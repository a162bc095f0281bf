import type { FormatName, WeightFormat } from "../formats.ts";
import { type Ceilings, ceilingsOf, lowestOf } from "./ceilings.ts";
import { type Demand, demandOf } from "./demand.ts";
import type { PlanRequest } from "./plan-request.ts";
import { isUnfit, type Sized, sizeOf, type Unfit } from "./sized.ts";

/** What weights and cache are stored in, and the ways to lay that on GPUs. */
export interface Formats {
  readonly weights: WeightFormat;
  readonly kv: FormatName;
}

/** A layout that starts, with what it cannot pass. */
export interface Layout {
  readonly sized: Sized;
  readonly ceilings: Ceilings;
  /** GPUs that no plan with this layout can do without. */
  readonly fewestGpus: number;
}

/** Layouts of one pair of formats that may keep the promise, those with the fewest GPUs first. */
export interface Layouts extends Formats {
  readonly layouts: readonly Layout[];
  /** Why there is none: the largest does not start, or all are too slow for a single request. */
  readonly problem: Unfit["problem"] | "pace" | null;
}

/** Every pair of formats that may be used, and its layouts. */
export function layoutsOf(
  request: PlanRequest,
  demand: Demand = demandOf(request.traffic, request.seed),
): readonly Layouts[] {
  return request.weights.flatMap((weights) =>
    request.kv.map((kv) => layoutsWith(request, { weights, kv }, demand)),
  );
}

/**
 * Layers are split over the GPUs of one machine. A model that needs several machines has a part of
 * its layers on each, split over all GPUs there, as vLLM's manual advises
 * (https://docs.vllm.ai/en/latest/serving/parallelism_scaling/).
 */
function layoutsWith(request: PlanRequest, formats: Formats, demand: Demand): Layouts {
  const { perNode, most } = request.gpu;
  const sized = (tp: number, pp: number) => sizeOf(request, { ...formats, tp, pp });
  const doublings = Math.floor(Math.log2(Math.min(perNode, most)));
  const within = Array.from({ length: doublings + 1 }, (_, i) => sized(2 ** i, 1));
  const nodes = Math.min(mostNodes, Math.floor(most / perNode));
  const across = within.every(isUnfit)
    ? Array.from({ length: Math.max(0, nodes - 1) }, (_, i) => sized(perNode, i + 2))
    : [];
  const tried = [...within, ...across];
  const starting = tried.filter((one): one is Sized => !isUnfit(one));
  const layouts = starting
    .flatMap((one) => layoutOf(request, one, demand) ?? [])
    .sort((a, b) => a.fewestGpus - b.fewestGpus || a.sized.gpus - b.sized.gpus);
  if (layouts.length > 0) return { ...formats, layouts, problem: null };
  const last = tried.at(-1);
  const isSlow = starting.length > 0 || !last || !isUnfit(last);
  return { ...formats, layouts, problem: isSlow ? "pace" : last.problem };
}

const mostNodes = 16;

function layoutOf(request: PlanRequest, sized: Sized, demand: Demand): Layout | null {
  const ceilings = ceilingsOf(request, sized, demand);
  const { rate } = lowestOf(ceilings);
  if (rate === 0) return null;
  return { sized, ceilings, fewestGpus: replicasFor(request, sized, rate) * sized.gpus };
}

/** Copies of an arrangement that a load takes, where one lane of it bears `laneRate`, above 0. */
export const replicasFor = (
  { traffic: { rate } }: PlanRequest,
  { pp }: Sized,
  laneRate: number,
): number => Math.ceil(rate / (laneRate * pp) - 1e-9);
