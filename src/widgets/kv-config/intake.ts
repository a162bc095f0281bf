import { html, nothing, type TemplateResult } from "lit";
import type { ComparedModel } from "../../model/import/compare-log.ts";
import type { Translate } from "../translate.ts";
import type { Brought, BroughtServer } from "./brought.ts";

export interface IntakeHost {
  readonly t: Translate;
  readonly brought: Brought | null;
  readonly bring: (brought: Brought) => void;
  readonly set: (changes: Readonly<Record<string, number | string | boolean>>) => void;
}

/** Files larger than this are read only if they are GGUF, whose header is enough. */
const mostTextBytes = 32 * 2 ** 20;

/** Where a reader pastes, drops or opens a configuration, a GGUF file or a log. */
export function intake(host: IntakeHost): TemplateResult {
  const { t } = host;
  return html`<div class="intake" @dragover=${allowDrop} @drop=${(event: DragEvent) => dropped(event, host)}>
    <label class="name" for="pasted">${t("intake.label")}</label>
    <textarea id="pasted" rows="3" spellcheck="false" autocomplete="off" autocapitalize="off"
      placeholder=${t("intake.placeholder")} aria-describedby="intake-status"
      @paste=${(event: ClipboardEvent) => pasted(event, host)}
      @change=${(event: Event) => typed(event, host)}></textarea>
    <p class="intake-row">
      <label class="open">${t("intake.open")}<input type="file" class="sr"
        accept=".json,.gguf,.log,.txt,application/json,text/plain"
        @change=${(event: Event) => opened(event, host)}></label>
      <span>${t("intake.promise")}</span>
    </p>
    <p id="intake-status" class=${host.brought?.kind === "failed" ? "error" : "remark"} role="status">${status(host)}</p>
  </div>`;
}

function status({ brought, t }: IntakeHost): string | typeof nothing {
  if (brought === null) return nothing;
  if (brought.kind === "failed") return brought.message;
  return t(`intake.${brought.kind}`, { name: brought.name });
}

const allowDrop = (event: DragEvent) => event.preventDefault();

function dropped(event: DragEvent, host: IntakeHost): void {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  const text = event.dataTransfer?.getData("text/plain") ?? "";
  if (file) void readFile(file, host);
  else if (text !== "") void readText(text, host);
}

function opened(event: Event, host: IntakeHost): void {
  const input = event.target as HTMLInputElement;
  const file = input.files?.[0];
  // The same file may be opened again after it was changed.
  input.value = "";
  if (file) void readFile(file, host);
}

/** A paste is read at once and cut down in the field: megabytes of text would make it crawl. */
function pasted(event: ClipboardEvent, host: IntakeHost): void {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const field = event.target as HTMLTextAreaElement;
  if (text === "" || field.value.length > 0) return;
  event.preventDefault();
  field.value = text.length > 20_000 ? `${text.slice(0, 20_000)}\n…` : text;
  void readText(text, host);
}

function typed(event: Event, host: IntakeHost): void {
  const text = (event.target as HTMLTextAreaElement).value;
  if (text.trim() !== "") void readText(text, host);
}

async function readText(text: string, host: IntakeHost): Promise<void> {
  if (text.length > mostTextBytes) {
    host.bring({ kind: "failed", message: host.t("intake.too-large") });
    return;
  }
  await read(host.t("intake.pasted"), host, async ({ readPasted }) =>
    readPasted(text, host.t("intake.pasted"), host.t.lang),
  );
}

async function readFile(file: File, host: IntakeHost): Promise<void> {
  await read(file.name, host, async ({ readGgufFile, isGguf, readPasted }) => {
    if (await isGguf(file)) return readGgufFile(file, host.t.lang);
    if (file.size > mostTextBytes) {
      return { brought: { kind: "failed", message: host.t("intake.too-large") }, changes: {} };
    }
    return readPasted(await file.text(), file.name, host.t.lang);
  });
}

type Reader = typeof import("./read-input.ts");

async function read(
  name: string,
  host: IntakeHost,
  how: (reader: Reader) => Promise<{
    brought: Brought;
    changes: IntakeHost["set"] extends (c: infer C) => void ? C : never;
  }>,
): Promise<void> {
  host.bring({ kind: "reading", name });
  try {
    const { brought, changes } = await how(await import("./read-input.ts"));
    host.set(changes);
    host.bring(brought);
  } catch {
    host.bring({ kind: "failed", message: host.t("intake.failed", { name }) });
  }
}

/** What was read, assumed and missing; for a log, our prediction beside it. */
export function report(
  brought: Brought | null,
  model: ComparedModel,
  t: Translate,
): TemplateResult | typeof nothing {
  if (brought?.kind === "model") {
    return html`<details class="numbers" open><summary>${t("report.notes")}</summary>
      <ul class="notes">${brought.notes.map(
        ({ kind, text }) => html`<li class=${kind}><b>${t(`note.${kind}`)}</b> ${text}</li>`,
      )}</ul></details>`;
  }
  if (brought?.kind !== "log") return nothing;
  return html`${brought.beside(model).map((server) => serverReport(server, t))}`;
}

function serverReport(server: BroughtServer, t: Translate): TemplateResult {
  return html`<div class="server">
    <p class="label">${server.title}</p>
    ${
      server.rows.length === 0
        ? nothing
        : html`<div class="scroll" role="group" tabindex="0" aria-label=${server.title}><table>
      <thead><tr>${["quantity", "printed", "predicted", "verdict"].map(
        (column) => html`<th scope="col">${t(`report.${column}`)}</th>`,
      )}</tr></thead>
      <tbody>${server.rows.map(
        (row) => html`<tr class=${row.within ? "" : "off"}><th scope="row">${row.quantity}</th>
          <td>${row.printed}</td><td>${row.predicted}</td><td>${row.verdict}</td></tr>`,
      )}</tbody></table></div>`
    }
    ${server.remarks.map((remark) => html`<p class="remark">${remark}</p>`)}
    <details class="numbers"><summary>${t("report.lines")}</summary>
      <ol class="lines">${server.lines.map(
        (line) => html`<li value=${line.number}><code>${line.text}</code></li>`,
      )}</ol></details>
  </div>`;
}
