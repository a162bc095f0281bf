import { html, nothing, type TemplateResult } from "lit";
import { formatBytesAuto } from "../../i18n/format.ts";
import { backendOf, ranHere, runControls } from "../run-controls.ts";
import type { Translate } from "../translate.ts";
import type { QuantRunResult } from "./compute.ts";
import { eventsOf, foundBy, largestDifference, type QuantRunEvent, type Run } from "./live.ts";
import type { QuantRunValues } from "./params.ts";
import { measureText } from "./words.ts";

/** Button and ladder, how far it is, and how near it came to what was measured in advance. */
export function runPanel(
  result: QuantRunResult,
  values: QuantRunValues,
  run: Run,
  t: Translate,
): TemplateResult {
  const found = foundBy(run, values);
  const kept = (run.events as readonly QuantRunEvent[]).filter(({ kind }) => kind === "format");
  return html`
    ${runControls(
      {
        backend: values.backend,
        progress: progressOf(result, run, t),
        kept: kept.length,
        blocked: result.models.length === 0,
      },
      run,
      t,
    )}
    ${found.events.length > 0 ? headline(result, found, t) : nothing}
    ${
      kept.length > 0 && found.events.length === 0
        ? html`<p class="remark">${t("of-another", { task: t(`option.task.${run.values?.task}`) })}</p>`
        : nothing
    }
    <p class="source">${kept.length > 0 ? ranHere(run.events, t) : nothing}</p>`;
}

function headline(result: QuantRunResult, found: ReturnType<typeof foundBy>, t: Translate) {
  const all = eventsOf(result);
  const difference = measureText(largestDifference(result, found), "loss", t);
  return html`<p class="headline">${t("found", { n: found.events.length, of: all, difference })}</p>`;
}

function progressOf(result: QuantRunResult, { events, values }: Run, t: Translate) {
  const last = (events as readonly QuantRunEvent[]).at(-1);
  const done = (events as readonly QuantRunEvent[]).filter(({ kind }) => kind === "format").length;
  const all = eventsOf(result);
  if (backendOf(events) === null || values === null) return null;
  if (last?.kind === "model") {
    const size = formatBytesAuto(last.total, "decimal", t.lang);
    return { text: t("loading", { size }), share: last.loaded / last.total };
  }
  return { text: t("judging", { n: done, of: all }), share: done / all };
}
