import { html, nothing, type TemplateResult } from "lit";
import { formatBytesAuto, formatRate } from "../../i18n/format.ts";
import type { Backend, BackendEvent, Capability, Reason, RuntimeSize } from "../../onnx/client.ts";
import { runtimeSize } from "../../onnx/runtime-size.ts";
import type { Translate } from "../translate.ts";
import type { RunState, Table } from "../widget.ts";
import { type Heard, heard } from "./runs.ts";

/** Above this the result is not attention to fp32 accuracy, and the page says so. */
const largestError = 1e-5;

const largestDownload = Math.max(...Object.values(runtimeSize).map((size) => size.gzipBytes));

/** The slowest row's bar. */
const longestBarPx = 72;

interface Prepared {
  readonly capability: Capability;
  readonly size: RuntimeSize;
}

/** Button, ladder, progress, results and where they were measured. */
export function runPanel(
  backend: Backend,
  measured: Table,
  run: RunState,
  t: Translate,
): TemplateResult {
  const prepared = run.prepared as Prepared | null;
  const said = heard(run.events);
  return html`
    <div class="run">
      ${run.status === "running" ? stopButton(run, t) : startButton(prepared, run, t)}
      ${ladder(backend, prepared?.capability ?? null, said.backend, t)}
    </div>
    <p class="remark why">${why(backend, prepared?.capability ?? null, said.backend, t)}</p>
    <div class="progress" role="status">${run.status === "running" ? progress(said, t) : nothing}</div>
    ${failure(run, said, t)}
    ${said.results.length === 0 ? emptyState(run, t) : results(measured, said, t)}`;
}

function startButton(prepared: Prepared | null, run: RunState, t: Translate) {
  const size = prepared
    ? formatBytesAuto(prepared.size.gzipBytes, "decimal", t.lang)
    : t("at-most", { size: formatBytesAuto(largestDownload, "decimal", t.lang) });
  const again = run.values !== null;
  return html`<button type="button" class="go" @click=${run.start}>${t(again ? "run-again" : "run")}
    ${!again ? html`<small>${t("run-size", { size })}</small>` : nothing}</button>`;
}

const stopButton = (run: RunState, t: Translate) =>
  html`<button type="button" class="go second" @click=${run.stop}>${t("stop")}</button>`;

/** Which way runs: what the runtime said, or before that what would be tried. */
function chosen(backend: Backend, capability: Capability | null, said: BackendEvent | null) {
  if (said) return said.backend;
  if (capability === null) return null;
  if (backend === "wasm" || capability.webgpu === null) return "wasm";
  return backend === "webgpu" || capability.webgpu === "hardware" ? "webgpu" : "wasm";
}

function ladder(
  backend: Backend,
  capability: Capability | null,
  said: BackendEvent | null,
  t: Translate,
) {
  const now = chosen(backend, capability, said);
  return html`<ol class="ladder" aria-label=${t("ladder")}>${(["webgpu", "wasm"] as const).map(
    (rung) => {
      const off = rung === "webgpu" && capability !== null && capability.webgpu === null;
      return html`<li class=${off ? "off" : ""} aria-current=${now === rung ? "true" : "false"}>
        <span>${t(`option.backend.${rung}`)}</span></li>`;
    },
  )}</ol>`;
}

function why(
  backend: Backend,
  capability: Capability | null,
  said: BackendEvent | null,
  t: Translate,
): string {
  if (capability === null) return "";
  const adapter = said?.adapter ?? capability.adapter ?? "";
  if (chosen(backend, capability, said) === "webgpu") {
    return t(capability.webgpu === "software" ? "webgpu-software" : "webgpu-hardware", { adapter });
  }
  const reason = said ? said.reason : capability.reason;
  if (reason === null || (backend === "wasm" && capability.webgpu !== null)) return t("by-choice");
  return t(`reason.${reason}`, { adapter });
}

function progress({ progress: at }: Heard, t: Translate): TemplateResult {
  if (at === null) return html`<span>${t("starting")}</span><progress></progress>`;
  const [text, value, max] =
    at.kind === "download"
      ? [
          t("downloading", { loaded: size(at.loaded, t), total: size(at.total, t) }),
          at.loaded,
          at.total,
        ]
      : [t("stepping", { n: at.nKv, done: at.done, of: at.of }), at.done, at.of];
  return html`<span>${text}</span><progress .value=${value} max=${max}></progress>`;
}

const size = (bytes: number, t: Translate): string => formatBytesAuto(bytes, "decimal", t.lang);

function failure(run: RunState, { results: kept }: Heard, t: Translate) {
  if (run.status === "stopped") return html`<p class="state" role="status">${t("stopped")}</p>`;
  if (run.status !== "failed") return nothing;
  const { reason = "failed", message = String(run.error) } = (run.error ?? {}) as {
    reason?: Reason;
    message?: string;
  };
  return html`<div class="state error" role="alert">
    <p><b>${t(`reason.${reason}`)}</b> ${kept.length > 0 ? t("kept", { n: kept.length }) : nothing}</p>
    <p class="source">${t("detail", { message })}</p>
  </div>`;
}

const emptyState = (run: RunState, t: Translate) =>
  run.status === "running" ? nothing : html`<p class="state">${t("not-yet")}</p>`;

function results(measured: Table, said: Heard, t: Translate): TemplateResult {
  const worst = Math.max(...said.results.map((row) => row.maxError));
  const slowest = Math.max(...said.results.map((row) => row.medianMs));
  const [first, last] = [said.results[0], said.results.at(-1)];
  const error = worst.toExponential(1);
  const headline =
    worst > largestError
      ? html`<p class="state error" role="alert">${t("wrong", { error })}</p>`
      : first && last && last !== first
        ? html`<p class="headline">${t("headline", {
            bytes: (first.kvBytes / last.kvBytes).toFixed(1),
            times: (first.medianMs / last.medianMs).toFixed(1),
            error,
          })}</p>`
        : nothing;
  return html`${headline}
    <section class="scroll" tabindex="0" aria-label=${measured.caption}><table class="measured">
      <caption>${measured.caption}</caption>
      <thead><tr>${measured.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${measured.rows.map(([head, ...cells], i) => {
        const share = ((said.results[i]?.medianMs ?? 0) / slowest) * longestBarPx;
        return html`<tr><th scope="row">${head}</th>${cells.map((cell, column) =>
          column === 2
            ? html`<td><span class="share" style=${`width:${share.toFixed(1)}px`}></span>${cell}</td>`
            : html`<td>${cell}</td>`,
        )}</tr>`;
      })}</tbody>
    </table></section>
    <p class="source">${where(said, t)}</p>`;
}

function where({ backend, results: rows, copyBytesPerSecond }: Heard, t: Translate): string {
  const fewest = Math.min(...rows.map((row) => row.runs));
  const steps = Math.max(...rows.map((row) => row.stepsPerRun));
  const name = backend ? t(`option.backend.${backend.backend}`) : "";
  const adapter = backend?.adapter ? `${name} (${backend.adapter})` : name;
  const said = [
    t("where", { backend: adapter, runs: fewest, version: backend?.runtimeVersion ?? "" }),
  ];
  if (steps > 1) said.push(t("where-batched", { steps }));
  if (backend?.backend === "wasm") said.push(t("where-wasm"));
  if (copyBytesPerSecond !== null) {
    said.push(t("where-copy", { copy: formatRate(copyBytesPerSecond, t.lang) }));
  }
  if (backend?.allOperatorsOnGpu) said.push(t("where-gpu"));
  return said.join(" ");
}
