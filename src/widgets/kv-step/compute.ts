import { decodeModelOf } from "../../data/decode-model-of.ts";
import { type GpuEntry, gpuById, type ModelEntry } from "../../data/index.ts";
import type { DecodeModel } from "../../model/cost/decode-model.ts";
import { expectedExperts, expectedParamsRead } from "../../model/cost/expected-experts.ts";
import { kvBytesReadPerStep } from "../../model/cost/kv-bytes-read.ts";
import { decodeAttentionFlops, linearFlops } from "../../model/flops.ts";
import { cacheFormat, type WeightFormat, weightBytes } from "../../model/formats.ts";
import { kvBytesPerSequence } from "../../model/kv.ts";
import { ownOf, type Variant, variantsOf } from "../../model/variants.ts";
import { modelAt } from "../model-at.ts";
import type { ValuesOf } from "../params.ts";
import type { params } from "./params.ts";

export type StepValues = ValuesOf<typeof params>;

/** One decode step of a variant: a token for each request. */
export interface VariantStep extends Variant {
  /** Read of one request's cache, and of all of them. */
  readonly requestBytes: number;
  readonly kvBytes: number;
  /** Weights and caches together. */
  readonly bytes: number;
  readonly memorySeconds: number;
  /** At the peak; 0 where the peak or the query heads are not known. */
  readonly computeSeconds: number;
  /** The longer of the two. */
  readonly seconds: number;
  readonly tokensPerSecond: number;
  /** All weights and caches, read or not: what the memory has to hold. */
  readonly heldBytes: number;
  readonly fits: boolean;
  /** The smallest batch whose caches are more to read than the weights. */
  readonly overtakes: number;
}

export interface StepResult {
  readonly model: ModelEntry;
  readonly gpu: GpuEntry;
  readonly memoryBytes: number;
  /** Of all GPUs together. */
  readonly bytesPerSecond: number;
  /** Read in this step; of a mixture's experts those that are expected to be picked. */
  readonly weightBytes: number;
  /** Expected experts of a layer that a step of this batch reads; `null` without experts. */
  readonly experts: number | null;
  readonly variants: readonly VariantStep[];
  readonly own: VariantStep;
}

/** Everything the widget shows, from its parameters. */
export function compute(values: StepValues): StepResult {
  const { batch, context, count } = values;
  const model = modelAt(values.model, context);
  const gpu = gpuById(values.gpu);
  const format = cacheFormat(values.kv);
  const memoryBytes = count * gpu.memoryBytes;
  const bytesPerSecond = count * gpu.bandwidthBytesPerSecond;
  const weights = weightBytesRead(decodeModelOf(model), values.weights, batch);
  const variants = variantsOf(model).map((variant): VariantStep => {
    const decoded = decodeModelOf(model, variant.layers);
    const requestBytes = kvBytesReadPerStep(variant.layers, format, context);
    // Plain numbers from here on: a thousand long MHA caches in fp32 are more than 2^53 bytes.
    const kvBytes = batch * requestBytes;
    const bytes = weights + kvBytes;
    const memorySeconds = bytes / bytesPerSecond;
    const computeSeconds = leastComputeSeconds(decoded, gpu, values);
    const seconds = Math.max(memorySeconds, computeSeconds);
    const heldBytes =
      weightBytes(model.params, values.weights) +
      batch * kvBytesPerSequence(variant.layers, format, context);
    return {
      ...variant,
      requestBytes,
      kvBytes,
      bytes,
      memorySeconds,
      computeSeconds,
      seconds,
      tokensPerSecond: batch / seconds,
      heldBytes,
      fits: heldBytes <= memoryBytes,
      overtakes: overtakingBatch(decoded, values.weights, requestBytes),
    };
  });
  const { experts } = model;
  return {
    model,
    gpu,
    memoryBytes,
    bytesPerSecond,
    weightBytes: weights,
    experts: experts ? expectedExperts(experts.count, experts.active, batch) : null,
    variants,
    own: ownOf(variants),
  };
}

/** Weights that a step over so many tokens reads. */
export const weightBytesRead = (model: DecodeModel, format: WeightFormat, batch: number): number =>
  weightBytes(expectedParamsRead(model, batch), format);

function leastComputeSeconds(
  model: DecodeModel,
  { peakFlopsBf16 }: GpuEntry,
  { batch, context, count }: StepValues,
): number {
  if (peakFlopsBf16 === null || model.nHeads === 0) return 0;
  const flops =
    linearFlops(model.activeParams, batch) + batch * decodeAttentionFlops(model, context);
  return flops / (count * peakFlopsBf16);
}

/** Weights read grow with the batch more slowly than caches do, so there is one crossing. */
function overtakingBatch(model: DecodeModel, format: WeightFormat, requestBytes: number): number {
  const behind = (batch: number) => batch * requestBytes <= weightBytesRead(model, format, batch);
  let high = 1;
  while (behind(high)) high *= 2;
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (behind(middle)) low = middle;
    else high = middle;
  }
  return high;
}
