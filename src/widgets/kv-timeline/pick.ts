import type { ViewContext } from "../widget.ts";
import type { TimelineResult } from "./compute.ts";
import type { TimelineValues } from "./scenario.ts";

type Context = Pick<ViewContext<TimelineValues, TimelineResult>, "values" | "set">;

/** Follows the request whose bar was pressed; nobody, where it is followed already. */
export function follow({ target }: Event, { values, set }: Context): void {
  const pressed = (target as Element).closest("[data-request]")?.getAttribute("data-request");
  if (pressed === null || pressed === undefined) return;
  set({ request: Number(pressed) === values.request ? 0 : Number(pressed) });
}
