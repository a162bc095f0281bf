import type { QualityChartData } from "../../charts/quality-chart.ts";
import { formatFixed } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type {
  BenchmarksResult,
  ConflictResult,
  ConflictSide,
  KnownRow,
  ScatterResult,
} from "./compute.ts";
import { columnName, costText, scoreText, tableName } from "./words.ts";

/** Scores against what they cost. */
export function scatterData(result: ScatterResult, t: Translate): QualityChartData {
  const { table, column, axis, points } = result;
  const name = columnName(table.id, column, t);
  const models = points.map(({ row, score, cost }) => ({
    variant: row.variant,
    name: `${row.name}: ${scoreText(score, column, t)}`,
    cost,
    score,
    // Heads cut down differ in more than their attention.
    group: row.group === "reduced" ? null : (row.group ?? null),
  }));
  const said = points.map(
    ({ cost }, i) => `${models[i]?.name} (${costText(cost, axis, table.timeUnit, t)})`,
  );
  return {
    kind: "scatter",
    models,
    base: axis === "bytes" ? 2 : 10,
    xAxis: t(axis === "time" ? `axis-time-${table.timeUnit}` : `axis-${axis}`),
    yAxis: t(`better-${column.better}`, { name }),
    label: t("chart-label", {
      title: table.title,
      table: tableName(table, t),
      column: name,
      points: said.join(", "),
    }),
  };
}

/** All scores of a table, a row for each. */
export function benchmarksData(result: BenchmarksResult, t: Translate): QualityChartData {
  const { table, column: chosen, rows } = result;
  const lines = table.columns.map((column) => ({
    name: column.name,
    chosen: column.id === chosen.id,
    marks: rows.map((row) => {
      const text = `${row.name} ${scoreText(row.scores[column.id] ?? 0, column, t)}`;
      return { of: row.variant, at: row.scores[column.id] ?? 0, error: null, text, short: text };
    }),
  }));
  return {
    kind: "rows",
    panels: [
      {
        ...{ title: "", subtitle: "", zero: null, rows: lines },
        xAxis: t("axis-plain-score"),
        tick: (value) => formatFixed(value, 0, t.lang),
      },
    ],
    foot: [],
    label: t("chart-label", {
      title: table.title,
      table: tableName(table, t),
      column: table.columns.map(({ name }) => name).join(", "),
      points: lines
        .map(({ name, marks }) => `${name}: ${marks.map(({ text }) => text).join(", ")}`)
        .join("; "),
    }),
  };
}

/** The same three arrangements in two papers, each on its own axis. */
export function conflictData({ sides }: ConflictResult, t: Translate): QualityChartData {
  const panel = (side: ConflictSide) => {
    const { table, models, column, rows } = side;
    return {
      title: t("panel-title", { title: table.title, table: tableName(table, t) }),
      subtitle: `${models}, ${columnName(table.id, column, t)}`,
      rows: rows.map((row) => markedRow(row, side, t)),
      zero: null,
      xAxis: t("axis-plain-score"),
      tick: (value: number) => formatFixed(value, 0, t.lang),
    };
  };
  const panels = [panel(sides[0]), panel(sides[1])] as const;
  const points = panels.map(
    ({ title, subtitle, rows }) =>
      `${title} (${subtitle}): ${rows.map(({ name, marks }) => `${name} ${marks[0]?.text}`).join(", ")}`,
  );
  return {
    kind: "rows",
    panels: [...panels],
    foot: [],
    label: t("conflict-label", { points: points.join("; ") }),
  };
}

function markedRow(row: KnownRow, { column }: ConflictSide, t: Translate) {
  const at = row.scores[column.id] ?? 0;
  const text = scoreText(at, column, t);
  const mark = { of: row.variant, at, error: null, text, short: text };
  return { name: row.name, chosen: false, marks: [mark] };
}
