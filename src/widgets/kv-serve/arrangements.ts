import { decodeModelOf, rooflineOf } from "../../data/decode-model-of.ts";
import { gpuById } from "../../data/index.ts";
import { cacheFormat, weightBytes } from "../../model/formats.ts";
import { kvBytesPerSequence } from "../../model/kv.ts";
import { kvBudgetBytes } from "../../model/memory.ts";
import type { Batching, MemoryPlan, Scenario } from "../../model/serve/scenario.ts";
import { assumedReach, serviceCosts } from "../../model/serve/service-costs.ts";
import { workloadOf } from "../../model/serve/traffic.ts";
import { bytesPerGB } from "../../model/units.ts";
import { layersOfMha } from "../../model/variants.ts";
import { modelAt } from "../model-at.ts";
import type { ValuesOf } from "../params.ts";
import type { params } from "./params.ts";

export type ServeValues = ValuesOf<typeof params>;

/** The service as it is set, without one of its three savings, and without any. */
export const arrangements = ["all", "no-small", "no-paging", "no-continuous", "none"] as const;
export type Arrangement = (typeof arrangements)[number];

export const blockTokens = 16;
/** vLLM's own defaults on a GPU of 70 GiB and more. */
export const places = 1024;
export const budget = 8192;

export interface Service {
  readonly arrangement: Arrangement;
  /** Bytes of a token, at the length of a mean request. */
  readonly tokenBytes: number;
  readonly slots: number;
  /** Requests that fit: of mean length in blocks, of the greatest where that is reserved. */
  readonly room: number;
  readonly scenario: (rate: number) => Scenario;
}

export function serviceOf(arrangement: Arrangement, values: ServeValues): Service {
  const model = modelAt(values.model, values.most);
  const isSmall = arrangement !== "no-small" && arrangement !== "none";
  const isPaged = arrangement !== "no-paging" && arrangement !== "none";
  const isContinuous = arrangement !== "no-continuous" && arrangement !== "none";
  const layers = isSmall ? model.layers : layersOfMha(model);
  const format = cacheFormat(isSmall ? values.kv : "bf16");
  const tokens = values.prompt + values.output;
  const tokenBytes = kvBytesPerSequence(layers, format, tokens) / tokens;
  const budgetBytes = kvBudgetBytes({
    gpuCount: values.count,
    usableBytesPerGpu: gpuById(values.gpu).memoryBytes,
    weightBytes: weightBytes(model.params, values.weights),
    reserveBytes: Math.round(values.reserve * bytesPerGB),
  });
  const slots = Math.max(0, Math.floor(budgetBytes / tokenBytes));
  const memory: MemoryPlan = isPaged
    ? { kind: "paged", slots, blockTokens }
    : { kind: "contiguous", slots, reservation: "max", maxTokens: values.most };
  const batching: Batching = isContinuous
    ? { kind: "chunked", batch: places, budget }
    : { kind: "request", batch: places };
  const costs = serviceCosts(
    decodeModelOf(model, layers),
    { ...rooflineOf(gpuById(values.gpu), values.count), ...assumedReach },
    { cache: format, weights: values.weights, tokens, secondsPerStep: 0, secondsPerSequence: 0 },
  );
  return {
    ...{ arrangement, tokenBytes, slots },
    room: Math.floor(slots / (isPaged ? Math.min(values.most, tokens) : values.most)),
    scenario: (rate) => ({
      ...{ memory, batching, costs },
      workload: workloadOf(
        { promptTokens: values.prompt, outputTokens: values.output, mostTokens: values.most },
        rate,
      ),
    }),
  };
}
