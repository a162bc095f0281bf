import { paperConflict, vhaData } from "../../data/quality.ts";
import { formatFixed, formatSigned } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import { type QualityResult, rowOf, type ScatterResult } from "./compute.ts";
import { ownNotes } from "./own-words.ts";
import { pairedAt, runMean, type VhaResult } from "./vha.ts";
import { helmetText, markOf } from "./vha-sentence.ts";

/** What has to be known to read what is shown, a paragraph each. */
export function notesOf(result: QualityResult, t: Translate): readonly string[] {
  switch (result.view) {
    case "scatter":
      return scatterNotes(result, t);
    case "benchmarks":
      return [result.table.note[t.lang]];
    case "conflict":
      return paperConflict.notes.map((note) => note[t.lang]);
    case "vha":
      return [vhaNote(result, t)];
    case "own":
      return ownNotes(result, t);
  }
}

function scatterNotes(result: ScatterResult, t: Translate): readonly string[] {
  const { table, column, axis, rows } = result;
  const onAxis = axis === "values" ? undefined : table.axisNotes?.[axis];
  // The rows that an axis leaves out may have no such score either.
  const applies = axis === "time" || result.absent.length > 0;
  const said = [table.note, applies ? onAxis : undefined, column.note].flatMap(
    (note) => note?.[t.lang] ?? [],
  );
  if (table.id === "deepseek-v2-mla") {
    const score = (id: string) => fixed(rowOf(rows, id).scores["c-eval"] ?? 0, 1, t);
    said.push(t("note.falls", { before: score("small-mha"), after: score("small-mla") }));
  }
  if (column.id === "average") {
    const [mqa, gqa] = ["mqa-xxl", "gqa-8-xxl"].map((id) => rowOf(rows, id));
    said.push(
      t("note.average", {
        mqa: fixed(mqa?.scores.average ?? 0, 1, t),
        mqaMean: fixed(mqa?.mean ?? 0, 2, t),
        gqa: fixed(gqa?.scores.average ?? 0, 1, t),
        gqaMean: fixed(gqa?.mean ?? 0, 2, t),
      }),
    );
  }
  return said;
}

const fixed = (value: number, digits: number, t: Translate): string =>
  formatFixed(value, digits, t.lang);

function vhaNote(result: VhaResult, t: Translate): string {
  const { part } = result;
  if (part === "rank" || part === "30b") return vhaData.notes[part][t.lang];
  return t(`note.${part}`, vhaFill(result, t));
}

function vhaFill(result: VhaResult, t: Translate): Readonly<Record<string, string | number>> {
  const { ladder, mixture, norms, headDim, ranks } = vhaData;
  const signed = (value: number) => formatSigned(value, 2, t.lang);
  switch (result.part) {
    case "scales":
      return {
        mixture: mixture.scale,
        smallWins: pairedAt("first", "0.6B").wins,
        middleWins: pairedAt("first", "1.7B").wins,
        largeWins: pairedAt("first", "4B").wins,
      };
    case "ladder": {
      const fewer = markOf(result, "gqa-16-2-2").at;
      return {
        fewer: signed(fewer),
        step: signed(ladder.step),
        sum: signed(fewer + ladder.step),
        fewest: signed(markOf(result, "gqa-8-2-2").at),
        postmix: signed(markOf(result, "postmix-only").at),
      };
    }
    case "long-context":
      return { helmet: helmetText(t) };
    case "second-table":
      return {
        vha: fixed(runMean("second", ranks.scale, "vha"), 2, t),
        gqa: fixed(runMean("first", ranks.scale, "gqa"), 2, t),
      };
    case "norms":
      return {
        scale: norms.startScale,
        dim: headDim,
        start: fixed(markOf(result, "start").at, 2, t),
        ratio: fixed((norms.groupPeak / norms.premixPeak) ** 2, 2, t),
      };
    default:
      return {};
  }
}
