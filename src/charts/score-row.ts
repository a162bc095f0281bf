import { halo } from "./halo.ts";
import { markShape } from "./mark-shape.ts";
import { labelGap, type MarkedRow, type RowAxis, sideOf } from "./score-row-axis.ts";
import { variantMark } from "./variant-mark.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

export interface RowMark {
  readonly of: VariantKey | "plain";
  readonly at: number;
  /** Half the width of its error bar. */
  readonly error: number | null;
  readonly text: string;
  /** For a narrow picture. */
  readonly short: string;
}

export interface ScoreRow {
  readonly name: string;
  /** The one the reader chose. */
  readonly chosen: boolean;
  /** At most three. */
  readonly marks: readonly RowMark[];
}

/** A row and where it stands: its name above its marks, or left of them. */
export interface PlacedRow extends ScoreRow, MarkedRow {
  readonly marks: readonly RowMark[];
  readonly top: number;
  readonly above: boolean;
}

export type Add = (
  name: string,
  attributes: Record<string, string | number>,
  text?: string,
) => void;

/** The middle of three labels stands above its mark. */
const labelAbove = 14;
const nameAbove = 16;

export const rowHeight = (marks: number, above: boolean): number =>
  26 + (marks > 2 ? labelAbove : 0) + (above ? nameAbove : 0);

/** Where the marks of a row stand. */
const lineOf = ({ top, above, marks }: PlacedRow): number =>
  top + (above ? nameAbove : 0) + (marks.length > 2 ? labelAbove : 0) + 12;

/** Names, what joins the marks of a row, and the marks with their values. */
export function drawRows(
  rows: readonly PlacedRow[],
  axis: RowAxis,
  zero: number | null,
  add: Add,
): void {
  for (const row of rows) {
    const y = lineOf(row);
    const name = { x: 0, y: row.above ? row.top + 13 : y + 4, ...halo };
    add("text", { ...name, "font-weight": row.chosen ? 700 : 400, class: "row-name" }, row.name);
    const sorted = row.marks.toSorted((a, b) => a.at - b.at);
    const ends = sorted.map(({ at }) => axis.x(at));
    if (zero !== null) ends.push(axis.x(zero));
    if (ends.length > 1) {
      const d = `M${Math.min(...ends)} ${y}H${Math.max(...ends)}`;
      add("path", { d, stroke: "var(--edge)", class: "row-stem" });
    }
    for (const mark of sorted) errorBar(mark, y, axis, add);
    for (const mark of crossesLast(sorted)) drawMark(mark, axis.x(mark.at), y, add);
    for (const [i, mark] of sorted.entries()) {
      value(mark, sideOf(sorted, i, zero), y, row.short, axis, add);
    }
  }
}

/** A cross over another mark leaves both to be seen. */
const crossesLast = (marks: readonly RowMark[]): readonly RowMark[] =>
  marks.toSorted((a, b) => Number(isCross(a)) - Number(isCross(b)));

const isCross = ({ of }: RowMark): boolean => of !== "plain" && variantStyle[of].dot === "cross";

function errorBar({ of, at, error }: RowMark, y: number, { x }: RowAxis, add: Add): void {
  if (error === null) return;
  const [from, to] = [x(at - error), x(at + error)];
  const d = `M${from} ${y}H${to}M${from} ${y - 5}v10M${to} ${y - 5}v10`;
  const stroke = of === "plain" ? "var(--ink)" : variantStyle[of].line;
  add("path", { d, fill: "none", stroke, "stroke-width": 1.5, class: "error-bar" });
}

function drawMark({ of }: RowMark, x: number, y: number, add: Add): void {
  if (of === "plain") {
    const ring = { fill: "var(--ink)", stroke: "var(--paper)", "stroke-width": 1.5 };
    add("path", { d: markShape("circle", x, y, 5), ...ring, class: "row-mark" });
  } else add("path", { ...variantMark(of, x, y, 5), class: "row-mark" });
}

function value(
  mark: RowMark,
  side: "left" | "right" | "above",
  y: number,
  short: boolean,
  { x }: RowAxis,
  add: Add,
): void {
  const fill = mark.of === "plain" ? "var(--ink)" : variantStyle[mark.of].text;
  const style = { "font-size": 11, "font-weight": 700, fill, ...halo, class: "row-value" };
  const said = short ? mark.short : mark.text;
  const error = mark.error ?? 0;
  if (side === "above") {
    add("text", { x: x(mark.at), y: y - 10, "text-anchor": "middle", ...style }, said);
  } else if (side === "left") {
    const place = { x: x(mark.at - error) - labelGap, y: y + 4, "text-anchor": "end" };
    add("text", { ...place, ...style }, said);
  } else {
    add("text", { x: x(mark.at + error) + labelGap, y: y + 4, ...style }, said);
  }
}
