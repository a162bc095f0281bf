import { exactCount } from "../exact.ts";
import type { DecodeModel } from "./decode-model.ts";

/**
 * Experts of one layer that a batch of `tokens` tokens visits, as an expectation: each token picks
 * `active` of `experts` at random, so `E (1 − (1 − k/E)^B)`. Routers with favourites visit fewer.
 * @throws RangeError on counts that are not non-negative integers, or more active than there are.
 */
export function expectedExperts(experts: number, active: number, tokens: number): number {
  if (exactCount(active) > exactCount(experts)) {
    throw new RangeError(`${active} of ${experts} experts`);
  }
  if (experts === 0) return 0;
  return experts * (1 - (1 - active / experts) ** exactCount(tokens));
}

/**
 * Parameters that a step over `tokens` tokens reads: all, but of the routed experts only those that
 * are expected to be visited.
 */
export function expectedParamsRead(model: DecodeModel, tokens: number): number {
  let params = model.params;
  for (const { experts, active, params: routed } of model.routed ?? []) {
    params -= routed * (1 - expectedExperts(experts, active, tokens) / experts);
  }
  return params;
}
