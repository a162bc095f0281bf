import { nonDefault } from "../params.ts";
import type { RunState } from "../widget.ts";
import type { ServeValues } from "./arrangements.ts";
import { params } from "./params.ts";
import recorded from "./recorded.json" with { type: "json" };
import type { ServePoint } from "./sweep.ts";

/** Points of the state that is shown: of a run with these values, else those kept of the default. */
export function pointsOf(
  values: ServeValues,
  run: RunState<ServeValues>,
): { readonly points: readonly ServePoint[]; readonly from: "run" | "recorded" | "nothing" } {
  if (run.values && sameValues(run.values, values)) {
    return { points: run.events as readonly ServePoint[], from: "run" };
  }
  const isDefault = Object.keys(nonDefault(params, values)).length === 0;
  return isDefault
    ? { points: recorded as unknown as readonly ServePoint[], from: "recorded" }
    : { points: [], from: "nothing" };
}

const sameValues = (a: ServeValues, b: ServeValues): boolean =>
  params.every(({ name }) => a[name] === b[name]);
