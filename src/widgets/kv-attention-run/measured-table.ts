import { formatDuration, formatInteger, formatRate, formatSignificant } from "../../i18n/format.ts";
import { scientific } from "../../i18n/scientific.ts";
import { bytesPerSecond, type RunRecord } from "../../measured/run-record.ts";
import type { Translate } from "../translate.ts";
import type { Table } from "../widget.ts";
import { predictedBytes, rowName } from "./rows.ts";

const columns = [
  "heads",
  "context",
  "error",
  "bytes",
  "difference",
  "median",
  "quartiles",
  "speed",
  "copy",
  "first",
] as const;
const units = [null, null, null, "B", "B", "ms", "ms", "B/s", null, "ms"] as const;

/** What was measured, beside what the formula says for the state the run was started with. */
export function measuredTable(record: RunRecord | null, t: Translate): Table {
  const steps = record?.steps ?? [];
  const contexts = new Set(steps.map(({ context }) => context));
  // One context length stands in the caption; several have a column.
  const [only] = contexts;
  const caption =
    contexts.size > 1
      ? t("table-caption-curve")
      : t("table-caption", { context: formatInteger(only ?? 0, t.lang) });
  const kept = columns.map((_, i) => i).filter((i) => contexts.size > 1 || i !== 1);
  return {
    caption,
    columns: kept.map((i) => t(`column.${columns[i]}`)),
    units: kept.map((i) => units[i] ?? null),
    rows: steps.map((step) => {
      const { nHeads, headDim, dtype, copyBytesPerSecond: copy } = record as RunRecord;
      const off = step.kvBytes - predictedBytes(step.row, step.context, { headDim, dtype });
      const share = copy ? bytesPerSecond(step) / copy : null;
      const { lowerQuartileMs: lower, upperQuartileMs: upper } = step;
      const number = (value: number, unit = "") => ({
        text: `${formatInteger(value, t.lang)}${unit && `\u00a0${unit}`}`,
        value,
      });
      const cells = [
        number(step.context),
        { text: scientific(step.relativeError), value: step.relativeError },
        number(step.kvBytes, "B"),
        number(off, "B"),
        { text: formatDuration(step.medianMs, t.lang), value: step.medianMs },
        {
          text: rangeText(formatDuration(lower, t.lang), formatDuration(upper, t.lang)),
          value: `${lower}–${upper}`,
        },
        { text: formatRate(bytesPerSecond(step), t.lang), value: bytesPerSecond(step) },
        {
          text: share === null ? "–" : `${formatSignificant(share * 100, 2, t.lang)}%`,
          value: share ?? "",
        },
        {
          text: formatDuration(step.sessionMs + step.firstRunMs, t.lang),
          value: step.sessionMs + step.firstRunMs,
        },
      ];
      const shown = contexts.size > 1 ? cells : cells.slice(1);
      return [rowName(step.row, nHeads, t), ...shown] as Table["rows"][number];
    }),
  };
}

/** "350–875 µs": the unit once, where both have the same. */
function rangeText(from: string, to: string): string {
  const [value = from, unit] = from.split("\u00a0");
  return unit !== undefined && to.endsWith(`\u00a0${unit}`) ? `${value}–${to}` : `${from}–${to}`;
}
