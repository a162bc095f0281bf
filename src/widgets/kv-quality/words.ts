import type { PaperColumn, PaperId, PaperTable, Wording } from "../../data/quality.ts";
import { formatFixed, formatInteger } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { Axis } from "./compute.ts";

const nbsp = "\u00a0";

/** Digits behind the point, as the papers print them. */
const decimalsOf = (column: string): number => (column === "ln-ppl" ? 3 : 1);

/** A score as its paper prints it. */
export const scoreText = (score: number, column: PaperColumn, t: Translate): string =>
  formatFixed(score, decimalsOf(column.id), t.lang);

/** "16,384 B", "0.28 s", "110,592": what a model costs on an axis. */
export function costText(
  cost: number,
  axis: Axis,
  timeUnit: string | undefined,
  t: Translate,
): string {
  if (axis === "values") return formatInteger(cost, t.lang);
  if (axis === "bytes") return `${formatInteger(cost, t.lang)}${nbsp}B`;
  return `${cost.toLocaleString("en-US")}${nbsp}${timeUnit}`;
}

/** What a column is called in a sentence. */
export function columnName(source: PaperId, { id }: PaperColumn, t: Translate): string {
  if (source === "gqa-2023")
    return t(id === "average" ? `metric-name.${id}` : `option.metric.${id}`);
  return t(source === "shazeer-2019" ? `option.score.${id}` : `option.benchmark.${id}`);
}

/** "table 8", "tables 1–3". */
export const tableName = ({ table }: Pick<PaperTable, "table">, t: Translate): string =>
  t(table.includes("–") ? "table-names" : "table-name", { table });

/** "abstract", "section 3.2". */
export const placeOf = ({ in: place, part }: Wording, t: Translate): string =>
  t(`in.${place}`, { part: part ?? "" });
