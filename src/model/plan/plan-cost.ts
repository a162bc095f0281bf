import type { Demand } from "./demand.ts";
import type { Found } from "./find-plan.ts";
import type { PlanRequest } from "./plan-request.ts";

/** The fewest GPUs; among as many, what bears most. */
export const cheapestOf = <Plan extends Pick<Found, "gpus" | "upTo">>(
  found: readonly Plan[],
): Plan | null => [...found].sort((a, b) => a.gpus - b.gpus || b.upTo - a.upTo)[0] ?? null;

/** Part of the load that may come on top before the promise breaks. */
export const marginOf = ({ upTo }: Pick<Found, "upTo">, { traffic }: PlanRequest): number =>
  upTo / traffic.rate - 1;

/** What a plan costs, in the currency of the price. */
export interface PlanCost {
  readonly perHour: number;
  /** Of a million tokens of answers, prompts for nothing; and of prompts and answers alike. */
  readonly perMillionOutput: number;
  readonly perMillionTokens: number;
}

/** So many GPUs at a price an hour, under `rate` requests a second: idle ones are paid for too. */
export function planCost(
  { promptTokens, outputTokens }: Demand,
  rate: number,
  gpus: number,
  pricePerHour: number,
): PlanCost {
  const perHour = gpus * pricePerHour;
  const perMillion = (tokens: number) => perHour / ((rate * tokens * 3600) / 1e6);
  return {
    perHour,
    perMillionOutput: perMillion(outputTokens),
    perMillionTokens: perMillion(promptTokens + outputTokens),
  };
}
