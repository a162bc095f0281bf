import type { Translate } from "../translate.ts";
import type { Cell, RunState, Table } from "../widget.ts";
import type { UpcycleResult } from "./compute.ts";
import { live, percentOf, toldBy } from "./live.ts";
import type { UpcycleValues } from "./params.ts";
import { overSeedsText, percentText, qualityText } from "./words.ts";

/** Every place of every curve; then what has been found on this device. */
export function curvesTable(
  { curves, nKv, own }: UpcycleResult,
  values: UpcycleValues,
  t: Translate,
  run: RunState<UpcycleValues>,
): Table {
  const { task, diet } = values;
  const plain = (value: number, text: string): Cell => ({ text, value });
  const measured = curves.flatMap((curve) =>
    curve.points.map((point): Table["rows"][number] => [
      t(`option.pooling.${curve.pooling}`),
      plain(point.percent, `${percentText(point.percent, t)}%`),
      plain(point.step, String(point.step)),
      plain(point.loss.mean, overSeedsText(point.loss, "loss", t)),
      plain(point.accuracy.mean, overSeedsText(point.accuracy, "accuracy", t)),
      plain(curve.seeds, String(curve.seeds)),
    ]),
  );
  const isLive = task === "recall" && diet === "same";
  const found = isLive ? toldBy(run, values).judged : [];
  const here = found.map(({ step, quality }): Table["rows"][number] => [
    t("row.live", { pooling: t(`option.pooling.${values.pooling}`), texts: live.texts }),
    plain(percentOf(step), `${percentText(percentOf(step), t)}%`),
    plain(step, String(step)),
    plain(quality.loss, qualityText(quality.loss, "loss", t)),
    plain(quality.accuracy, qualityText(quality.accuracy, "accuracy", t)),
    plain(1, "1"),
  ]);
  const before = curves.slice(0, own ? curves.indexOf(own) : 0);
  return {
    caption: t("table-caption", {
      task: t(`task.${task}`),
      nKv,
      diet: t(`option.diet.${diet}`),
    }),
    columns: ["pooling", "percent", "step", "loss", "accuracy", "seeds"].map((name) =>
      t(`column.${name}`),
    ),
    units: [null, "%", null, "nat", null, null],
    rows: [...measured, ...here],
    ...(own ? { own: before.reduce((sum, { points }) => sum + points.length, 0) } : {}),
  };
}
