import type { DecodeModel } from "../cost/decode-model.ts";
import { kvBytesReadPerStep } from "../cost/kv-bytes-read.ts";
import { decodeAttentionFlops, linearFlops } from "../flops.ts";
import { type CacheFormat, type WeightFormat, weightBytes } from "../formats.ts";
import type { Roofline } from "../roofline.ts";
import type { StepCosts } from "./step-time.ts";

/** What is assumed to be reached of the memory's bandwidth and of the peak where nobody has measured it. */
export const assumedReach = { memoryUtilization: 0.7, flopsUtilization: 0.5 } as const;

export interface ServiceCosts {
  readonly cache: CacheFormat;
  readonly weights: WeightFormat;
  /** Tokens of a typical cache: layers that forget, or read a part, cost as they do there. */
  readonly tokens: number;
  /** GPUs of a tensor-parallel group; else 1. */
  readonly tp?: number;
  readonly secondsPerStep: number;
  readonly secondsPerSequence: number;
}

/**
 * A model on its GPUs as a simulation needs it: what `decodeStep` counts, by token. For full attention
 * the two are equal at every load.
 * @throws RangeError as `decodeStep` does, and on layers with different numbers of experts
 */
export function serviceCosts(
  model: DecodeModel,
  { count, bytesPerSecond, flopsPerSecond, memoryUtilization, flopsUtilization }: Roofline,
  { cache, weights, tokens, tp, secondsPerStep, secondsPerSequence }: ServiceCosts,
): StepCosts {
  const routed = model.routed ?? [];
  const [first] = routed;
  if (routed.some((of) => of.experts !== first?.experts || of.active !== first.active)) {
    throw new RangeError("layers with different numbers of experts");
  }
  const routedParams = routed.reduce((sum, { params }) => sum + params, 0);
  const topK = model.indexer?.topK;
  const options = { ...(tp && { tp }), ...(topK && { topK }) };
  return {
    weightBytes: weightBytes(model.params - routedParams, weights),
    ...(first && {
      experts: {
        bytes: weightBytes(routedParams, weights),
        ...{ count: first.experts, active: first.active },
      },
    }),
    kvBytesPerToken: kvBytesReadPerStep(model.layers, cache, tokens, options) / tokens,
    flopsPerToken: linearFlops(model.activeParams, 1),
    flopsPerPair: decodeAttentionFlops(model, tokens) / tokens,
    bytesPerSecond: count * bytesPerSecond * (memoryUtilization ?? 1),
    flopsPerSecond: count * flopsPerSecond * (flopsUtilization ?? 1),
    ...{ secondsPerStep, secondsPerSequence },
  };
}
