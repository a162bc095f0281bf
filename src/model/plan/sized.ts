import { reportedBytes, usualTerms, vllmAvailableBytes } from "../engines/budget.ts";
import {
  type Capacity,
  type Deployment,
  deploymentDefaults,
  EngineError,
} from "../engines/engine.ts";
import { engineFormats } from "../engines/engine-formats.ts";
import { capacityOf, type Engine } from "../engines/select.ts";
import { cacheFormat, weightBytes } from "../formats.ts";
import type { Scenario } from "../serve/scenario.ts";
import { assumedReach, serviceCosts } from "../serve/service-costs.ts";
import type { StepCosts } from "../serve/step-time.ts";
import { workloadOf } from "../serve/traffic.ts";
import { isEvenSplit } from "../sharding.ts";
import { bytesPerGiB } from "../units.ts";
import { type Arrangement, growsEvenly, meanTokens, type PlanRequest } from "./plan-request.ts";

/** An engine that fills a memory with blocks. */
type FillingEngine = Engine & { readonly name: "vllm" | "sglang" };
const vllm: FillingEngine = { name: "vllm", version: null };

/** An arrangement that starts, and what it has room for. */
export interface Sized extends Arrangement {
  readonly gpus: number;
  /** Of one GPU: what it gives to the cache. */
  readonly availableBytes: number;
  /** What vLLM prints of it. */
  readonly capacity: Capacity;
  /**
   * A pipeline serves its stages' batches in turn, each at the speed of one stage: it is `pp` lanes
   * with a part of the memory each. Tokens of requests of mean length that one lane holds.
   */
  readonly laneSlots: number;
  /** Of a step of one lane. */
  readonly costs: StepCosts;
}

/** Why an arrangement does not start. */
export interface Unfit extends Arrangement {
  /**
   * Heads that cannot be split so; a format the engine does not have; no room beside the weights, or
   * none for the longest request.
   */
  readonly problem: "split" | "format" | "room" | "longest";
}

/**
 * vLLM's own places of a batch and tokens of a step: `UsageContext.OPENAI_API_SERVER` in
 * `engine/arg_utils.py`, by the memory of a GPU.
 */
export function stepLimits(memoryBytes: number): {
  readonly places: number;
  readonly budget: number;
} {
  const isLarge = reportedBytes(memoryBytes) >= 70 * bytesPerGiB;
  return isLarge ? { places: 1024, budget: 8192 } : { places: 256, budget: 2048 };
}

/** Bytes that one GPU gives to vLLM's cache; 0 where the weights take all. */
export const availableBytesOf = (request: PlanRequest, arrangement: Arrangement): number =>
  memoryOf("vllm", request, arrangement).availableBytes;

function memoryOf(engine: FillingEngine["name"], request: PlanRequest, arrangement: Arrangement) {
  const { tp, pp, weights } = arrangement;
  const totalBytes = reportedBytes(request.gpu.memoryBytes);
  const usual = usualTerms(engine, totalBytes, tp);
  const availableBytes = vllmAvailableBytes({
    ...{ totalBytes, ...usual },
    weightBytes: Math.ceil(weightBytes(request.model.allParams, weights) / (tp * pp)),
  });
  return { availableBytes, utilization: usual.utilization };
}

/** What an engine finds when it is started so. @throws EngineError when it refuses. */
function started(
  engine: FillingEngine,
  request: PlanRequest,
  arrangement: Arrangement,
  limits: Partial<Pick<Deployment, "maxModelLen" | "maxBatchedTokens">> = {},
): { readonly availableBytes: number; readonly utilization: number; readonly capacity: Capacity } {
  const { model, gpu } = request;
  const { tp, pp, kv } = arrangement;
  const memory = memoryOf(engine.name, request, arrangement);
  const plan: Deployment = {
    ...deploymentDefaults,
    ...{ layers: model.layers, format: cacheFormat(kv), tp, pp },
    ...(model.nHeads > 0 && { nHeads: model.nHeads }),
    availableBytes: memory.availableBytes,
    maxModelLen: request.traffic.mostTokens,
    maxBatchedTokens: stepLimits(gpu.memoryBytes).budget,
    ...limits,
  };
  return { ...memory, capacity: capacityOf(engine, plan) };
}

/** What vLLM and SGLang find, and the limits of a step that they are given. */
export const vllmStart = (request: PlanRequest, arrangement: Arrangement) => ({
  ...started(vllm, request, arrangement),
  ...stepLimits(request.gpu.memoryBytes),
});
export const sglangStart = (request: PlanRequest, arrangement: Arrangement) => ({
  ...started({ name: "sglang", version: null }, request, arrangement),
  ...stepLimits(request.gpu.memoryBytes),
});

/** An arrangement with what it has room for, or why it does not start. */
export function sizeOf(request: PlanRequest, arrangement: Arrangement): Sized | Unfit {
  const { model } = request;
  const unfit = (problem: Unfit["problem"]): Unfit => ({ ...arrangement, problem });
  const { kv, tp, pp } = arrangement;
  if (!isSplit(request, tp)) return unfit("split");
  if (engineFormats("vllm", model.layers)?.includes(kv) === false) return unfit("format");
  try {
    const { availableBytes, capacity } = started(vllm, request, arrangement);
    if (availableBytes === 0) return unfit("room");
    if ((capacity.concurrency ?? 0) < 1) return unfit("longest");
    const slots = meanSlots(request, arrangement, capacity.kvTokens);
    return {
      ...arrangement,
      gpus: tp * pp,
      ...{ availableBytes, capacity },
      laneSlots: Math.floor(slots / pp),
      costs: costsOf(request, arrangement),
    };
  } catch (error) {
    if (error instanceof EngineError) return unfit("split");
    throw error;
  }
}

/**
 * Tokens of requests of mean length that vLLM's memory holds: as many as it prints where every layer
 * keeps every token. What it prints for windows is for a request that is being computed; later they
 * keep no more than the window.
 */
function meanSlots(request: PlanRequest, arrangement: Arrangement, kvTokens: number): number {
  if (growsEvenly(request.model.layers)) return kvTokens;
  const mean = meanTokens(request.traffic);
  const limits = { maxModelLen: mean, maxBatchedTokens: 1 };
  return (started(vllm, request, arrangement, limits).capacity.concurrency ?? 0) * mean;
}

export const isUnfit = (one: Sized | Unfit): one is Unfit => "problem" in one;

/** Whether engines split these heads over so many GPUs. */
function isSplit({ model: { layers, nHeads } }: PlanRequest, tp: number): boolean {
  const heads = nHeads > 0 ? nHeads : null;
  return layers.every(({ layer }) =>
    isEvenSplit(layer.kind === "heads" || layer.kind === "tied" ? layer.nKv : null, heads, tp),
  );
}

/** One lane: the GPUs of a stage read all the weights, stage by stage. */
function costsOf(request: PlanRequest, { weights, kv, tp }: Arrangement): StepCosts {
  const { model, gpu, traffic, splitLoss } = request;
  const kept = (1 - splitLoss) ** Math.log2(tp);
  return serviceCosts(
    model,
    {
      ...{ count: tp, bytesPerSecond: gpu.bytesPerSecond, flopsPerSecond: gpu.flopsPerSecond },
      memoryUtilization: kept * assumedReach.memoryUtilization,
      flopsUtilization: kept * assumedReach.flopsUtilization,
    },
    {
      ...{ cache: cacheFormat(kv), weights, tokens: meanTokens(traffic), tp },
      ...{ secondsPerStep: 0, secondsPerSequence: 0 },
    },
  );
}

export const blockTokens = 16;

/** One lane of an arrangement under so many requests a second. */
export function laneScenario(request: PlanRequest, sized: Sized, rate: number): Scenario {
  const { places, budget } = stepLimits(request.gpu.memoryBytes);
  return {
    memory: { kind: "paged", slots: sized.laneSlots, blockTokens },
    batching: { kind: "chunked", batch: places, budget },
    costs: sized.costs,
    workload: workloadOf(request.traffic, rate),
  };
}
