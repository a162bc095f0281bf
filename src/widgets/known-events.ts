import { nonDefault, type Param, type Values } from "./params.ts";
import type { RunState } from "./widget.ts";

/** Where what is shown is from: a run with these values, what was kept of the first ones, or nowhere. */
export type From = "run" | "recorded" | "nothing";

export interface KnownEvents<Event> {
  readonly events: readonly Event[];
  readonly from: From;
}

/** What is known of the state that is shown, where the first state's run is kept in the project. */
export function knownEvents<Event, Shown extends Values>(
  params: readonly Param[],
  values: Shown,
  run: RunState<Shown>,
  recorded: readonly Event[],
): KnownEvents<Event> {
  if (isRunOf(params, run, values)) return { events: run.events as readonly Event[], from: "run" };
  const isFirst = params.every(({ name }) => !(name in nonDefault(params, values)));
  return isFirst ? { events: recorded, from: "recorded" } : { events: [], from: "nothing" };
}

/** Whether a run was started with the values that are shown. */
export const isRunOf = <Shown extends Values>(
  params: readonly Param[],
  { values: started }: RunState<Shown>,
  values: Shown,
): boolean => started !== null && params.every(({ name }) => started[name] === values[name]);
