import type { PlanModel } from "../model/plan/plan-request.ts";
import { decodeModelOf, unlimited } from "./decode-model-of.ts";
import type { GpuEntry, ModelEntry } from "./index.ts";

/** A model of the catalogue as a plan needs it. */
export const planModelOf = (entry: ModelEntry): PlanModel => ({
  ...decodeModelOf(entry),
  allParams: entry.params,
  stored: entry.stored ?? "bf16",
  shape: entry,
});

/**
 * What a plan needs of a GPU, so many of them in a machine: Apple's are one with their machine. A peak
 * that nobody has published limits nothing.
 */
export const stockOf = (gpu: GpuEntry, perNode: number) => ({
  vendor: gpu.vendor,
  memoryBytes: gpu.memoryBytes,
  bytesPerSecond: gpu.bandwidthBytesPerSecond,
  flopsPerSecond: gpu.peakFlopsBf16 ?? unlimited,
  perNode: gpu.vendor === "Apple" ? 1 : perNode,
});
