import { html, nothing, type TemplateResult } from "lit";
import type { ComparedModel } from "../../model/import/compare-log.ts";
import type { Translate } from "../translate.ts";
import type { Brought, BroughtNote, BroughtServer, Intake, Kept, SetBy } from "./brought.ts";

export interface IntakeHost {
  readonly t: Translate;
  readonly kept: Kept | null;
  /** What is chosen now: the catalogue's model, and the layers that were brought. */
  readonly values: { readonly model: string; readonly shape: string };
  readonly keep: (kept: Kept) => void;
  readonly set: (changes: Intake["changes"]) => void;
  readonly clear: (names: readonly string[]) => void;
}

/** Files larger than this are read only if they are GGUF, whose header is enough. */
const mostTextBytes = 32 * 2 ** 20;

/** Where a reader pastes, drops or opens a configuration, a GGUF file or a log. */
export function intake(host: IntakeHost): TemplateResult {
  const { t } = host;
  return html`<div class="intake">
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
    <p id="intake-status" class=${host.kept?.brought.kind === "failed" ? "error" : "remark"} role="status">${status(host)}</p>
  </div>`;
}

function status({ kept, t }: IntakeHost): string | typeof nothing {
  if (kept === null) return nothing;
  const { brought } = kept;
  if (brought.kind === "failed") return brought.message;
  return t(`intake.${brought.kind}`, { name: brought.name });
}

export const allowDrop = (event: DragEvent): void => event.preventDefault();

/** A file or a text dropped anywhere on the widget. */
export function dropped(event: DragEvent, host: IntakeHost): void {
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

/**
 * A paste is read at once. It takes the place of what was pasted before, and is cut down in the
 * field: megabytes of text would make it crawl.
 */
function pasted(event: ClipboardEvent, host: IntakeHost): void {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (text === "") return;
  event.preventDefault();
  const field = event.target as HTMLTextAreaElement;
  field.value = text.length > 20_000 ? `${text.slice(0, 20_000)}\n…` : text;
  void readText(text, host);
}

function typed(event: Event, host: IntakeHost): void {
  const text = (event.target as HTMLTextAreaElement).value;
  if (text.trim() !== "") void readText(text, host);
}

async function readText(text: string, host: IntakeHost): Promise<void> {
  if (text.length > mostTextBytes) {
    fail(host.t("intake.too-large"), host);
    return;
  }
  const name = host.t("intake.pasted");
  await read(name, host, async ({ readPasted }) =>
    readPasted(text, name, host.t.lang, host.values.shape !== ""),
  );
}

async function readFile(file: File, host: IntakeHost): Promise<void> {
  await read(file.name, host, async ({ readGgufFile, isGguf, readPasted }) => {
    if (await isGguf(file)) return readGgufFile(file, host.t.lang);
    if (file.size > mostTextBytes) {
      return { brought: { kind: "failed", message: host.t("intake.too-large") }, changes: {} };
    }
    return readPasted(await file.text(), file.name, host.t.lang, host.values.shape !== "");
  });
}

const nothingSet: SetBy = { model: [], log: [] };

function keep(brought: Brought, host: IntakeHost, setBy?: SetBy): void {
  host.keep({
    brought,
    setBy: setBy ?? host.kept?.setBy ?? nothingSet,
    modelThen: host.values.model,
  });
}

const fail = (message: string, host: IntakeHost) => keep({ kind: "failed", message }, host);

async function read(
  name: string,
  host: IntakeHost,
  how: (reader: typeof import("./read-input.ts")) => Promise<Intake>,
): Promise<void> {
  keep({ kind: "reading", name }, host);
  try {
    const { brought, changes } = await how(await import("./read-input.ts"));
    if (brought.kind === "failed") {
      keep(brought, host);
      return;
    }
    const before = host.kept?.setBy ?? nothingSet;
    const log = brought.kind === "log";
    // Another model takes back all that earlier files have set; another log what earlier logs have.
    host.clear(log ? before.log : [...before.model, ...before.log]);
    host.set(changes);
    const names = Object.keys(changes);
    keep(brought, host, log ? { ...before, log: names } : { model: names, log: [] });
  } catch {
    fail(host.t("intake.failed", { name }), host);
  }
}

/** What was read, assumed and missing; for a log, our prediction beside it. */
export function report(
  { kept, values, t }: IntakeHost,
  model: ComparedModel,
): TemplateResult | typeof nothing {
  const brought = kept?.brought;
  if (brought?.kind === "model") {
    const read = brought.notes.filter(({ kind }) => kind === "read");
    const list = (notes: readonly BroughtNote[]) =>
      html`<ul class="notes">${notes.map(
        ({ kind, text }) => html`<li class=${kind}><b>${t(`note.${kind}`)}</b> ${text}</li>`,
      )}</ul>`;
    return html`<details class="numbers" open><summary>${t("report.notes")}</summary>
      ${list(brought.notes.filter(({ kind }) => kind !== "read"))}
      <details><summary>${t("report.read", { n: read.length })}</summary>${list(read)}</details>
    </details>`;
  }
  if (brought?.kind !== "log") return nothing;
  const chosen =
    values.shape !== "" || brought.modelId !== null || values.model !== kept?.modelThen;
  return html`${brought.beside(chosen ? model : null).map((server) => serverReport(server, t))}`;
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
