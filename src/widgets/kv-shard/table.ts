import { formatInteger, formatSignificant } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { Cell, Table } from "../widget.ts";
import type { ShardedRow, ShardResult, ShardValues } from "./compute.ts";
import { rowName } from "./figures.ts";

/** A row for each arrangement at the reader's TP. */
export function shardTable(result: ShardResult, values: ShardValues, t: Translate): Table {
  const bytes = (value: number): Cell => ({
    text: `${formatInteger(value, t.lang)}\u00a0B`,
    value,
  });
  const share = (part: number): Cell => ({ text: `${percent(part, t)}%`, value: part });
  const names = ["variant", "per-gpu", "heads", "holders", "all", "times", "copied", "idle"];
  return {
    caption: t("table-caption", { tp: values.tp }),
    columns: names.map((name) => t(`column.${name}`)),
    units: [null, "B", null, null, "B", null, null, null],
    rows: result.rows.map((row): Table["rows"][number] => [
      rowName(row),
      bytes(row.perGpu),
      row.headsPerGpu === null ? { text: t("whole"), value: t("whole") } : ends(row.headsPerGpu, t),
      ends(row.holders, t),
      bytes(row.all),
      { text: timesText(row, t), value: row.all / row.once },
      share(row.copied / row.all),
      share(row.idle / row.all),
    ]),
    own: result.rows.indexOf(result.own),
  };
}

/** "1", or "1–2" where not all have as many. */
function ends([least, most]: readonly [number, number], t: Translate): Cell {
  if (least === most) return { text: formatInteger(most, t.lang), value: most };
  const text = `${formatInteger(least, t.lang)}–${formatInteger(most, t.lang)}`;
  return { text, value: text };
}

/** How many caches all GPUs together have room for. */
export const timesText = ({ all, once }: ShardedRow, t: Translate): string =>
  formatSignificant(all / once, 3, t.lang);

/** "33", "6.3": of a hundred, without its sign. */
export const percent = (part: number, t: Translate): string =>
  formatSignificant(part * 100, part < 0.1 ? 2 : 3, t.lang);
