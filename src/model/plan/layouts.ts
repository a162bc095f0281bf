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
  /** GPUs that no plan with this layout can do without; `Infinity` where it cannot keep the promise. */
  readonly fewestGpus: number;
}

/** Layouts of one pair of formats, those with the fewest GPUs first; or why there is none. */
export interface Layouts extends Formats {
  readonly layouts: readonly Layout[];
  /** Of the largest layout, where none starts. */
  readonly problem: Unfit["problem"] | null;
}

/** Every pair of formats that may be used, and its layouts. */
export function layoutsOf(request: PlanRequest): readonly Layouts[] {
  const demand = demandOf(request.traffic, request.seed);
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
  const layouts = tried
    .filter((one): one is Sized => !isUnfit(one))
    .map((one) => layoutOf(request, one, demand))
    .sort((a, b) => a.fewestGpus - b.fewestGpus || a.sized.gpus - b.sized.gpus);
  const last = tried.at(-1);
  const problem = layouts.length === 0 && last && isUnfit(last) ? last.problem : null;
  return { ...formats, layouts, problem };
}

const mostNodes = 16;

function layoutOf(request: PlanRequest, sized: Sized, demand: Demand): Layout {
  const ceilings = ceilingsOf(request, sized, demand);
  const { rate } = lowestOf(ceilings);
  return { sized, ceilings, fewestGpus: replicasFor(request, sized, rate) * sized.gpus };
}

/** Copies of an arrangement that a load takes, where one lane of it bears `laneRate`. */
export const replicasFor = (
  { traffic: { rate } }: PlanRequest,
  { pp }: Sized,
  laneRate: number,
): number => (laneRate > 0 ? Math.ceil(rate / (laneRate * pp) - 1e-9) : Infinity);
