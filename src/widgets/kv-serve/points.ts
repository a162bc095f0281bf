import { type KnownEvents, knownEvents } from "../known-events.ts";
import type { RunState } from "../widget.ts";
import type { ServeValues } from "./arrangements.ts";
import { params } from "./params.ts";
import recorded from "./recorded.json" with { type: "json" };
import type { ServeEvent } from "./sweep.ts";

/** What is known of the state that is shown. */
export const eventsOf = (
  values: ServeValues,
  run: RunState<ServeValues>,
): KnownEvents<ServeEvent> => knownEvents(params, values, run, recorded as readonly ServeEvent[]);
