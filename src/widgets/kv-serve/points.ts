import { nonDefault } from "../params.ts";
import type { RunState } from "../widget.ts";
import type { ServeValues } from "./arrangements.ts";
import { params } from "./params.ts";
import recorded from "./recorded.json" with { type: "json" };
import type { ServeEvent } from "./sweep.ts";

/** Where what is shown is from: a run with these values, what was kept of the first ones, or nowhere. */
export type From = "run" | "recorded" | "nothing";

/** What is known of the state that is shown. */
export function eventsOf(
  values: ServeValues,
  run: RunState<ServeValues>,
): { readonly events: readonly ServeEvent[]; readonly from: From } {
  if (isOf(run, values)) return { events: run.events as readonly ServeEvent[], from: "run" };
  const isFirst = Object.keys(nonDefault(params, values)).length === 0;
  return isFirst
    ? { events: recorded as readonly ServeEvent[], from: "recorded" }
    : { events: [], from: "nothing" };
}

/** Whether a run was started with the values that are shown. */
export const isOf = (run: RunState<ServeValues>, values: ServeValues): boolean => {
  const { values: started } = run;
  return started !== null && params.every(({ name }) => started[name] === values[name]);
};
