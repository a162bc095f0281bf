import { html, nothing, type TemplateResult } from "lit";
import { formatInteger, formatRate } from "../../i18n/format.ts";
import { scientific } from "../../i18n/scientific.ts";
import type { MeasuredStep, RunRecord } from "../../measured/run-record.ts";
import type { Translate } from "../translate.ts";
import type { Table } from "../widget.ts";
import { measuredTable } from "./measured-table.ts";
import { rowName } from "./rows.ts";

/** Above this a result is not attention to the accuracy of its numbers, and the page says so. */
const largestError = { float32: 1e-5, float16: 5e-3 } as const;

/** The slowest row's bar. */
const longestBarPx = 44;

/** What a record shows, in a sentence or two. */
export const headlines = (record: RunRecord, t: Translate): TemplateResult =>
  html`${headline(record, t)}${copied(record, t)}`;

/** Every number of a record, in a fold where a figure shows the same. */
export function numbers(record: RunRecord, folded: boolean, t: Translate): TemplateResult {
  const table = measuredTable(record, t);
  const slowest = Math.max(...record.steps.map((step) => step.medianMs));
  const timed = table.columns.indexOf(t("column.median")) - 1;
  const shown = scrolled(table, (text, column, row) => {
    if (column !== timed) return html`<td>${text}</td>`;
    const share = ((record.steps[row]?.medianMs ?? 0) / slowest) * longestBarPx;
    return html`<td class="timed"><span class="share" style=${`width:${share.toFixed(1)}px`}></span>${text}</td>`;
  });
  return folded
    ? html`<details class="numbers"><summary>${t("as-table")}</summary>${shown}</details>`
    : shown;
}

/** Whether a record has several context lengths, which are a curve. */
export const isCurve = ({ steps }: RunRecord): boolean =>
  new Set(steps.map(({ context }) => context)).size > 1;

/** A table that scrolls in a frame of its own. */
export function scrolled(
  table: Table,
  cell: (text: string, column: number, row: number) => TemplateResult,
): TemplateResult {
  return html`<div class="scroll" role="group" tabindex="0" aria-label=${table.caption}><table class="measured">
    <caption>${table.caption}</caption>
    <thead><tr>${table.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${table.rows.map(
      ([head, ...cells], row) =>
        html`<tr><th scope="row">${head}</th>${cells.map(({ text }, column) => cell(text, column, row))}</tr>`,
    )}</tbody>
  </table></div>`;
}

/** Of the longest context: what the run shows, once there are two rows to compare and all is right. */
function headline(record: RunRecord, t: Translate) {
  const error = scientific(Math.max(...record.steps.map((step) => step.relativeError)));
  if (record.steps.some((step) => step.relativeError > largestError[record.dtype])) {
    return html`<p class="state error" role="alert">${t("wrong", { error })}</p>`;
  }
  const rows = groupedSteps(record, "grouped");
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || first === last) return nothing;
  return html`<p class="headline">${t(trend(first, last), {
    from: first.row.nKv,
    to: last.row.nKv,
    bytes: (first.kvBytes / last.kvBytes).toFixed(0),
    percent: percent(last, first),
    error,
  })}</p>`;
}

/** What copying K and V out to all heads makes of the saving. */
function copied(record: RunRecord, t: Translate) {
  const [first] = groupedSteps(record, "grouped");
  const one = groupedSteps(record, "expanded").at(-1);
  const twin = groupedSteps(record, "grouped").find(({ row }) => row.nKv === one?.row.nKv);
  if (!first || !one || !twin) return nothing;
  const key = isFaster(twin, one) ? "headline-copied" : "headline-copied-spread";
  return html`<p class="headline">${t(key, {
    name: rowName(twin.row, record.nHeads, t),
    percent: percent(twin, first),
    copied: percent(one, first),
  })}</p>`;
}

type GroupedStep = MeasuredStep & { readonly row: { readonly nKv: number } };

const groupedSteps = ({ steps }: RunRecord, form: "grouped" | "expanded"): GroupedStep[] => {
  const longest = Math.max(...steps.map(({ context }) => context));
  return steps.filter(
    (step): step is GroupedStep => step.row.form === form && step.context === longest,
  );
};

const isFaster = (one: MeasuredStep, other: MeasuredStep): boolean =>
  one.upperQuartileMs < other.lowerQuartileMs;

/** What the time did on the way from one row to another. */
function trend(from: MeasuredStep, to: MeasuredStep): string {
  if (isFaster(to, from)) return "headline";
  return isFaster(from, to) ? "headline-slower" : "headline-spread";
}

const percent = (one: MeasuredStep, other: MeasuredStep): number =>
  Math.round((one.medianMs / other.medianMs) * 100);

/** On what, how often and how it was measured. */
export function where(record: RunRecord, t: Translate): string {
  const fewest = Math.min(...record.steps.map((step) => step.runs));
  const batched = Math.max(...record.steps.map((step) => step.stepsPerRun));
  const name = t(`option.backend.${record.backend}`);
  const said = [
    t("where", {
      backend: record.adapter ? `${name} (${record.adapter})` : name,
      precision: record.dtype === "float32" ? "fp32" : "fp16",
      heads: formatInteger(record.nHeads, t.lang),
      dim: formatInteger(record.headDim, t.lang),
      runs: fewest,
      version: record.runtime,
    }),
  ];
  if (batched > 1) said.push(t("where-batched", { steps: batched }));
  if (record.backend === "wasm") said.push(t("where-wasm"));
  if (record.copyBytesPerSecond !== null) {
    said.push(t("where-copy", { copy: formatRate(record.copyBytesPerSecond, t.lang) }));
  }
  if (record.backend === "webgpu") said.push(t("ran-on-gpu"));
  return said.join(" ");
}

/** A record in a list: when, on what. */
export function recordName(record: RunRecord, t: Translate): string {
  const on = record.adapter ?? t(`option.backend.${record.backend}`);
  const when = { dateStyle: "short", timeStyle: "short" } as const;
  const date = new Date(record.date).toLocaleString(t.lang, when);
  const name = t("record-name", { on, host: record.host, date, heads: record.nHeads });
  return record.commit === null ? name : `${name}, ${t("commit", { commit: record.commit })}`;
}
