import { html, type TemplateResult } from "lit";
import { recallSize } from "../../lab/tasks/recall.ts";
import { prepareRun } from "../run-controls.ts";
import type { Sentence, Translate } from "../translate.ts";
import { figureOf, widget } from "../widget.ts";
import { withSymbols } from "../with-symbols.ts";
import { compute, heads, type UpcycleResult } from "./compute.ts";
import { curvesData } from "./curves-data.ts";
import { curvesTable } from "./curves-table.ts";
import { headsData } from "./heads-data.ts";
import { errandOf, heldOutTexts, live, type PreparedTraining, source } from "./live.ts";
import { endOf } from "./measured.ts";
import { messages } from "./messages.ts";
import { paperFrame } from "./paper.ts";
import { params, type UpcycleValues } from "./params.ts";
import { progressData } from "./progress-data.ts";
import { runPanel } from "./run-panel.ts";
import { meanText } from "./words.ts";

export default widget({
  tag: "kv-upcycle",
  params,
  messages,
  compute,
  summary,
  figures: {
    heads: figureOf(async () => (await import("../../charts/head-merge.ts")).headMerge, headsData),
    curves: figureOf(
      async () => (await import("../../charts/uptraining-curves.ts")).uptrainingCurves,
      curvesData,
    ),
    progress: figureOf(
      async () => (await import("../../charts/training-progress.ts")).trainingProgress,
      progressData,
    ),
  },
  table: curvesTable,
  prepare: async () => {
    const [prepared, trainings] = await Promise.all([prepareRun(), openTrainings()]);
    return { ...prepared, trainings };
  },
  run: async function* (values, { signal, prepared }) {
    const [{ runLab }, { trainOn }] = await Promise.all([
      import("../../live/client.ts"),
      import("../../live/train-on.ts"),
    ]);
    const { trainings } = prepared as PreparedTraining;
    yield* trainOn(errandOf(values), trainings, runLab, signal);
  },
  view: ({ result, values, t, set, controls, figure, table, run }) => html`
    <div class="split">
      <div>
        ${controls("n-kv", "pooling", "layer")}
        <p class="remark">${poolingNote(result, values, t)}</p>
      </div>
      <div class="beside">${figure("heads")}</div>
    </div>
    <div class="split">
      <div>
        ${controls("task", "measure", "diet")}
        <p class="remark">${curvesNote(result, values, t)}</p>
      </div>
      <div class="beside">${figure("curves")}${table()}</div>
    </div>
    <div class="split">
      <div>
        ${controls("steps", "backend")}
        <p class="remark">${liveNote(values, t)}</p>
      </div>
      <div class="beside">${runPanel({ values, run, t, set }, figure("progress"))}</div>
    </div>
    ${paperFrame(t)}`,
});

async function openTrainings() {
  const [{ browserShelf }, { Trainings }] = await Promise.all([
    import("../../live/browser-shelf.ts"),
    import("../../live/trainings.ts"),
  ]);
  return Trainings.open(await browserShelf());
}

/** What a run does, and what it does whatever curves are shown. */
function liveNote({ steps, task, diet }: UpcycleValues, t: Translate): string {
  const mha = endOf("recall", "mha", live.seed);
  const note = t("live-note", {
    ...{ steps, of: source.steps, seed: live.seed },
    ...{ texts: live.texts, many: source.texts, heldOut: heldOutTexts, pairs: recallSize.pairs },
    right: mha ? meanText(mha, "accuracy", t) : "–",
    loss: mha ? meanText(mha, "loss", t) : "–",
  });
  return task === "text" || diet === "other" ? `${note} ${t("live-other")}` : note;
}

function summary(result: UpcycleResult, values: UpcycleValues, t: Translate): Sentence {
  const { own, source: mha, variant, nKv, isWhole } = result;
  const { measure, pooling, task } = values;
  const fill = {
    nKv: { text: String(nKv), role: variant, param: "n-kv" },
    pooling: { text: t(`way.${pooling}`), param: "pooling" },
    model: t(`task.${task}`),
  };
  if (nKv === heads) {
    return t.sentence(isWhole ? "summary-whole" : "summary-anew", fill);
  }
  const [first] = own?.points ?? [];
  const later = own?.points.find(({ percent }) => percent >= 4.9);
  if (!first || !later || !mha) return t.sentence("summary-none", fill);
  const up = measure === "loss" && later.loss.mean >= first.loss.mean;
  return t.sentence(`summary-${measure}${up ? "-up" : ""}`, {
    ...fill,
    source: { text: meanText(mha, measure, t), role: "mha" },
    before: { text: meanText(first, measure, t), role: variant },
    after: { text: meanText(later, measure, t), role: variant },
  });
}

function poolingNote(
  { nKv, isWhole }: UpcycleResult,
  { pooling }: UpcycleValues,
  t: Translate,
): TemplateResult {
  const note = t(isWhole ? "note-whole" : `note.${pooling}`);
  return withSymbols(nKv === heads ? note : `${note} ${t("note-cosine")}`);
}

/** What the curves are of, and how many runs there are. */
function curvesNote(
  { curves, nKv, isWhole }: UpcycleResult,
  values: UpcycleValues,
  t: Translate,
): string {
  const { task, diet } = values;
  if (curves.length === 0) {
    if (isWhole) return t("runs-whole");
    return t(diet === "other" && nKv !== 2 ? "runs-other-none" : "runs-none");
  }
  const counts = curves.map(({ seeds }) => seeds);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const seeds = least === most ? String(most) : `${least}–${most}`;
  return `${t(`about.${task}`)} ${t(`about-diet.${task}-${diet}`)} ${t("runs", { n: seeds })}`;
}
