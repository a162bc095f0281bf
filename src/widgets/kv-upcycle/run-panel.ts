import { html, nothing, type TemplateResult } from "lit";
import {
  formatBytesAuto,
  formatDuration,
  formatInteger,
  formatSignificant,
} from "../../i18n/format.ts";
import type { TrainingEvent } from "../../live/train-on.ts";
import { quantile } from "../../onnx/measure.ts";
import { backendOf, ranHere, ranHereRoom, runControls } from "../run-controls.ts";
import { steady } from "../steady.ts";
import type { Translate } from "../translate.ts";
import type { RunState, ViewContext } from "../widget.ts";
import { afresh } from "./afresh.ts";
import { judgedTable } from "./judged-table.ts";
import {
  errandOf,
  heldOutTexts,
  isOf,
  modelBytes,
  percentOf,
  source,
  type Told,
  toldBy,
  trainingsOf,
} from "./live.ts";
import { otherRun } from "./other-run.ts";
import type { UpcycleValues } from "./params.ts";
import { percentText, qualityText } from "./words.ts";

type Run = RunState<UpcycleValues>;
type Context = Pick<ViewContext<UpcycleValues, unknown>, "values" | "run" | "t" | "set">;

/** Button and ladder, the training as it goes, what came back, and what is kept of it. */
export function runPanel(context: Context, figure: TemplateResult): TemplateResult {
  const { values, run, t, set } = context;
  const told = toldBy(run, values);
  return html`
    ${runControls(
      {
        backend: values.backend,
        progress: progressOf(run, t),
        kept: run.events.filter((event) => (event as TrainingEvent).kind === "trained").length,
        ...buttons(values, run, t),
      },
      run,
      t,
    )}
    <div role="status">${otherRun(values, run, set, t)}</div>
    ${steady("headline", t("found", foundRoom), headline(told, values, run, t))}
    ${figure}
    ${steady("source", keptRoom(t), html`<p class="source kept">${keeping(values, run, t)} ${told.trained.length > 0 ? ranHere(run.events, t) : nothing}</p>`)}
    ${steady("remark", t("speed", speedRoom), speed(told, t))}
    ${judgedTable(told, t)}`;
}

/** What is said at its longest. */
const foundRoom = {
  ...{ answers: "0,000", before: "00.0%", lossBefore: "0.00" },
  ...{ step: 35, percent: 5, after: "00.0%", lossAfter: "0.000" },
};
const speedRoom = {
  ...{ rate: "0,000", low: "0,000", high: "0,000", n: 35, time: "00.0 ms", tokens: 512 },
};
const keptRoom = (t: Translate): string =>
  `${t("kept-saved", { step: 35, percent: 5 })} ${ranHereRoom(t)}`;

/** Trains, pauses, goes on; and, once there is something to go on from, a second button that does not. */
function buttons(
  values: UpcycleValues,
  run: Run,
  t: Translate,
): Pick<Parameters<typeof runControls>[0], "named" | "finished" | "besideButton"> {
  const trainings = trainingsOf(run);
  const { name } = errandOf(values);
  const step = trainings?.stepOf(name) ?? 0;
  const isDone = step >= values.steps;
  const finished = isDone && isOf(run.values, values) && run.status === "done";
  const start = step === 0 ? "train" : finished ? "finished" : isDone ? "show-kept" : "go-on";
  const fromNothing = () => void trainings?.forget(name).then(run.start);
  return {
    named: { start: t(start, { step }), stop: t("pause") },
    finished,
    besideButton: afresh(step, step > 0 && run.status !== "running" ? fromNothing : null, t),
  };
}

function progressOf({ events, values }: Run, t: Translate) {
  const last = events.at(-1) as TrainingEvent | undefined;
  if (last?.kind === "model") {
    const size = formatBytesAuto(modelBytes, "decimal", t.lang);
    return { text: t("loading", { size }), share: last.loaded / last.total };
  }
  if (backendOf(events) === null || values === null) return null;
  const step = (events as readonly TrainingEvent[]).findLast((event) => event.kind === "trained");
  if (!step) return { text: t("judging"), share: null };
  const said = {
    step: step.step,
    of: values.steps,
    time: formatDuration(step.milliseconds, t.lang),
  };
  return { text: t("training", said), share: step.step / values.steps };
}

/** What pooling took, and how much has come back; before a run, that there has been none. */
function headline({ judged }: Told, values: UpcycleValues, run: Run, t: Translate) {
  const [first, ...later] = judged;
  if (!first) {
    const step = trainingsOf(run)?.stepOf(errandOf(values).name) ?? 0;
    const said = { step, texts: heldOutTexts };
    return html`<p class="state">${t(step > 0 ? "not-shown" : "not-yet", said)}</p>`;
  }
  const said = {
    answers: formatInteger(first.quality.answers, t.lang),
    before: qualityText(first.quality.accuracy, "accuracy", t),
    lossBefore: qualityText(first.quality.loss, "loss", t),
  };
  const last = later.at(-1);
  if (!last) return html`<p class="headline">${t("found-before", said)}</p>`;
  return html`<p class="headline">${t("found", {
    ...said,
    step: last.step,
    percent: percentText(percentOf(last.step), t),
    after: qualityText(last.quality.accuracy, "accuracy", t),
    lossAfter: qualityText(last.quality.loss, "loss", t),
  })}</p>`;
}

const leastTimes = 10;

/** Tokens a second, once there are enough steps to say so. */
function speed({ times, trained }: Told, t: Translate) {
  if (times.length < leastTimes) return nothing;
  const tokens = trained[0]?.tokens ?? 0;
  const rate = (fraction: number) =>
    formatSignificant((1000 * tokens) / quantile(times, fraction), 3, t.lang);
  return html`<p class="remark speed">${t("speed", {
    rate: rate(0.5),
    low: rate(0.75),
    high: rate(0.25),
    n: times.length,
    time: formatDuration(quantile(times, 0.5), t.lang),
    tokens,
  })}</p>`;
}

/** What a reload, a closed tab or a lost device would leave. */
function keeping(values: UpcycleValues, run: Run, t: Translate): string {
  const trainings = trainingsOf(run);
  if (!trainings) return "";
  const { name } = errandOf(values);
  const step = trainings.stepOf(name);
  if (trainings.denied) return t(step > 0 ? "kept-here" : "kept-nowhere", { step });
  const saved = trainings.savedStepOf(name);
  return saved > 0
    ? t("kept-saved", { step: saved, percent: percentText(percentOf(saved), t) })
    : t("kept-none", { of: source.steps });
}
