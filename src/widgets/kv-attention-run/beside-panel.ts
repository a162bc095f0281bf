import { html, nothing, type TemplateResult } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { canKeepRecords, forgetRecords, keptRecords } from "../../measured/kept-records.ts";
import { parseRecord, RecordError } from "../../measured/parse-record.ts";
import type { RunRecord } from "../../measured/run-record.ts";
import type { Translate } from "../translate.ts";
import { comparisonTable } from "./comparison.ts";
import { numbers, recordName, scrolled, where } from "./results.ts";
import type { PanelHost } from "./run-panel.ts";

/** Save, compare with what was measured elsewhere or earlier, bring a colleague's file. */
export function besidePanel(host: PanelHost, record: RunRecord | null): TemplateResult {
  const { recorded, beside, lay, save, t } = host;
  const earlier = keptRecords().filter(({ date }) => date !== record?.date);
  const listed = [
    { value: "", name: t("compare-none") },
    ...Object.entries(recorded ?? {}).map(([id, each]) => ({
      value: `recorded:${id}`,
      name: t("compare-recorded", { record: recordName(each, t) }),
    })),
    ...earlier.map((each, i) => ({
      value: `kept:${i}`,
      name: t("compare-kept", { record: recordName(each, t) }),
    })),
    ...(beside.choice === "file" && beside.record
      ? [{ value: "file", name: t("compare-file", { record: recordName(beside.record, t) }) }]
      : []),
  ];
  const choose = (choice: string): void => {
    const [kind, id = ""] = choice.split(":");
    const known: Readonly<Record<string, RunRecord>> = recorded ?? {};
    const other = kind === "recorded" ? known[id] : kind === "kept" ? earlier[Number(id)] : null;
    lay({ record: other ?? null, choice, error: "" });
  };
  return html`<div class="beside-records">
    ${select("compare", t("compare"), listed, beside.choice, choose)}
    <p class="record-files">
      <label class="open">${t("compare-open")}<input type="file" class="sr" accept=".json,application/json"
        @change=${(event: Event) => void opened(event, host)}></label>
      ${record ? html`<button type="button" class="open" @click=${() => save(record)}>${t("save-record")}</button>` : nothing}
      ${
        earlier.length > 0
          ? html`<button type="button" class="open" @click=${() => {
              forgetRecords();
              lay({ record: null, choice: "", error: "" });
            }}>${t("forget")}</button>`
          : nothing
      }
    </p>
    <p class=${beside.error ? "error" : "remark"} role="status">${beside.error || t(canKeepRecords() ? "kept-here" : "kept-nowhere")}</p>
    ${beside.record ? laidBeside(record, beside.record, t) : nothing}
  </div>`;
}

/** What two records have in common, and all of the other one. */
function laidBeside(record: RunRecord | null, other: RunRecord, t: Translate): TemplateResult {
  return html`${record ? compared(record, other, t) : nothing}
    ${numbers(other, record !== null, t)}
    <p class="source">${t("there", { record: recordName(other, t) })} ${where(other, t)}</p>`;
}

function compared(record: RunRecord, other: RunRecord, t: Translate): TemplateResult {
  const table = comparisonTable(record, other, t);
  if (table.rows.length > 0) return scrolled(table, (text) => html`<td>${text}</td>`);
  const contexts = [...new Set(other.steps.map(({ context }) => context))];
  return html`<p class="state">${t("compare-nothing", {
    heads: other.nHeads,
    dim: other.headDim,
    precision: other.dtype === "float32" ? "fp32" : "fp16",
    contexts: contexts.map((context) => formatInteger(context, t.lang)).join(", "),
  })}</p>`;
}

function select(
  name: string,
  label: string,
  options: readonly { readonly value: string; readonly name: string }[],
  chosen: string,
  choose: (value: string) => void,
): TemplateResult {
  return html`<p class="list-row"><label class="name" for="list-${name}">${label}</label>
    <select id="list-${name}" @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${options.map(
        (option) =>
          html`<option value=${option.value} ?selected=${option.value === chosen}>${option.name}</option>`,
      )}
    </select></p>`;
}

async function opened(event: Event, { lay, beside, t }: PanelHost): Promise<void> {
  const input = event.target as HTMLInputElement;
  const file = input.files?.[0];
  // The same file may be opened again after it was changed.
  input.value = "";
  if (!file) return;
  try {
    const text = file.size > 2 ** 22 ? null : await file.text();
    if (text === null) throw new RecordError("too-large");
    lay({ record: parseRecord(text), choice: "file", error: "" });
  } catch (error) {
    const { code, field } = error instanceof RecordError ? error : new RecordError("not-json");
    lay({ ...beside, error: t(`file.${code}`, { name: file.name, field }) });
  }
}
