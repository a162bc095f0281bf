import { scaleLinear } from "d3-scale";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { markShape } from "./mark-shape.ts";
import { textWidth } from "./text-width.ts";
import { variantMark } from "./variant-mark.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

/** One number, counted in several ways. */
export interface CountRow {
  readonly name: string;
  readonly values: readonly number[];
  /** Its least and its most, as they are to be read. */
  readonly range: string;
  /** What it is by the reader's way of counting; `null` where that is not in this row. */
  readonly current: number | null;
}

export interface CountGroup {
  readonly variant: VariantKey;
  readonly title: string;
  readonly rows: readonly CountRow[];
  readonly claim: { readonly value: number; readonly text: string } | null;
}

export interface CountRangesData {
  readonly groups: readonly CountGroup[];
  readonly axis: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const small = { "font-size": 11, fill: "var(--muted)" };
const topMargin = 14;
const headHeight = 40;
const axisHeight = 30;
const nameRoom = 150;
const rangeRoom = 120;

/** How far a number goes by what is counted: a line of all ways, the reader's on it. */
export function countRanges(
  data: CountRangesData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const rowHeight = narrow ? 38 : 26;
  const groupHeight = ({ rows }: CountGroup) => headHeight + rows.length * rowHeight + axisHeight;
  const height = data.groups.reduce((sum, group) => sum + groupHeight(group), topMargin + 10);
  const svg = canvas(document, width, height);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  let top = topMargin;
  for (const group of data.groups) {
    drawGroup(group, { top, width, narrow, rowHeight }, add);
    top += groupHeight(group);
  }
  add("text", { x: width, y: height - 4, "text-anchor": "end", ...small }, data.axis);
  return figure(svg, data.label);
}

interface GroupPlace {
  readonly top: number;
  readonly width: number;
  readonly narrow: boolean;
  readonly rowHeight: number;
}

function drawGroup(
  { variant, title, rows, claim }: CountGroup,
  { top, width, narrow, rowHeight }: GroupPlace,
  add: Add,
): void {
  const all = [0, ...rows.flatMap(({ values }) => values), ...(claim ? [claim.value] : [])];
  const [left, right] = narrow ? [8, width - 8] : [nameRoom, width - rangeRoom];
  const x = scaleLinear([Math.min(...all), Math.max(...all)], [left, right]).nice(5);
  const first = top + headHeight;
  const bottom = first + rows.length * rowHeight;
  const { line, text } = variantStyle[variant];
  add("text", { x: 0, y: top + 15, "font-weight": 700, fill: text, "font-size": 12 }, title);
  // On a narrow drawing a name has its own line, which nothing crosses.
  const spans = narrow
    ? rows.map((_, i) => [first + i * rowHeight + 18, first + (i + 1) * rowHeight] as const)
    : [[first, bottom] as const];
  const upright = (value: number) => spans.map(([a, b]) => `M${x(value)} ${a}V${b}`).join("");
  axis({ x, bottom, left, right, upright }, narrow, add);
  if (claim) {
    const dashed = { stroke: "var(--ink)", "stroke-width": 1.2, "stroke-dasharray": "4 3" };
    add("path", { d: upright(claim.value), ...dashed, class: "claim" });
    const half = textWidth(claim.text, 11) / 2;
    const middle = Math.min(Math.max(x(claim.value), half), width - half);
    add("text", { x: middle, y: first - 8, "text-anchor": "middle", "font-size": 11 }, claim.text);
  }
  for (const [i, row] of rows.entries()) {
    const y = first + i * rowHeight + (narrow ? 27 : rowHeight / 2);
    const said = narrow ? y - 13 : y + 4;
    const weight = { "font-weight": row.current === null ? 400 : 700 };
    add("text", { x: 0, y: said, ...weight, "font-size": 12, ...halo }, row.name);
    const end = { x: width, y: said, "text-anchor": "end", "font-size": 11 };
    add("text", { ...end, ...weight, fill: text, ...halo }, row.range);
    const [least, most] = [Math.min(...row.values), Math.max(...row.values)];
    add("path", {
      d: `M${x(least)} ${y}H${x(most)}`,
      stroke: line,
      "stroke-width": 2,
      class: "way",
    });
    for (const value of row.values) {
      add("path", { d: markShape("circle", x(value), y, 2.6), fill: line });
    }
    if (row.current === null) continue;
    add("path", { ...variantMark(variant, x(row.current), y, 6), class: "current" });
  }
}

interface AxisPlace {
  readonly x: { (value: number): number; ticks: (count: number) => number[] };
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly upright: (value: number) => string;
}

function axis({ x, bottom, left, right, upright }: AxisPlace, narrow: boolean, add: Add): void {
  add("path", { d: `M${left} ${bottom}H${right}`, stroke: "var(--edge)" });
  for (const tick of x.ticks(narrow ? 4 : 6)) {
    add("path", { d: upright(tick), stroke: "var(--rule)" });
    add("path", { d: `M${x(tick)} ${bottom}v4`, stroke: "var(--edge)" });
    const text = tick.toLocaleString("en-US").replace("-", "\u2212");
    const half = textWidth(text, 11) / 2;
    const middle = Math.min(Math.max(x(tick), half), right + left - half);
    add("text", { x: middle, y: bottom + 17, "text-anchor": "middle", ...small }, text);
  }
}
