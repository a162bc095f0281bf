import { scaleLog } from "d3-scale";
import { type MarkShape, markShape } from "./mark-shape.ts";
import { textWidth } from "./text-width.ts";

export interface ErrorRow {
  readonly name: string;
  readonly mark: MarkShape;
  readonly own: boolean;
  /** Relative; null where there is none, or none yet. */
  readonly error: number | null;
  /** Worked out, not run: the mark is open. */
  readonly predicted: boolean;
  /** As it is to be read. */
  readonly text: string;
  readonly wrong: boolean;
}

export interface ErrorRowsData {
  readonly rows: readonly ErrorRow[];
  /** Where an error is the rounding of so many bits. */
  readonly rounding: readonly {
    readonly from: number;
    readonly to: number;
    readonly text: string;
  }[];
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
  readonly xAxis: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** The least and the greatest error that have a place of their own. */
const domain = [1e-17, 4] as const;
const [head, step, foot] = [26, 46, 46] as const;
const small = { "font-size": 11, fill: "var(--muted)" };

export const errorRowsHeight = (rows: number): number => head + rows * step + foot;

/**
 * Errors on a logarithmic scale, one a row with its name and its value over the line: rounding on the
 * left, another answer on the right.
 */
export function errorRows(
  data: ErrorRowsData,
  { x: left, y: top, width }: { readonly x: number; readonly y: number; readonly width: number },
  add: Add,
): void {
  const right = left + width - 6;
  const bottom = top + head + data.rows.length * step;
  const scale = scaleLog([...domain], [left, right]);
  /** An error of nothing lies at the left end, one that is no number at the right. */
  const x = (error: number): number =>
    px(scale(Number.isNaN(error) ? domain[1] : Math.min(domain[1], Math.max(domain[0], error))));
  const lineOf = (row: number): number => top + head + row * step + 32;
  for (const { from, to, text } of data.rounding) {
    const room = { x: x(from), y: top + head - 8, width: px(x(to) - x(from)) };
    add("rect", { ...room, height: bottom - room.y, fill: "var(--figure)", class: "rounding" });
    add("text", { x: x(from), y: top + 12, ...small }, text);
  }
  const grid = data.rows.map((_, i) => `M${left} ${lineOf(i)}H${right}`).join("");
  add("path", { d: grid, stroke: "var(--rule)" });
  const marks = data.ticks.map(({ value }) => `M${x(value)} ${bottom}v4`).join("");
  add("path", { d: `M${left} ${bottom}H${right}${marks}`, stroke: "var(--edge)" });
  for (const { value, text } of data.ticks) {
    const half = textWidth(text, 11) / 2;
    const middle = Math.max(left + half, Math.min(x(value), right - half));
    add("text", { x: px(middle), y: bottom + 17, "text-anchor": "middle", ...small }, text);
  }
  add("text", { x: right, y: bottom + 36, "text-anchor": "end", ...small }, data.xAxis);
  for (const [i, row] of data.rows.entries()) {
    const y = lineOf(i);
    const style = { "font-weight": row.own ? 700 : 400, "font-size": 12 };
    add("text", { x: left + 3, y: y - 14, ...style }, row.name);
    const fill = row.error === null ? "var(--muted)" : inkOf(row, "var(--mla-text)");
    add("text", { x: right, y: y - 14, "text-anchor": "end", ...style, fill }, row.text);
    if (row.error === null) continue;
    const d = markShape(row.mark, x(row.error), y, row.own ? 7 : 5);
    const colour = inkOf(row, "var(--mla)");
    const look = row.predicted
      ? { fill: "var(--paper)", stroke: colour, "stroke-width": 2 }
      : { fill: colour, stroke: "var(--paper)", "stroke-width": 1.5 };
    add("path", { d, ...look, class: `at ${row.mark}` });
  }
}

const inkOf = ({ wrong }: ErrorRow, right: string): string => (wrong ? "var(--error)" : right);

const px = (value: number): number => Math.round(value * 100) / 100;
