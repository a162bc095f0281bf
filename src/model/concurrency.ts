import { exactCount, exactProduct } from "./exact.ts";
import { kvBytesPerSequence, kvValuesPerTokenPerLayer, windowOf } from "./kv.ts";
import type { LayerGroup } from "./layers.ts";
import type { MemoryPlan } from "./memory.ts";

/**
 * Whole requests that fit: the floor of budget ÷ bytes of one request, 0 for a negative budget.
 * @throws RangeError when `bytesPerRequest` is not a positive integer.
 */
export function concurrentRequests(budgetBytes: number, bytesPerRequest: number): number {
  if (exactCount(bytesPerRequest) === 0) throw new RangeError("a request of 0 bytes");
  return Math.max(0, Math.floor(budgetBytes / bytesPerRequest));
}

/**
 * The longest context, in tokens, at which `requests` sequences fit in `budgetBytes` together.
 * 0 when not even one token fits; `Infinity` when every layer has a window and all windows fit.
 * @param elementBytes bytes of one stored value
 * @throws RangeError when `requests` is not a positive integer.
 */
export function longestContextTokens(
  layers: readonly LayerGroup[],
  elementBytes: number,
  budgetBytes: number,
  requests: number,
): number {
  const share = concurrentRequests(budgetBytes, exactCount(requests));
  let [fits, tooLong] = [0, tokensOfFullLayers(layers, elementBytes, share) + 1];
  if (tooLong === Infinity) {
    const widest = Math.max(...layers.map(({ layer }) => windowOf(layer)));
    if (kvBytesPerSequence(layers, elementBytes, widest) <= share) return Infinity;
    tooLong = widest;
  }
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (kvBytesPerSequence(layers, elementBytes, middle) <= share) fits = middle;
    else tooLong = middle;
  }
  return fits;
}

/** Tokens that fit if only the layers without a window existed: an upper bound. */
function tokensOfFullLayers(
  layers: readonly LayerGroup[],
  elementBytes: number,
  bytes: number,
): number {
  let growth = 0;
  for (const { count, layer } of layers) {
    if (windowOf(layer) === Infinity) {
      growth += exactProduct(count, kvValuesPerTokenPerLayer(layer), elementBytes);
    }
  }
  return Math.floor(bytes / growth);
}

/**
 * GPUs needed for `requests` requests of `bytesPerRequest` each, beside weights and reserve.
 * @throws RangeError on counts or sizes that are not non-negative integers, or a GPU of 0 bytes.
 */
export function gpusNeeded(
  plan: Omit<MemoryPlan, "gpuCount">,
  bytesPerRequest: number,
  requests: number,
): number {
  if (exactCount(plan.usableBytesPerGpu) === 0) throw new RangeError("a GPU of 0 bytes");
  const kv = exactProduct(bytesPerRequest, requests);
  const total = exactCount(kv + plan.weightBytes + plan.reserveBytes);
  return Math.ceil(total / plan.usableBytesPerGpu);
}
