import type { UptrainingCurvesData } from "../../charts/uptraining-curves.ts";
import { uptrainingPercents } from "../../lab/upcycle/uptraining.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import type { UpcycleResult } from "./compute.ts";
import { live, percentOf, toldBy } from "./live.ts";
import { endOf } from "./measured.ts";
import type { UpcycleValues } from "./params.ts";
import { percentText, qualityText } from "./words.ts";

export function curvesData(
  { curves, source, scratch, variant, isWhole }: UpcycleResult,
  values: UpcycleValues,
  t: Translate,
  run: RunState<UpcycleValues>,
): UptrainingCurvesData {
  const { task, measure, pooling } = values;
  const points = livePoints(values, run);
  const reference = (name: string, of: typeof source, as: typeof variant) =>
    of ? [{ name: t(name, { seed: live.seed }), variant: as, value: of[measure] }] : [];
  return {
    lang: t.lang,
    ...{ measure, variant },
    curves: curves.map((curve) => ({
      id: curve.pooling,
      name: t(`option.pooling.${curve.pooling}`),
      own: curve.pooling === pooling,
      points: curve.points.map((point) => ({ percent: point.percent, value: point[measure] })),
    })),
    references: [
      // Where nothing is pooled there is no curve over seeds, but a run of one may lie beside the line.
      ...(isWhole && points.length > 0
        ? reference("reference.seed", endOf("recall", "mha", live.seed), "mha")
        : reference("reference.source", source, "mha")),
      ...reference(`reference.${variant}`, scratch, variant),
    ],
    live: points,
    names: {
      seed: t("curves.seed"),
      live: t("curves.live", { texts: live.texts }),
      empty: t(isWhole ? "curves.whole" : "curves.empty"),
    },
    xTicks: uptrainingPercents,
    xAxis: t("curves.x"),
    yAxis: t(`curves.y.${task}-${measure}`),
    label: t("curves.label", { curves: curves.map(spoken).join("; ") || t("curves.empty") }),
  };

  function spoken(curve: UpcycleResult["curves"][number]): string {
    const points = curve.points.map((point) => {
      const value = qualityText(point[measure].mean, measure, t);
      return `${percentText(point.percent, t)}%: ${value}`;
    });
    return `${t(`option.pooling.${curve.pooling}`)}, ${points.join(", ")}`;
  }
}

/** A run is of recall, on the texts that its model learned from. */
function livePoints(
  values: UpcycleValues,
  run: RunState<UpcycleValues>,
): UptrainingCurvesData["live"] {
  const { task, diet, measure } = values;
  if (task !== "recall" || diet !== "same") return [];
  return toldBy(run, values).judged.map(({ step, quality }) => ({
    percent: percentOf(step),
    value: quality[measure],
  }));
}
