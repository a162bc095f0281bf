import type { QualityChartData } from "../../charts/quality-chart.ts";
import type { RowMark } from "../../charts/score-row.ts";
import type { ScorePanel } from "../../charts/score-rows.ts";
import { vhaData } from "../../data/quality.ts";
import { formatFixed, formatSigned } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import { runMean, type VhaMark, type VhaResult, type VhaRow } from "./vha.ts";

/** What a row is called. */
export const rowName = ({ id, scale, heads }: VhaRow, t: Translate): string =>
  t(`row.${id}`, { scale: scale ?? "", heads: heads ?? "" });

/** A value of a part as it is to be read. */
export function valueText(at: number, { axis }: VhaResult, t: Translate): string {
  if (axis === "points") return formatSigned(at, 2, t.lang);
  return formatFixed(at, axis === "score" ? 1 : 2, t.lang);
}

/** One part of what is published of VHA, row by row. */
export function vhaChartData(result: VhaResult, t: Translate): QualityChartData {
  const panels = panelsOf(result, t);
  const marks = panels.flatMap(({ rows }) => rows.flatMap((row) => row.marks));
  const unchecked = result.rows.some((row) =>
    row.marks.some(({ status }) => status === "not-checkable"),
  );
  const said = panels.map(({ title, rows }) => {
    const points = rows.map(
      ({ name, marks: of }) => `${name} ${of.map(({ text }) => text).join(", ")}`,
    );
    return `${title === "" ? "" : `${title}: `}${points.join("; ")}`;
  });
  return {
    kind: "rows",
    panels,
    foot: [
      ...(marks.some(({ error }) => error !== null) ? [t("foot-error")] : []),
      ...(unchecked ? [t("foot")] : []),
    ],
    label: t("vha-label", { part: t(`option.part.${result.part}`), points: said.join(". ") }),
  };
}

/** One panel, but for differences against two others one for each of them. */
function panelsOf(result: VhaResult, t: Translate): readonly [ScorePanel, ...ScorePanel[]] {
  // A mean of stated values is arithmetic of this page: the table has it.
  const shown = result.rows.filter(({ id }) => id !== "mean");
  const panel = (title: string, of: (row: VhaRow) => readonly VhaMark[]): ScorePanel => ({
    title,
    subtitle: "",
    rows: shown.map((row) => ({
      name: rowName(row, t),
      chosen: false,
      marks: of(row).map((mark) => rowMark(mark, result, t)),
    })),
    zero: zeroOf(result, t),
    xAxis: t(axisNames[result.axis]),
    tick: (value) =>
      result.axis === "points" ? tickText(value, t) : formatFixed(value, 0, t.lang),
  });
  if (result.part !== "30b") return [panel("", ({ marks }) => marks)];
  const against = (of: VhaMark["of"]) =>
    panel(t(`panel.${of}`), ({ marks }) => marks.filter((mark) => mark.of === of));
  return [against("gqa"), against("mla")];
}

const axisNames = {
  points: "axis-points",
  score: "axis-plain-score",
  norm: "axis-norm",
} as const;

/** "−1", "−0.5", "0": no more digits than there are. */
const tickText = (value: number, t: Translate): string =>
  formatSigned(value, Number.isInteger(value) ? 0 : 1, t.lang);

function zeroOf({ part, axis }: VhaResult, t: Translate): ScorePanel["zero"] {
  if (axis === "score") return null;
  // The titles say what is zero, and a norm needs no word for it.
  if (axis === "norm" || part === "30b") return { at: 0, text: "" };
  const base = runMean("first", vhaData.ranks.scale, "gqa");
  return { at: 0, text: t(`zero.${part}`, { score: formatFixed(base, 2, t.lang) }) };
}

function rowMark(mark: VhaMark, result: VhaResult, t: Translate): RowMark {
  const { of, at, status, paired } = mark;
  const sign = status === "not-checkable" ? "†" : "";
  const [text, short] = saidOf(mark, result, t);
  return {
    of: of === "matrix" ? "plain" : of,
    at,
    error: paired?.standardError ?? null,
    text: `${text}${sign}`,
    short: `${short}${sign}`,
  };
}

/** What stands beside a mark, wide and narrow. */
function saidOf(mark: VhaMark, result: VhaResult, t: Translate): readonly [string, string] {
  const { of, at, score, paired } = mark;
  const value = valueText(at, result, t);
  const two = (text: string) => [text, text] as const;
  const average = score === null ? "" : formatFixed(score, 2, t.lang);
  switch (result.part) {
    case "long-context":
      return two(t(`mark.${of}`, { value }));
    case "rank":
      return [t("mark.score", { points: value, score: average }), average];
    default:
      return two(paired ? t("mark.error", { value, error: errorText(paired, t) }) : value);
  }
}

const errorText = ({ standardError }: NonNullable<VhaMark["paired"]>, t: Translate): string =>
  formatFixed(standardError, 2, t.lang);
