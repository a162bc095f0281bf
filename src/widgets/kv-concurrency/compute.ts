import type { ModelEntry } from "../../data/index.ts";
import { concurrentRequests, gpusNeeded, longestContextTokens } from "../../model/concurrency.ts";
import { cacheFormat, weightBytes } from "../../model/formats.ts";
import { mostKvBytesOfSequence } from "../../model/kv.ts";
import { kvBudgetBytes, type MemoryPlan } from "../../model/memory.ts";
import { bytesPerGB } from "../../model/units.ts";
import { ownOf, type Variant, variantsOf } from "../../model/variants.ts";
import { modelAt } from "../model-at.ts";
import type { ValuesOf } from "../params.ts";
import type { params } from "./params.ts";

export type ConcurrencyValues = ValuesOf<typeof params>;

export interface VariantRequests extends Variant {
  readonly requestBytes: number;
  /** Whole requests that fit. */
  readonly requests: number;
  /** Longest context at which the wanted number of requests fits, in tokens. */
  readonly longestContext: number;
  /** GPUs for the wanted number of requests at the reader's context. */
  readonly gpus: number;
  /** Price of one request for an hour, in the reader's money; `null` when none fits. */
  readonly hourlyPrice: number | null;
}

export interface ConcurrencyResult {
  readonly model: ModelEntry;
  readonly plan: MemoryPlan;
  readonly totalBytes: number;
  /** Negative when weights and reserve alone do not fit. */
  readonly budgetBytes: number;
  readonly variants: readonly VariantRequests[];
  readonly own: VariantRequests;
}

/** Everything the widget shows, from its parameters. */
export function compute(values: ConcurrencyValues): ConcurrencyResult {
  const model = modelAt(values.model, values.context);
  const plan: MemoryPlan = {
    gpuCount: values.count,
    usableBytesPerGpu: Math.round(values.usable * bytesPerGB),
    weightBytes: weightBytes(model.params, values.weights),
    reserveBytes: Math.round(values.reserve * bytesPerGB),
  };
  const budgetBytes = kvBudgetBytes(plan);
  const format = cacheFormat(values.kv);
  const variants = variantsOf(model).map((variant): VariantRequests => {
    const requestBytes = mostKvBytesOfSequence(variant.layers, format, values.context);
    const requests = concurrentRequests(budgetBytes, requestBytes);
    return {
      ...variant,
      requestBytes,
      requests,
      longestContext: longestContextTokens(variant.layers, format, budgetBytes, values.wanted),
      gpus: gpusNeeded(plan, requestBytes, values.wanted),
      hourlyPrice: requests === 0 ? null : (values.price * values.count) / requests,
    };
  });
  return {
    model,
    plan,
    totalBytes: plan.gpuCount * plan.usableBytesPerGpu,
    budgetBytes,
    variants,
    own: ownOf(variants),
  };
}
