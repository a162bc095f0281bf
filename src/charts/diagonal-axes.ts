import { scaleLinear } from "d3-scale";
import { formatSignificant } from "../i18n/format.ts";
import { textWidth } from "./text-width.ts";

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

const small = { "font-size": 11, fill: "var(--muted)" };

/**
 * A square with one scale in both directions, zero in its middle, and the diagonal on which all lies
 * that came out as it should. `values` are what has to have room.
 */
export function diagonalAxes(
  values: readonly number[],
  { left, top, side }: Square,
  xAxis: string,
  add: Add,
): { readonly x: (expected: number) => number; readonly y: (output: number) => number } {
  const [right, bottom] = [left + side, top + side];
  // Without values the axes stand for themselves.
  const most = Math.max(0, ...values.map(Math.abs)) * 1.05 || 1;
  const x = scaleLinear([-most, most], [left, right]);
  const y = scaleLinear([-most, most], [bottom, top]);
  const ticks = x.ticks(5);
  const grid = ticks.map((tick) => `M${left} ${px(y(tick))}H${right}`).join("");
  add("path", { d: grid, stroke: "var(--rule)" });
  const marks = ticks.map((tick) => `M${px(x(tick))} ${bottom}v4`).join("");
  add("path", { d: `M${left} ${bottom}H${right}${marks}`, stroke: "var(--edge)" });
  for (const tick of ticks) {
    const said = formatSignificant(tick, 3).replace("-", "\u2212");
    add("text", { x: left - 5, y: px(y(tick)) + 4, "text-anchor": "end", ...small }, said);
    const middle = px(Math.min(x(tick), right - textWidth(said, 11) / 2));
    add("text", { x: middle, y: bottom + 17, "text-anchor": "middle", ...small }, said);
  }
  add("path", { d: `M${left} ${bottom}L${right} ${top}`, stroke: "var(--ink)", class: "diagonal" });
  add("text", { x: right, y: bottom + 36, "text-anchor": "end", ...small }, xAxis);
  return { x, y };
}

const px = (value: number): number => Math.round(value * 100) / 100;
