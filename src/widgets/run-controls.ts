import { html, nothing, type TemplateResult } from "lit";
import { formatBytesAuto } from "../i18n/format.ts";
import { chooseBackend } from "../onnx/adapter.ts";
import type { FloatType } from "../onnx/backend/backend.ts";
import type {
  BackendChoice,
  BackendEvent,
  Capability,
  Reason,
  RunEvent,
} from "../onnx/protocol.ts";
import { type RuntimeSize, runtimeSize } from "../onnx/runtime-size.ts";
import type { ChoiceParam } from "./params.ts";
import type { Translate } from "./translate.ts";
import type { RunState } from "./widget.ts";

/** Which way a live run goes; every widget that runs has this parameter. */
export const backendParam = {
  kind: "choice",
  name: "backend",
  options: ["auto", "webgpu", "wasm"],
  default: "auto",
} as const satisfies ChoiceParam;

interface Prepared {
  readonly capability: Capability;
  readonly size: RuntimeSize;
}

/** For `prepare` of a widget that runs: what the browser can do, and what it would download. */
export async function prepareRun(): Promise<Prepared> {
  // With the client, so that a run pressed after the network has gone can still say so.
  const [{ probeCapability }] = await Promise.all([
    import("../onnx/capability.ts"),
    import("../live/client.ts"),
  ]);
  const capability = await probeCapability();
  return { capability, size: runtimeSize[capability.flavour] };
}

/** The backend a run took, if it got so far. */
export const backendOf = (events: readonly unknown[]): BackendEvent | null =>
  (events as readonly RunEvent[]).findLast((event) => event.kind === "backend") ?? null;

/** On what a proof ran, and that all of it ran there. */
export function ranHere(events: readonly unknown[], t: Translate): string {
  const said = backendOf(events);
  if (said === null) return "";
  const name = t(`option.backend.${said.backend}`);
  const backend = said.adapter ? `${name} (${said.adapter})` : name;
  const here = t("ran-here", { backend, version: said.runtimeVersion });
  return said.allOperatorsOnGpu ? `${here} ${t("ran-on-gpu")}` : here;
}

/** The same at its longest, for the room it takes. */
export function ranHereRoom(t: Translate): string {
  const backend = `${t("option.backend.webgpu")} (manufacturer architecture)`;
  return `${t("ran-here", { backend, version: "1.30.0" })} ${t("ran-on-gpu")}`;
}

interface Controls {
  readonly backend: BackendChoice;
  readonly dtype?: FloatType;
  /** How far the run is beyond the download, in words, with a share from 0 to 1 where it is known. */
  readonly progress: { readonly text: string; readonly share: number | null } | null;
  /** Results that arrived before a run ended early. */
  readonly kept: number;
  /** What is set cannot run; the page says why. */
  readonly blocked?: boolean;
  /** Shows results recorded elsewhere, where the widget has some: the ladder's last rung. */
  readonly showRecorded?: () => void;
  /** Other words for the button, and what else stands beside it. */
  readonly named?: { readonly start: string; readonly stop: string };
  /** All of it has run: the button stays, for whoever's keyboard is on it, and does nothing. */
  readonly finished?: boolean;
  readonly besideButton?: TemplateResult | typeof nothing;
}

/** Button, ladder and why, progress and what went wrong. */
export function runControls(
  controls: Controls,
  run: RunState<unknown>,
  t: Translate,
): TemplateResult {
  const { backend, dtype = "float32", progress, kept, showRecorded } = controls;
  const prepared = run.prepared as Prepared | null;
  const said = backendOf(run.events);
  const capability = prepared?.capability ?? null;
  const way = said ?? (capability && chooseBackend(backend, dtype, capability));
  const { plain } = sizes(prepared?.size ?? null, t);
  return html`
    <p class="no-script">${t("needs-script")}</p>
    <div class="run">
      ${button(controls, prepared, run, t)}
      ${controls.besideButton ?? nothing}
      ${ladder(way?.backend ?? null, capability, showRecorded, t)}
    </div>
    <p class="remark why">${way && capability ? why(way, capability, t) : nothing}
      ${prepared && run.values === null ? t("run-size-plain", { plain }) : nothing}</p>
    <div class="progress" role="status">${
      run.status === "running" ? bar(run.events, progress, prepared?.size ?? null, t) : nothing
    }</div>
    ${failure(run, kept, showRecorded, t)}`;
}

/** One button that starts and stops, so that the keyboard's focus stays on it. */
function button(
  { named, finished = false, blocked = false }: Controls,
  prepared: Prepared | null,
  run: RunState<unknown>,
  t: Translate,
) {
  const running = run.status === "running";
  const isFirst = !running && run.values === null;
  const { size } = sizes(prepared?.size ?? null, t);
  const download = t(prepared ? "run-size" : "run-size-most", { size });
  const start = named?.start ?? t(isFirst ? "run" : "run-again");
  return html`<button type="button" class="go ${running ? "second" : ""}"
    ?disabled=${blocked && !running} aria-disabled=${finished && !running ? "true" : nothing}
    @click=${running ? run.stop : finished ? nothing : run.start}>${running ? (named?.stop ?? t("stop")) : start}
    ${isFirst ? html`<small>${download}</small>` : nothing}</button>`;
}

/** The ways a run can take; the current one is what the runtime said, or what would be tried. */
function ladder(
  now: "webgpu" | "wasm" | null,
  capability: Capability | null,
  showRecorded: (() => void) | undefined,
  t: Translate,
) {
  const rungs = ["webgpu", "wasm"] as const;
  return html`<ol class="ladder" aria-label=${t("ladder")}>${rungs.map((rung) => {
    const off = rung === "webgpu" && capability !== null && capability.webgpu === null;
    return html`<li class=${off ? "off" : ""} aria-current=${now === rung ? "true" : "false"}>
      <span>${t(`option.backend.${rung}`)}</span></li>`;
  })}${showRecorded ? html`<li aria-current="false"><span>${t("option.backend.recorded")}</span></li>` : nothing}</ol>`;
}

type Way = Pick<BackendEvent, "backend" | "reason"> & { readonly adapter?: string | null };

function why(way: Way, capability: Capability, t: Translate): string {
  const adapter = way.adapter ?? capability.adapter ?? "";
  if (way.backend === "webgpu") {
    return t(capability.webgpu === "software" ? "webgpu-software" : "webgpu-hardware", { adapter });
  }
  // Who chose WASM where there is no GPU learns that there is none.
  const reason = way.reason ?? (capability.webgpu === null ? capability.reason : null);
  return reason === null ? t("by-choice") : t(`reason.${reason}`, { adapter });
}

function bar(
  events: readonly unknown[],
  progress: Controls["progress"],
  size: RuntimeSize | null,
  t: Translate,
): TemplateResult {
  const last = (events as readonly RunEvent[]).at(-1);
  if (last?.kind === "paused" && last.paused) return html`<span>${t("paused")}</span>`;
  if (last?.kind === "download") {
    const percent = Math.round((last.loaded / last.total) * 100);
    return html`<span>${t("downloading", { percent, ...sizes(size, t) })}</span>
      <progress .value=${last.loaded} max=${last.total}></progress>`;
  }
  if (progress === null) return html`<span>${t("starting")}</span><progress></progress>`;
  const { text, share } = progress;
  return share === null
    ? html`<span>${text}</span><progress></progress>`
    : html`<span>${text}</span><progress .value=${share} max="1"></progress>`;
}

/** What comes over the network from a server that compresses, and from one that does not. */
function sizes(size: RuntimeSize | null, t: Translate) {
  const { gzipBytes, wasmBytes } = size ?? runtimeSize.asyncify;
  const text = (bytes: number) => formatBytesAuto(bytes, "decimal", t.lang);
  return { size: text(gzipBytes), plain: text(wasmBytes) };
}

function failure(
  run: RunState<unknown>,
  kept: number,
  showRecorded: (() => void) | undefined,
  t: Translate,
) {
  if (run.status === "stopped") {
    return html`<p class="state" role="status">${t(kept > 0 ? "stopped" : "stopped-empty")}</p>`;
  }
  if (run.status !== "failed") return nothing;
  const { reason = "failed", message = String(run.error) } = (run.error ?? {}) as {
    reason?: Reason;
    message?: string;
  };
  return html`<div class="state error" role="alert">
    <p><b>${t(`reason.${reason}`)}</b> ${kept > 0 ? t("kept", { n: kept }) : nothing}</p>
    ${
      showRecorded
        ? html`<p><button type="button" class="open" @click=${showRecorded}>${t("show-recorded")}</button></p>`
        : nothing
    }
    ${reason === "damaged" ? nothing : html`<p class="source">${t("detail", { message })}</p>`}
  </div>`;
}
