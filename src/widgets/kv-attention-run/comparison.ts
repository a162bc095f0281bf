import { formatDuration, formatInteger, formatSignificant } from "../../i18n/format.ts";
import { type MeasuredStep, type RunRecord, rowKey } from "../../measured/run-record.ts";
import type { Translate } from "../translate.ts";
import type { Table } from "../widget.ts";
import { rowName } from "./rows.ts";

const keyOf = ({ row, context }: MeasuredStep): string => `${rowKey(row)} ${context}`;

/** Whether two records are of layers of the same size, computed with the same numbers. */
export const comparable = (one: RunRecord, other: RunRecord): boolean =>
  one.nHeads === other.nHeads && one.headDim === other.headDim && one.dtype === other.dtype;

/**
 * Two records side by side, where they measured the same: times, and each row's share of its own
 * record's first row at that context. Devices differ in time; what a variant saves can be compared.
 */
export function comparisonTable(one: RunRecord, other: RunRecord, t: Translate): Table {
  const theirs = new Map(other.steps.map((step) => [keyOf(step), step]));
  const pairs = comparable(one, other)
    ? one.steps.flatMap((step) => {
        const their = theirs.get(keyOf(step));
        return their ? [{ here: step, there: their }] : [];
      })
    : [];
  // Of the first row that both have at this length, so that both shares are of the same.
  const share = (side: "here" | "there", pair: (typeof pairs)[number]) => {
    const first = pairs.find(({ here }) => here.context === pair.here.context) ?? pair;
    return pair[side].medianMs / first[side].medianMs;
  };
  const percent = (value: number) => ({
    text: `${formatSignificant(value * 100, 2, t.lang)}%`,
    value,
  });
  const time = (value: number) => ({ text: formatDuration(value, t.lang), value });
  return {
    caption: t("compare-caption"),
    columns: ["heads", "context", "here", "there", "times", "share-here", "share-there"].map(
      (key) => t(`column.${key}`),
    ),
    units: [null, null, "ms", "ms", null, null, null],
    rows: pairs.map(({ here, there }) => [
      rowName(here.row, one.nHeads, t),
      { text: formatInteger(here.context, t.lang), value: here.context },
      time(here.medianMs),
      time(there.medianMs),
      {
        text: `${formatSignificant(there.medianMs / here.medianMs, 2, t.lang)}×`,
        value: there.medianMs / here.medianMs,
      },
      percent(share("here", { here, there })),
      percent(share("there", { here, there })),
    ]),
  };
}
