import {
  type ConflictingTable,
  type PaperColumn,
  type PaperRow,
  type PaperTable,
  paperConflict,
  paperTable,
} from "../../data/quality.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvValuesPerTokenPerLayer, layerBytesPerToken } from "../../model/kv.ts";
import { meanOf } from "../../model/paired-difference.ts";
import type { ValuesOf } from "../params.ts";
import { type OwnResult, ownResult } from "./own.ts";
import type { params } from "./params.ts";
import { type VhaResult, vhaResult } from "./vha.ts";

export type QualityValues = ValuesOf<typeof params>;

/** A row of a paper's table with what its cache takes. */
export interface KnownRow extends PaperRow {
  /** Bytes a token takes in one layer, in 16 bits; `null` where the dimensions are not known. */
  readonly layerBytes: number | null;
  /** Values a token leaves in all layers: counted, or as printed where they cannot be counted. */
  readonly values: number | null;
  readonly valuesCounted: boolean;
  /** Plain mean of the columns beside the printed average; `null` where none is printed. */
  readonly mean: number | null;
}

export type Axis = "bytes" | "values" | "time";

/** Scores of one table against what they cost. */
export interface ScatterResult {
  readonly view: "scatter";
  readonly table: PaperTable;
  readonly column: PaperColumn;
  readonly axis: Axis;
  readonly rows: readonly KnownRow[];
  readonly points: readonly {
    readonly row: KnownRow;
    readonly score: number;
    readonly cost: number;
  }[];
  /** Rows that have the score, but not the cost. */
  readonly absent: readonly KnownRow[];
}

/** All scores of a table that says nothing of cost. */
export interface BenchmarksResult {
  readonly view: "benchmarks";
  readonly table: PaperTable;
  readonly column: PaperColumn;
  readonly rows: readonly KnownRow[];
}

/** One side of a conflict: the same three arrangements in one paper. */
export interface ConflictSide {
  readonly table: PaperTable;
  readonly models: string;
  readonly column: PaperColumn;
  /** MHA, GQA and MQA. */
  readonly rows: readonly KnownRow[];
}

export interface ConflictResult {
  readonly view: "conflict";
  readonly sides: readonly [ConflictSide, ConflictSide];
}

export type QualityResult =
  | ScatterResult
  | BenchmarksResult
  | ConflictResult
  | VhaResult
  | OwnResult;

/** Everything the widget shows, from its parameters. */
export function compute(values: QualityValues): QualityResult {
  switch (values.source) {
    case "gqa-2023":
      return scatter(paperTable("gqa-2023"), values.metric, values.against);
    case "shazeer-2019":
      return scatter(paperTable("shazeer-2019"), values.score, values.against);
    case "deepseek-v2-mla":
      return scatter(paperTable("deepseek-v2-mla"), values.benchmark, "kv");
    case "deepseek-v2-7b": {
      const table = paperTable("deepseek-v2-7b");
      const column = columnOf(table, values.benchmark);
      return { view: "benchmarks", table, column, rows: knownRows(table) };
    }
    case "conflict":
      return conflict(values);
    case "vha":
      return vhaResult(values.part);
    case "own":
      return ownResult(values.task);
  }
}

function columnOf({ id, columns }: PaperTable, name: string): PaperColumn {
  const column = columns.find((of) => of.id === name);
  if (!column) throw new RangeError(`no column "${name}" in ${id}`);
  return column;
}

function scatter(table: PaperTable, name: string, against: "kv" | "time"): ScatterResult {
  const column = columnOf(table, name);
  const printed = table.rows.some(({ printedValues }) => printedValues !== undefined);
  // A score that no time belongs to is shown against the cache.
  const timed = against === "time" && column.time !== undefined;
  const axis: Axis = timed ? "time" : printed ? "values" : "bytes";
  const rows = knownRows(table);
  const scored = rows.filter(({ scores }) => scores[name] !== undefined);
  const points = scored.flatMap((row) => {
    const [score, cost] = [row.scores[name], costOf(row, axis, column)];
    return score === undefined || cost === null ? [] : [{ row, score, cost }];
  });
  const absent = scored.filter((row) => costOf(row, axis, column) === null);
  return { view: "scatter", table, column, axis, rows, points, absent };
}

/** What a row costs on an axis; `null` where the paper does not say. */
export function costOf(row: KnownRow, axis: Axis, { time }: PaperColumn): number | null {
  if (axis === "time") return row.times?.[time ?? ""] ?? null;
  return axis === "values" ? row.values : row.layerBytes;
}

function knownRows(table: PaperTable): readonly KnownRow[] {
  const others = table.columns.filter(({ id }) => id !== "average").map(({ id }) => id);
  return table.rows.map((row) => {
    const layer = row.layers?.[0]?.layer;
    const counted = row.layers?.reduce(
      (sum, group) => sum + group.count * kvValuesPerTokenPerLayer(group.layer),
      0,
    );
    return {
      ...row,
      layerBytes: layer ? layerBytesPerToken(layer, cacheFormat("bf16")) : null,
      values: counted ?? row.printedValues ?? null,
      valuesCounted: counted !== undefined,
      mean:
        row.scores.average === undefined ? null : meanOf(others.map((id) => row.scores[id] ?? 0)),
    };
  });
}

function conflict({ metric, benchmark }: QualityValues): ConflictResult {
  const side = ({ table: id, models, rows: ids }: ConflictingTable): ConflictSide => {
    const table = paperTable(id);
    const known = knownRows(table);
    return {
      table,
      models,
      column: columnOf(table, id === "gqa-2023" ? metric : benchmark),
      rows: ids.map((row) => rowOf(known, row)),
    };
  };
  const [one, other] = paperConflict.sides;
  return { view: "conflict", sides: [side(one), side(other)] };
}

/** The row with this id. Throws a RangeError for an id that none has. */
export function rowOf(rows: readonly KnownRow[], id: string): KnownRow {
  const row = rows.find((of) => of.id === id);
  if (!row) throw new RangeError(`no row "${id}"`);
  return row;
}
