import { html, nothing, type TemplateResult } from "lit";
import { formatBytesAuto, formatInteger, formatRate } from "../../i18n/format.ts";
import type { Backend, BackendEvent, Capability, Reason, RuntimeSize } from "../../onnx/client.ts";
import { runtimeSize } from "../../onnx/runtime-size.ts";
import type { Translate } from "../translate.ts";
import type { RunState, Table } from "../widget.ts";
import { type Heard, heard } from "./runs.ts";
import { scientific } from "./scientific.ts";

/** Above this the result is not attention to fp32 accuracy, and the page says so. */
const largestError = 1e-5;

/** The slowest row's bar. */
const longestBarPx = 44;

interface Asked {
  readonly backend: Backend;
  readonly context: number;
}

interface Prepared {
  readonly capability: Capability;
  readonly size: RuntimeSize;
}

/** Button, ladder, progress, results and where they were measured. */
export function runPanel(
  { backend, context }: Asked,
  measured: Table,
  run: RunState<Asked>,
  t: Translate,
): TemplateResult {
  const prepared = run.prepared as Prepared | null;
  const said = heard(run.events);
  const since = run.values !== null && run.values.context !== context && said.results.length > 0;
  const { plain } = sizes(prepared?.size ?? null, t);
  return html`
    <p class="no-script">${t("needs-script")}</p>
    <div class="run">
      ${button(prepared, run, t)}
      ${ladder(backend, prepared?.capability ?? null, said.backend, t)}
    </div>
    <p class="remark why">${why(backend, prepared?.capability ?? null, said.backend, t)}
      ${prepared && run.values === null ? t("run-size-plain", { plain }) : nothing}</p>
    <div class="progress" role="status">${run.status === "running" ? progress(said, prepared?.size ?? null, t) : nothing}</div>
    ${
      since
        ? html`<p class="state">${t("measured-at", { context: formatInteger(run.values.context, t.lang) })}</p>`
        : nothing
    }
    ${failure(run, said, t)}
    ${said.results.length === 0 ? emptyState(run, t) : results(measured, said, t)}`;
}

/** One button that starts and stops, so that the keyboard's focus stays on it. */
function button(prepared: Prepared | null, run: RunState, t: Translate) {
  const running = run.status === "running";
  const { size } = sizes(prepared?.size ?? null, t);
  const named = t(prepared ? "run-size" : "run-size-most", { size });
  const says = running ? "stop" : run.values === null ? "run" : "run-again";
  return html`<button type="button" class="go ${running ? "second" : ""}"
    @click=${running ? run.stop : run.start}>${t(says)}
    ${says === "run" ? html`<small>${named}</small>` : nothing}</button>`;
}

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

function progress({ progress: at }: Heard, size: RuntimeSize | null, t: Translate): TemplateResult {
  if (at === null) return html`<span>${t("starting")}</span><progress></progress>`;
  const [value, max] = at.kind === "download" ? [at.loaded, at.total] : [at.done, at.of];
  const text =
    at.kind === "download"
      ? t("downloading", { percent: Math.round((value / max) * 100), ...sizes(size, t) })
      : t("stepping", { n: at.nKv, done: at.done, of: at.of });
  return html`<span>${text}</span><progress .value=${value} max=${max}></progress>`;
}

/** What comes over the network from a server that compresses, and from one that does not. */
function sizes(size: RuntimeSize | null, t: Translate) {
  const { gzipBytes, wasmBytes } = size ?? runtimeSize.asyncify;
  const text = (bytes: number) => formatBytesAuto(bytes, "decimal", t.lang);
  return { size: text(gzipBytes), plain: text(wasmBytes) };
}

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
  const slowest = Math.max(...said.results.map((row) => row.medianMs));
  return html`${headline(said, t)}
    <div class="scroll" role="group" tabindex="0" aria-label=${measured.caption}><table class="measured">
      <caption>${measured.caption}</caption>
      <thead><tr>${measured.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${measured.rows.map(([head, ...cells], i) => {
        const share = ((said.results[i]?.medianMs ?? 0) / slowest) * longestBarPx;
        return html`<tr><th scope="row">${head}</th>${cells.map(({ text }, column) =>
          column === 3
            ? html`<td class="timed"><span class="share" style=${`width:${share.toFixed(1)}px`}></span>${text}</td>`
            : html`<td>${text}</td>`,
        )}</tr>`;
      })}</tbody>
    </table></div>
    <p class="source">${where(said, t)}</p>`;
}

/** What the run shows, once there are two rows to compare and the answer is right. */
function headline({ results: rows }: Heard, t: Translate) {
  const error = scientific(Math.max(...rows.map((row) => row.maxError)));
  if (rows.some((row) => row.maxError > largestError)) {
    return html`<p class="state error" role="alert">${t("wrong", { error })}</p>`;
  }
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || first === last) return nothing;
  const apart = last.upperQuartileMs < first.lowerQuartileMs;
  return html`<p class="headline">${t(apart ? "headline" : "headline-spread", {
    from: first.nKv,
    to: last.nKv,
    bytes: (first.kvBytes / last.kvBytes).toFixed(0),
    percent: Math.round((last.medianMs / first.medianMs) * 100),
    error,
  })}</p>`;
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
