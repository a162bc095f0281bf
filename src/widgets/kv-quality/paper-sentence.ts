import { formatSigned, formatSignificant } from "../../i18n/format.ts";
import type { Part, Sentence, Translate } from "../translate.ts";
import {
  type BenchmarksResult,
  type ConflictResult,
  type ConflictSide,
  costOf,
  type KnownRow,
  rowOf,
  type ScatterResult,
} from "./compute.ts";
import { columnName, costText, scoreText } from "./words.ts";

/** What one paper measured, in a sentence. */
export function scatterSentence(result: ScatterResult, t: Translate): Sentence {
  const { table, column, rows, axis } = result;
  const row = (id: string): KnownRow => rowOf(rows, id);
  const score = (id: string, role = row(id).variant): Part => ({
    text: scoreText(row(id).scores[column.id] ?? 0, column, t),
    role,
  });
  const cost = (id: string): string =>
    costText(costOf(row(id), axis, column) ?? 0, axis, table.timeUnit, t);
  if (table.id === "deepseek-v2-mla") {
    const share = (small: string, large: string): string =>
      formatSignificant(100 * ((row(small).values ?? 0) / (row(large).values ?? 1)), 2, t.lang);
    return t.sentence("summary-mla", {
      column: columnName(table.id, column, t),
      smallMha: score("small-mha"),
      smallMla: score("small-mla"),
      largeMha: score("large-mha"),
      largeMla: score("large-mla"),
      small: { text: share("small-mla", "small-mha"), role: "mla" },
      large: { text: share("large-mla", "large-mha"), role: "mla" },
    });
  }
  if (table.id === "shazeer-2019") {
    return t.sentence(axis === "time" ? "summary-mqa-time" : "summary-mqa-bytes", {
      score: columnName(table.id, column, t),
      mha: score("mha"),
      mqa: score("mqa"),
      mhaCost: cost("mha"),
      mqaCost: cost("mqa"),
      best: { text: scoreText(bestReduced(result), column, t), role: "mha" },
    });
  }
  return t.sentence(axis === "time" ? "summary-time" : "summary-bytes", {
    metric: columnName(table.id, column, t),
    mha: score("mha-xxl"),
    gqa: score("gqa-8-xxl"),
    mqa: score("mqa-xxl"),
    mhaCost: cost("mha-xxl"),
    gqaCost: cost("gqa-8-xxl"),
    mqaCost: cost("mqa-xxl"),
  });
}

/** The best score of the models whose heads were cut down to the cache of MQA. */
function bestReduced({ rows, column }: ScatterResult): number {
  const scores = rows
    .filter(({ group }) => group === "reduced")
    .flatMap(({ scores: of }) => of[column.id] ?? []);
  return column.better === "higher" ? Math.max(...scores) : Math.min(...scores);
}

export function benchmarksSentence(
  { table, rows, column }: BenchmarksResult,
  t: Translate,
): Sentence {
  const score = (id: string, role: string): Part => ({
    text: scoreText(rowOf(rows, id).scores[column.id] ?? 0, column, t),
    role,
  });
  return t.sentence("summary-benchmarks", {
    column: columnName(table.id, column, t),
    mha: score("mha", "mha"),
    gqa: score("gqa-8", "gqa"),
    mqa: score("mqa", "mqa"),
  });
}

export function conflictSentence({ sides }: ConflictResult, t: Translate): Sentence {
  const [one, other] = sides;
  const change = (side: ConflictSide): Part => ({
    text: formatSigned(changeFromMha(side, 1), 1, t.lang),
    role: "gqa",
  });
  return t.sentence("summary-conflict", {
    one: change(one),
    other: change(other),
    metric: columnName(one.table.id, one.column, t),
    benchmark: columnName(other.table.id, other.column, t),
  });
}

/** What the `i`th row of a side has more than its first, MHA. */
export function changeFromMha({ rows, column }: ConflictSide, i: number): number {
  return (rows[i]?.scores[column.id] ?? 0) - (rows[0]?.scores[column.id] ?? 0);
}
