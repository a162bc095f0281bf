import { html, nothing, type TemplateResult } from "lit";
import type { From } from "./known-events.ts";
import type { Translate } from "./translate.ts";
import type { RunState } from "./widget.ts";

export interface SimulateControls {
  readonly t: Translate;
  readonly run: RunState<never>;
  readonly from: From;
  /** Whether the run is of the values that are shown. */
  readonly isShown: boolean;
  /** Nothing can be simulated. */
  readonly disabled: boolean;
  readonly done: number;
  readonly of: number;
  /** Simulations so far. */
  readonly n: number;
}

/** A button that starts and stops, how far it is, and where what is shown is from. */
export function simulateControls(controls: SimulateControls): TemplateResult {
  const { t, run, from, isShown, disabled, done, of, n } = controls;
  const isRunning = run.status === "running";
  const label = isRunning ? "stop" : from === "nothing" ? "simulate" : "simulate-again";
  return html`<div class="run">
      <button type="button" class="go ${isRunning ? "second" : ""}" ?disabled=${disabled && !isRunning}
        @click=${isRunning ? run.stop : run.start}>${t(label)}</button>
    </div>
    <div class="progress" role="status">${
      isRunning
        ? html`<span>${t(isShown ? "simulating" : "simulating-before", { n })}</span>
          <progress .value=${done} max=${of}></progress>`
        : statusText(controls)
    }</div>`;
}

function statusText({ t, run, from }: SimulateControls): string | typeof nothing {
  const { status, error, values } = run;
  if (status === "failed") {
    return t("failed", { message: error instanceof Error ? error.message : String(error) });
  }
  if (from === "run") return t(status === "stopped" ? "simulation-stopped" : "from-run");
  if (from === "recorded") return t("from-recorded");
  return values === null ? nothing : t("for-before");
}

/** What they say. */
export const simulateMessages = {
  ko: {
    simulate: "시뮬레이션",
    "simulate-again": "다시 시뮬레이션",
    stop: "멈추기",
    simulating: "{n}번째 시뮬레이션",
    "simulating-before":
      "바꾸기 전의 값으로 {n}번째 시뮬레이션. 지금 값으로 하려면 멈추고 다시 시작하세요.",
    "simulation-stopped": "멈췄어요. 그때까지 얻은 것은 남겨 두었어요.",
    failed: "시뮬레이션하지 못했어요: {message}",
    "from-recorded": "처음 값의 결과는 미리 돌려 둔 것이에요. 다시 돌려도 똑같은 수가 나와요.",
    "from-run": "지금 이 기기에서 돌린 결과예요.",
    "for-before": "값이 바뀌어서 앞의 결과를 지웠어요. 그 값으로 돌아가면 다시 보여요.",
  },
  en: {
    simulate: "Simulate",
    "simulate-again": "Simulate again",
    stop: "Stop",
    simulating: "simulation {n}",
    "simulating-before":
      "simulation {n}, with the values from before. To have it with these, stop and start again.",
    "simulation-stopped": "Stopped. What was found so far is kept.",
    failed: "The simulation failed: {message}",
    "from-recorded":
      "Results for the first values are precomputed; simulated again they are the same.",
    "from-run": "Simulated just now on your device.",
    "for-before":
      "The values have changed, so the results are gone. Go back to them and they are here again.",
  },
} as const;
