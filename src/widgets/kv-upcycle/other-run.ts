import { html, nothing } from "lit";
import type { TrainedEvent } from "../../lab/protocol.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import { isOf } from "./live.ts";
import type { UpcycleValues } from "./params.ts";

/** That what runs, or ran last, is not the model that is shown; and the way there. */
export function otherRun(
  shown: UpcycleValues,
  { values, status, events }: RunState<UpcycleValues>,
  set: (change: Readonly<Record<string, string>>) => void,
  t: Translate,
) {
  if (values === null || isOf(values, shown)) return nothing;
  const last = (events as readonly TrainedEvent[]).findLast(({ kind }) => kind === "trained");
  // Of a run that came to nothing there is nothing to show.
  if (status !== "running" && !last) return nothing;
  const said = {
    nKv: Number(values["n-kv"]),
    pooling: t(`option.pooling.${values.pooling}`),
    step: last?.step ?? 0,
  };
  const how = status === "failed" ? "stopped" : status;
  const show = (event: Event) => {
    const root = (event.currentTarget as Element).getRootNode() as ParentNode;
    root.querySelector<HTMLElement>("button.go")?.focus();
    set({ "n-kv": values["n-kv"], pooling: values.pooling });
  };
  return html`<p class="state">${t(`other.${how}`, said)}
    <button type="button" class="open" @click=${show}>${t("other.show")}</button></p>`;
}
