import { formatFixed, formatInteger, formatSigned } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { Cell, Table } from "../widget.ts";
import type {
  BenchmarksResult,
  ConflictResult,
  KnownRow,
  QualityResult,
  ScatterResult,
} from "./compute.ts";
import { ownTable } from "./own-figures.ts";
import { changeFromMha } from "./paper-sentence.ts";
import { vhaTable } from "./vha-table.ts";
import { columnName, scoreText, tableName } from "./words.ts";

/** All numbers of what is shown, each with how it is known. */
export function qualityTable(result: QualityResult, t: Translate): Table {
  if (result.view === "vha") return vhaTable(result, t);
  if (result.view === "own") return ownTable(result, t);
  return result.view === "conflict" ? conflictTable(result, t) : paperTable(result, t);
}

interface Column {
  readonly head: string;
  readonly unit: string | null;
  readonly cell: (row: KnownRow) => Cell;
}

export const none: Cell = { text: "–", value: "" };
const bytesPerValue = 2;

const integer = (value: number | null, t: Translate): Cell =>
  value === null ? none : { text: formatInteger(value, t.lang), value };

const bytes = (value: number | null, t: Translate): Cell =>
  value === null ? none : { text: `${formatInteger(value, t.lang)}\u00a0B`, value };

function paperTable(result: ScatterResult | BenchmarksResult, t: Translate): Table {
  const { table, rows } = result;
  const columns = [...scoreColumns(result, t), ...costColumns(result, t), statusColumn(result, t)];
  return {
    caption: t("table-caption", { title: table.title, table: tableName(table, t) }),
    columns: [t("column.model"), ...columns.map(({ head }) => head)],
    units: [null, ...columns.map(({ unit }) => unit)],
    rows: rows.map((row) => [row.name, ...columns.map(({ cell }) => cell(row))]),
  };
}

/** The chosen score first. */
function scoreColumns(
  { table, column: chosen, rows }: ScatterResult | BenchmarksResult,
  t: Translate,
): readonly Column[] {
  const others = table.columns.filter(({ id }) => id !== chosen.id);
  const scores = [chosen, ...others].map(
    (column): Column => ({
      head: column.name,
      unit: null,
      cell: ({ scores: of }) => {
        const score = of[column.id];
        return score === undefined ? none : { text: scoreText(score, column, t), value: score };
      },
    }),
  );
  if (rows.every(({ mean }) => mean === null)) return scores;
  const mean: Column = {
    head: t("column.mean"),
    unit: null,
    cell: ({ mean: of }) => (of === null ? none : { text: formatFixed(of, 2, t.lang), value: of }),
  };
  return [...scores, mean];
}

function costColumns(
  { table, rows }: ScatterResult | BenchmarksResult,
  t: Translate,
): readonly Column[] {
  const searches = [...new Set(table.columns.flatMap(({ time }) => time ?? []))];
  const times = searches.map(
    (search): Column => ({
      head: t(`column.time-${search}`),
      unit: table.timeUnit ?? null,
      cell: ({ times: of }) => {
        const time = of?.[search];
        if (time === undefined) return none;
        return { text: `${time.toLocaleString("en-US")}\u00a0${table.timeUnit}`, value: time };
      },
    }),
  );
  if (rows.every(({ values }) => values === null)) return times;
  const layer: Column = {
    head: t("column.layer-bytes"),
    unit: "B",
    cell: ({ layerBytes }) => bytes(layerBytes, t),
  };
  if (rows.every(({ printedValues }) => printedValues === undefined)) return [layer, ...times];
  const counted = ({ values, valuesCounted }: KnownRow) => (valuesCounted ? values : null);
  const printed: Column = {
    head: t("column.printed-values"),
    unit: null,
    cell: ({ printedValues = null }) => integer(printedValues, t),
  };
  const values: Column = {
    head: t("column.values"),
    unit: null,
    cell: (row) => integer(counted(row), t),
  };
  const token: Column = {
    head: t("column.token-bytes"),
    unit: "B",
    cell: (row) => {
      const of = counted(row);
      return bytes(of === null ? null : of * bytesPerValue, t);
    },
  };
  return [printed, values, token, layer];
}

const statusColumn = ({ table }: ScatterResult | BenchmarksResult, t: Translate): Column => ({
  head: t("column.status"),
  unit: null,
  cell: () => ({ text: t(`status.${table.status}`), value: t(`status.${table.status}`) }),
});

function conflictTable({ sides }: ConflictResult, t: Translate): Table {
  const rows = sides.flatMap((side) => {
    const { table, column, rows: models } = side;
    const paper = t("panel-title", { title: table.title, table: tableName(table, t) });
    const name = columnName(table.id, column, t);
    const status = t(`status.${table.status}`);
    return models.map((row, i): Table["rows"][number] => {
      const score = row.scores[column.id] ?? 0;
      const change = changeFromMha(side, i);
      return [
        row.name,
        { text: scoreText(score, column, t), value: score },
        i === 0
          ? none
          : { text: formatSigned(change, 1, t.lang), value: Number(change.toFixed(1)) },
        { text: name, value: name },
        { text: paper, value: paper },
        { text: status, value: status },
      ];
    });
  });
  const columns = ["model", "score", "difference", "column", "paper", "status"];
  return {
    caption: t("conflict-caption"),
    columns: columns.map((column) => t(`column.${column}`)),
    units: columns.map(() => null),
    rows,
  };
}
