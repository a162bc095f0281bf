import { html, nothing, type TemplateResult } from "lit";
import type { ComparedModel } from "../../model/import/compare-log.ts";
import type { TextIntake } from "../text-intake.ts";
import type { Translate } from "../translate.ts";
import {
  type BroughtLog,
  type BroughtModel,
  type BroughtNote,
  type BroughtServer,
  type Chosen,
  type Failed,
  type Intake,
  type Kept,
  type Received,
  received,
} from "./brought.ts";

export interface IntakeHost {
  readonly t: Translate;
  readonly kept: Kept;
  readonly values: Chosen;
  /** Keeps what becomes of what is kept, and chosen, by then. */
  readonly keep: (next: (before: Kept, chosen: Chosen) => Kept) => void;
  readonly set: (changes: Received["changes"]) => void;
  readonly clear: (names: readonly string[]) => void;
}

/** Files larger than this are read only if they are GGUF, whose header is enough. */
const mostTextBytes = 32 * 2 ** 20;

/** Where a reader pastes, drops or opens a configuration, a GGUF file or a log. */
export const intakeOf = (host: IntakeHost): TextIntake => ({
  t: host.t,
  accept: ".json,.gguf,.log,.txt,application/json,text/plain",
  onText: (text) => void readText(text, host),
  onFile: (file) => void readFile(file, host),
  status: statusOf(host),
});

function statusOf({ kept: { status }, t }: IntakeHost): TextIntake["status"] {
  if (status === null) return null;
  if (status.kind === "failed") return { text: status.message, failed: true };
  return { text: t(`intake.${status.kind}`, { name: status.name }), failed: false };
}

async function readText(text: string, host: IntakeHost): Promise<void> {
  const name = host.t("intake.pasted");
  await read(name, host, async ({ readPasted }) =>
    text.length > mostTextBytes ? tooLarge(host) : readPasted(text, name, host.t.lang),
  );
}

async function readFile(file: File, host: IntakeHost): Promise<void> {
  await read(file.name, host, async ({ readGgufFile, isGguf, readPasted }) => {
    if (await isGguf(file)) return readGgufFile(file, host.t.lang);
    if (file.size > mostTextBytes) return tooLarge(host);
    return readPasted(await file.text(), file.name, host.t.lang);
  });
}

const failed = (message: string): Failed => ({ kind: "failed", message });
const tooLarge = ({ t }: IntakeHost): Failed => failed(t("intake.too-large"));

async function read(
  name: string,
  host: IntakeHost,
  how: (reader: typeof import("./read-input.ts")) => Promise<Intake>,
): Promise<void> {
  const { t, keep } = host;
  keep((before) => ({ ...before, status: { kind: "reading", name } }));
  const brought = await import("./read-input.ts")
    .then(how)
    .catch(() => failed(t("intake.failed", { name })));
  keep((before, chosen) => {
    if (brought.kind === "failed") return { ...before, status: brought };
    const { clear, changes, kept } = received(brought, before, chosen);
    host.clear(clear);
    host.set(changes);
    return kept;
  });
}

/** What was read, assumed and missing; for a log, our prediction beside it. */
export function report(
  { kept: { model: own, log, modelThen }, values, t }: IntakeHost,
  model: ComparedModel,
): TemplateResult {
  const known = values.shape !== "" || log?.modelId != null || values.model !== modelThen;
  return html`${own && values.shape !== "" ? notesReport(own, log, t) : nothing}${
    log?.beside(known ? model : null).map((server) => serverReport(server, t)) ?? nothing
  }`;
}

/** Open until a log stands below it. */
function notesReport({ notes }: BroughtModel, log: BroughtLog | null, t: Translate) {
  const read = notes.filter(({ kind }) => kind === "read");
  const list = (some: readonly BroughtNote[]) =>
    html`<ul class="notes">${some.map(
      ({ kind, text }) => html`<li class=${kind}><b>${t(`note.${kind}`)}</b> ${text}</li>`,
    )}</ul>`;
  return html`<details class="numbers" ?open=${log === null}><summary>${t("report.notes")}</summary>
    ${list(notes.filter(({ kind }) => kind !== "read"))}
    <details><summary>${t("report.read", { n: read.length })}</summary>${list(read)}</details>
  </details>`;
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
