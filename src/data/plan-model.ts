import type { PlanModel } from "../model/plan/plan-request.ts";
import { decodeModelOf, unlimited } from "./decode-model-of.ts";
import type { GpuEntry, ModelEntry } from "./index.ts";

/** A model of the catalogue as a plan needs it: published in 16 bits. */
export const planModelOf = (entry: ModelEntry): PlanModel => ({
  ...decodeModelOf(entry),
  allParams: entry.params,
  stored: "bf16",
  shape: entry,
});

/** What a plan needs of a GPU; a peak that nobody has published limits nothing. */
export const stockOf = (gpu: GpuEntry) => ({
  vendor: gpu.vendor,
  memoryBytes: gpu.memoryBytes,
  bytesPerSecond: gpu.bandwidthBytesPerSecond,
  flopsPerSecond: gpu.peakFlopsBf16 ?? unlimited,
});
