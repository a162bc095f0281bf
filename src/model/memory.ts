import { exactCount, exactProduct } from "./exact.ts";

/** What a set of GPUs holds and what is taken before the first request; all in bytes. */
export interface MemoryPlan {
  readonly gpuCount: number;
  /** Memory one GPU can really give out, in bytes. */
  readonly usableBytesPerGpu: number;
  readonly weightBytes: number;
  /** Activations and the runtime's own share, over all GPUs, in bytes. */
  readonly reserveBytes: number;
}

/**
 * Bytes left for the KV cache: GPUs × usable memory − weights − reserve.
 * Negative when the weights and the reserve alone do not fit.
 * @throws RangeError on a count or size that is not a non-negative integer.
 */
export function kvBudgetBytes(plan: MemoryPlan): number {
  const total = exactProduct(plan.gpuCount, plan.usableBytesPerGpu);
  return total - exactCount(plan.weightBytes) - exactCount(plan.reserveBytes);
}
