import { type Found, findPlan } from "../../model/plan/find-plan.ts";
import type { Formats } from "../../model/plan/layouts.ts";
import type { KnownEvents } from "../known-events.ts";
import { knownEvents } from "../known-events.ts";
import type { RunState } from "../widget.ts";
import { compute, type PlanValues } from "./compute.ts";
import { searched } from "./params.ts";
import recorded from "./recorded.json" with { type: "json" };

/** The cheapest layout of a pair of formats, as it was simulated. */
export interface FoundPlan {
  readonly tp: number;
  readonly pp: number;
  readonly replicas: number;
  readonly gpus: number;
  /** Requests a second that it bears as promised. */
  readonly upTo: number;
  /** Under the load that is asked for: 90 in 100 are no slower; seconds. */
  readonly ttft: number | null;
  readonly tpot: number | null;
  /** Mean requests at once, of one lane. */
  readonly running: number;
}

export interface FoundRow extends Formats {
  readonly kind: "row";
  /** `null`: no number of GPUs that may be used keeps the promise. */
  readonly plan: FoundPlan | null;
}

export type PlanEvent = FoundRow | { readonly kind: "tried" };

/**
 * Searches every pair of formats. Lets the page breathe after every simulation.
 * @throws DOMException `AbortError` when the signal says so
 */
export async function* search(
  values: PlanValues,
  signal: AbortSignal,
): AsyncGenerator<PlanEvent, void, undefined> {
  const { request, pairs } = compute(values);
  for (const event of findPlan(request, pairs)) {
    yield event.kind === "tried"
      ? { kind: "tried" }
      : { kind: "row", ...event.formats, plan: event.found && factsOf(event.found) };
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
}

function factsOf({ sized, replicas, gpus, upTo, measured }: Found): FoundPlan {
  const { ttft, tpot, running } = measured;
  return { tp: sized.tp, pp: sized.pp, replicas, gpus, upTo, ttft, tpot, running };
}

/** What is known of the state that is shown. */
export const eventsOf = (values: PlanValues, run: RunState<PlanValues>): KnownEvents<PlanEvent> =>
  knownEvents(searched, values, run, recorded as readonly PlanEvent[]);

export const rowsOf = (events: readonly PlanEvent[]): readonly FoundRow[] =>
  events.filter((event): event is FoundRow => event.kind === "row");
