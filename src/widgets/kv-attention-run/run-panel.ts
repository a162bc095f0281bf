import { html, nothing, type TemplateResult } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import type { RecordedRuns } from "../../measured/recorded-runs.ts";
import type { RunRecord } from "../../measured/run-record.ts";
import { runControls } from "../run-controls.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import type { Beside } from "./beside.ts";
import { besidePanel } from "./beside-panel.ts";
import { dtypeOf, type RunValues } from "./params.ts";
import { headlines, isCurve, numbers, recordName, where } from "./results.ts";
import { rowName } from "./rows.ts";
import { stepOf } from "./runs.ts";

export interface PanelHost {
  readonly values: RunValues;
  readonly run: RunState<RunValues>;
  readonly t: Translate;
  /** What this run has measured so far. */
  readonly record: RunRecord | null;
  /** What we measured ourselves, once it has loaded. */
  readonly recorded: RecordedRuns | null;
  /** The figure over context lengths. */
  readonly curve: TemplateResult;
  readonly beside: Beside;
  readonly lay: (beside: Beside) => void;
  readonly save: (record: RunRecord) => void;
  readonly showRecorded: () => void;
}

/** Button, ladder, progress, results, where they were measured, and others' results beside them. */
export function runPanel(host: PanelHost): TemplateResult {
  const { values, run, t, record, curve, showRecorded } = host;
  if (values.backend === "recorded") return recordedPanel(host);
  const at = stepOf(run.events);
  const progress = at && {
    text: t("stepping", {
      name: rowName(at.row, Number(run.values?.heads ?? values.heads), t),
      context: formatInteger(at.context, t.lang),
      done: at.done,
      of: at.of,
    }),
    share: at.done / at.of,
  };
  const kept = record?.steps.length ?? 0;
  return html`
    ${runControls(
      { backend: values.backend, dtype: dtypeOf(values), progress, kept, showRecorded },
      run,
      t,
    )}
    ${record && isOfAnotherState(run.values, values) ? html`<p class="state">${t("measured-before")}</p>` : nothing}
    <div class="headlines">${headlinesOf(record, run, t)}</div>
    ${curve}
    ${
      record
        ? html`${numbers(record, run.values?.curve ?? false, t)}
          <p class="source">${t("here")} ${where(record, t)}</p>`
        : nothing
    }
    ${run.status === "running" ? nothing : besidePanel(host, record)}`;
}

/** Said when a run has ended: rows that are still to come would change it under the reader's eyes. */
function headlinesOf(record: RunRecord | null, run: RunState<RunValues>, t: Translate) {
  if (run.status === "running") return nothing;
  return record ? headlines(record, t) : html`<p class="state">${t("not-yet")}</p>`;
}

/** Whether the controls were changed since the run was started. */
function isOfAnotherState(ran: RunValues | null, now: RunValues): boolean {
  if (ran === null) return false;
  const names = Object.keys(now) as (keyof RunValues)[];
  return names.some((name) => name !== "backend" && ran[name] !== now[name]);
}

/** The last rung of the ladder: what we measured, for who cannot run it. */
function recordedPanel(host: PanelHost): TemplateResult {
  const { recorded, values, curve, t } = host;
  const record = recorded?.[values.recorded];
  if (!record) return html`<p class="state">${t("recorded-loading")}</p>`;
  return html`<div class="headlines">${headlines(record, t)}</div>
    ${curve}${numbers(record, isCurve(record), t)}
    <p class="source">${where(record, t)} ${recordName(record, t)}.</p>
    ${besidePanel(host, record)}`;
}
