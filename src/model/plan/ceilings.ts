import { stepTimer } from "../serve/step-time.ts";
import type { Demand } from "./demand.ts";
import type { PlanRequest } from "./plan-request.ts";
import { type Sized, stepLimits } from "./sized.ts";

export const limits = ["room", "pace", "compute"] as const;
/** What keeps an arrangement from serving more: memory, time for a token, or arithmetic. */
export type Limit = (typeof limits)[number];

/** Requests a second that one lane of an arrangement cannot pass, whatever the schedule. */
export type Ceilings = Readonly<Record<Limit, number>>;

/**
 * Three ceilings of a lane, by the roofline on means. Where `x` requests a step begin and end, its
 * decode reads `x · read` cached tokens, so that it takes `t(x) = (weights + x · read · bytes) /
 * bandwidth` and the lane serves `x / t(x)` requests a second.
 * - room: `x · read` tokens fill the memory, or `x · answer` requests the places of a batch;
 * - pace: `t(x)` is as long as is promised for a token;
 * - compute: all FLOPs of the requests take all the time there is.
 */
export function ceilingsOf(request: PlanRequest, sized: Sized, demand: Demand): Ceilings {
  const { costs, laneSlots } = sized;
  const { places } = stepLimits(request.gpu.memoryBytes);
  const { outputTokens, read, pairs } = demand;
  const tokens = demand.promptTokens + outputTokens;
  const timer = stepTimer({ ...costs, flopsPerSecond: Number.MAX_VALUE });
  const stepOf = (x: number): number =>
    timer({
      // Experts that prompts visit come on top: a prompt's tokens meet in one step, not in all.
      tokens: Math.max(1, Math.round(x * outputTokens)),
      ...{ sequences: 0, pairs: 0 },
      read: x * read,
    }).seconds;
  const rateOf = (x: number): number => x / stepOf(x);
  const room = Math.min(laneSlots / Math.max(1, read), places / outputTokens);
  const pace = largest((x) => stepOf(x) <= request.pace.tpot);
  return {
    room: rateOf(room),
    pace: pace === 0 ? 0 : rateOf(pace),
    compute: costs.flopsPerSecond / (tokens * costs.flopsPerToken + pairs * costs.flopsPerPair),
  };
}

const [smallest, most] = [2 ** -30, 2 ** 30];

/** The largest number for which something holds that holds below it, to a ten-thousandth; 0 for none. */
function largest(holds: (x: number) => boolean): number {
  if (!holds(smallest)) return 0;
  let [low, high] = [smallest, most];
  while (high / low > 1.0001) {
    const middle = Math.sqrt(low * high);
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The lowest of the three. */
export function lowestOf(ceilings: Ceilings): { readonly limit: Limit; readonly rate: number } {
  const [limit] = [...limits].sort((a, b) => ceilings[a] - ceilings[b]) as [Limit];
  return { limit, rate: ceilings[limit] };
}
