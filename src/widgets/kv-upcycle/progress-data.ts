import type { TrainingProgressData } from "../../charts/training-progress.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import type { UpcycleResult } from "./compute.ts";
import { live, percentOf, toldBy } from "./live.ts";
import { endOf } from "./measured.ts";
import type { UpcycleValues } from "./params.ts";
import { percentText, qualityText } from "./words.ts";

/** The run of the model that is shown. */
export function progressData(
  _: UpcycleResult,
  values: UpcycleValues,
  t: Translate,
  run: RunState<UpcycleValues>,
): TrainingProgressData {
  const { trained, judged } = toldBy(run, values);
  const asked = run.values?.steps ?? values.steps;
  const steps = Math.max(asked, trained.at(-1)?.step ?? 0);
  const source = endOf("recall", "mha", live.seed)?.accuracy.mean ?? null;
  const last = judged.at(-1);
  return {
    lang: t.lang,
    steps,
    trained: trained.map(({ step, loss }) => ({ step, value: loss })),
    loss: judged.map(({ step, quality }) => ({ step, value: quality.loss })),
    accuracy: judged.map(({ step, quality }) => ({ step, value: quality.accuracy })),
    source:
      source === null ? null : { value: source, name: t("progress.source", { seed: live.seed }) },
    xTicks: [
      ...ticksBelow(steps).map((step) => ({ step, text: String(step) })),
      {
        step: steps,
        text: t("progress.tick", { step: steps, percent: percentText(percentOf(steps), t) }),
      },
    ],
    names: {
      trained: t("progress.trained", { texts: live.texts }),
      heldOut: t("progress.held-out"),
      loss: t("progress.loss"),
      accuracy: t("progress.accuracy"),
      steps: t("progress.steps"),
      empty: t("progress.empty"),
    },
    label: last
      ? t("progress.label", {
          step: last.step,
          of: steps,
          loss: qualityText(last.quality.loss, "loss", t),
          accuracy: qualityText(last.quality.accuracy, "accuracy", t),
        })
      : t("progress.empty"),
  };
}

const tickEvery = 10;

/** Up to where the last one, which says more, has room. */
function ticksBelow(steps: number): readonly number[] {
  const all = Array.from({ length: Math.ceil(steps / tickEvery) }, (_, i) => i * tickEvery);
  return all.filter((step) => step <= steps * 0.8);
}
