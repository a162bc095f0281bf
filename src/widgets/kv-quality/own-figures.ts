import type { QualityChartData } from "../../charts/quality-chart.ts";
import { formatInteger } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { Cell, Table } from "../widget.ts";
import type { OwnResult } from "./own.ts";
import { ownDifference, ownName, ownText, ownValue } from "./own-words.ts";

/** Each variant's mean and its seeds, against what it caches. */
export function ownChartData(result: OwnResult, t: Translate): QualityChartData {
  const { rows, task } = result;
  const text = (value: number) => ownText(value, result, t);
  const points = rows.map((row) =>
    t("own-point", {
      name: ownName(row),
      value: text(row.mean),
      values: row.cachedValues,
      least: text(row.least),
      most: text(row.most),
    }),
  );
  return {
    kind: "scatter",
    models: rows.map((row) => ({
      variant: row.variant,
      name: `${ownName(row)} ${text(row.mean)}`,
      cost: row.cachedValues,
      score: ownValue(row.mean, result),
      group: null,
      seeds: [...row.values.values()].map((value) => ownValue(value, result)),
    })),
    base: 2,
    ...(task === "recall" ? { most: 100 } : {}),
    xAxis: t("own-axis"),
    yAxis: t(`own-score-${task}`),
    label: t("own-label", { score: t(`own-score-${task}`), points: points.join(", ") }),
  };
}

const none: Cell = { text: "–", value: "" };

/** Every seed of every variant. */
export function ownTable(result: OwnResult, t: Translate): Table {
  const { rows, task } = result;
  const seeds = [...new Set(rows.flatMap(({ values }) => [...values.keys()]))].sort();
  const integer = (value: number): Cell => ({ text: formatInteger(value, t.lang), value });
  const score = (value: number | undefined): Cell =>
    value === undefined
      ? none
      : { text: ownText(value, result, t), value: ownValue(value, result) };
  const columns = [
    t("own-column.values"),
    t("own-column.mean"),
    ...seeds.map((seed) => t("own-column.seed", { seed })),
    t("own-column.difference"),
    t("own-column.parameters"),
  ];
  return {
    caption: t("own-caption", { task: t(`option.task.${task}`) }),
    columns: [t("column.model"), ...columns],
    units: [null, ...columns.map(() => null)],
    rows: rows.map((row) => [
      ownName(row),
      integer(row.cachedValues),
      score(row.mean),
      ...seeds.map((seed) => score(row.values.get(seed))),
      row.againstMha === null
        ? none
        : {
            text: ownDifference(row.againstMha.mean, result, t),
            value: ownValue(row.againstMha.mean, result),
          },
      integer(row.parameters),
    ]),
  };
}
