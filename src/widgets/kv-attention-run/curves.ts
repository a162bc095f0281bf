import { decades } from "../../charts/decades.ts";
import type { Curve, RowCurvesData } from "../../charts/row-curves.ts";
import { formatBytesAuto, formatDuration, formatInteger } from "../../i18n/format.ts";
import { type RunRecord, rowKey } from "../../measured/run-record.ts";
import type { DecodeRow } from "../../onnx/decode/decode-case.ts";
import type { Translate } from "../translate.ts";
import { contextsOf, dtypeOf, headDim, type RunValues, rowsOf } from "./params.ts";
import { predictedBytes, rowName, variantOf } from "./rows.ts";

/**
 * Bytes by the formula over the context length; below them the times, where several lengths were
 * measured or are asked for.
 */
export function curvesData(
  values: RunValues,
  record: RunRecord | null,
  t: Translate,
): RowCurvesData {
  const own = values.backend !== "recorded" || record === null;
  const nHeads = record?.nHeads ?? Number(values.heads);
  const measured = own ? contextsOf(values) : record.steps.map(({ context }) => context);
  const isCurve = new Set(measured).size > 1;
  const most = Math.max(...measured);
  const contexts = [8, 4, 2, 1].map((part) => Math.max(16, Math.round(most / part)));
  const rows = own ? rowsOf(values) : rowsIn(record);
  const byFormula = rows
    .filter(({ form }) => form !== "expanded" && form !== "mla-naive")
    .map((row): Curve => {
      const shape = record ?? { headDim, dtype: dtypeOf(values) };
      const points = contexts.map((x) => ({ x, y: predictedBytes(row, x, shape) }));
      return { ...styleOf(row, nHeads, t), points, marked: false };
    });
  const byRow = Map.groupBy(record?.steps ?? [], ({ row }) => rowKey(row));
  const times = [...byRow.values()].map((steps): Curve => {
    const points = steps.map(({ context, medianMs, lowerQuartileMs, upperQuartileMs }) => ({
      x: context,
      y: medianMs,
      spread: [lowerQuartileMs, upperQuartileMs] as const,
    }));
    const row = (steps[0] as (typeof steps)[number]).row;
    return { ...styleOf(row, nHeads, t), points, marked: true };
  });
  const ticks = (curves: readonly Curve[], text: (value: number) => string) => {
    const ys = curves.flatMap(({ points }) => points.map(({ y }) => y));
    if (ys.length === 0) return [];
    const wide = decades([Math.min(...ys) / 1.4, Math.max(...ys) * 1.4]);
    return wide.map((value) => ({ value, text: text(value) }));
  };
  return {
    panels: [
      {
        title: t("axis.bytes"),
        yTicks: ticks(byFormula, (value) => formatBytesAuto(value, "decimal", t.lang)),
        curves: byFormula,
        empty: "",
      },
      ...(isCurve
        ? [
            {
              title: t("axis.time"),
              yTicks: ticks(times, (value) => formatDuration(value, t.lang)),
              curves: times,
              empty: t("not-measured"),
            },
          ]
        : []),
    ],
    xTicks: contexts.map((value) => ({ value, text: formatInteger(value, t.lang) })),
    xTitle: t("axis.context"),
    label: t(isCurve ? "curve-label" : "bytes-label"),
  };
}

const rowsIn = ({ steps }: RunRecord): readonly DecodeRow[] => [
  ...new Map(steps.map(({ row }) => [rowKey(row), row])).values(),
];

const styleOf = (row: DecodeRow, nHeads: number, t: Translate) => ({
  name: rowName(row, nHeads, t),
  variant: variantOf(row, nHeads),
  second: row.form === "expanded" || row.form === "mla-naive",
});
