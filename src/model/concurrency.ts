import { exactCount, exactProduct } from "./exact.ts";
import type { CacheFormat } from "./formats.ts";
import { kvBytesPerToken, mostKvBytesOfSequence } from "./kv.ts";
import { keptTokens, type LayerGroup } from "./layers.ts";
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
 * 0 when not even one token fits; `Infinity` when nothing grows without end and all of it fits.
 * @throws RangeError when `requests` is not a positive integer.
 */
export function longestContextTokens(
  layers: readonly LayerGroup[],
  format: CacheFormat,
  budgetBytes: number,
  requests: number,
): number {
  const share = concurrentRequests(budgetBytes, exactCount(requests));
  const fitsAt = (tokens: number) => mostKvBytesOfSequence(layers, format, tokens) <= share;
  const growing = layers.filter(({ layer }) => keptTokens(layer) === Infinity);
  let [fits, tooLong] = [0, 0];
  if (kvBytesPerToken(growing, format) === 0) {
    const windows = layers.map(({ layer }) => keptTokens(layer)).filter(Number.isFinite);
    tooLong = Math.max(1, ...windows);
    if (fitsAt(tooLong)) return Infinity;
  } else {
    tooLong = tokensUpTo(fitsAt);
  }
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (fitsAt(middle)) fits = middle;
    else tooLong = middle;
  }
  return fits;
}

/** A power of two of tokens that no longer fit. */
function tokensUpTo(fitsAt: (tokens: number) => boolean): number {
  let tokens = 1;
  while (fitsAt(tokens)) tokens *= 2;
  return tokens;
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
