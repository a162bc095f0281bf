import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { markShape } from "./mark-shape.ts";
import { textWidth } from "./text-width.ts";

/** A start: from the least to the most predicted, as parts of what was printed, less 1. */
export interface DeviationBar {
  readonly low: number;
  readonly high: number;
  readonly within: boolean;
  /** Said beside a start that is missed. */
  readonly name: string;
}

export interface ValidationChartData {
  readonly groups: readonly {
    readonly name: string;
    readonly count: string;
    readonly bars: readonly DeviationBar[];
  }[];
  /** A part, as it is to be read. */
  readonly percent: (part: number) => string;
  readonly xAxis: string;
  readonly label: string;
}

const barHeight = 4;
/** A start that is missed has its name beside it. */
const missedHeight = 16;
const groupHead = 26;
const groupGap = 8;
const top = 16;

/**
 * Every start as a bar over what the rounding of its log leaves open, around what was printed: a
 * dot where nothing is left open, a cross where the prediction misses. The widest bars stand first,
 * so that it shows how much each agreement is worth.
 */
export function validationChart(
  data: ValidationChartData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const limit = limitOf(data);
  const margin = 8;
  const x = (part: number) =>
    width / 2 + (part / limit) * (width / 2 - margin) * (limit === 0 ? 0 : 1);
  const heights = data.groups.map(({ bars }) => groupHead + barsHeight(bars) + groupGap);
  const bottom = top + heights.reduce((sum, height) => sum + height, 0);
  const svg = canvas(document, width, bottom + 44);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));

  axis({ x, limit, bottom, width }, data, add);
  let y = top;
  for (const [i, group] of data.groups.entries()) {
    heading(group, y, width, add);
    bars(group.bars, { x, limit, y: y + groupHead, width }, data, add);
    y += heights[i] ?? 0;
  }
  return figure(svg, data.label);
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;
type ToX = (part: number) => number;

const limitSteps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] as const;

/** A round part that every bar of a start that is reproduced stays under. */
function limitOf({ groups }: ValidationChartData): number {
  const reach = Math.max(
    0,
    ...groups.flatMap(({ bars }) =>
      bars
        .filter(({ within }) => within)
        .map(({ low, high }) => Math.max(Math.abs(low), Math.abs(high))),
    ),
  );
  return limitSteps.find((step) => step >= reach) ?? 1;
}

function axis(
  at: {
    readonly x: ToX;
    readonly limit: number;
    readonly bottom: number;
    readonly width: number;
  },
  { percent, xAxis }: ValidationChartData,
  add: Add,
): void {
  const { x, limit, bottom, width } = at;
  const small = { "font-size": 11, fill: "var(--muted)" };
  const parts = [-limit, -limit / 2, 0, limit / 2, limit];
  const grid = parts.map((part) => `M${x(part)} ${top}V${bottom}`).join("");
  add("path", { d: grid, stroke: "var(--rule)", fill: "none" });
  add("path", { d: `M${x(0)} ${top}V${bottom}`, stroke: "var(--edge)", fill: "none" });
  for (const part of parts) {
    const end = part === -limit ? "start" : part === limit ? "end" : "middle";
    const place = { x: end === "start" ? 0 : end === "end" ? width : x(part), y: bottom + 16 };
    add("text", { ...place, "text-anchor": end, ...small }, percent(part));
  }
  add("text", { x: x(0), y: bottom + 36, "text-anchor": "middle", ...small }, xAxis);
}

function heading(
  { name, count }: ValidationChartData["groups"][number],
  y: number,
  width: number,
  add: Add,
): void {
  add("text", { x: 0, y: y + 17, "font-weight": 700, ...halo }, name);
  const right = { x: width, y: y + 17, "text-anchor": "end", "font-size": 11 };
  add("text", { ...right, fill: "var(--muted)", ...halo }, count);
}

const barsHeight = (list: readonly DeviationBar[]): number =>
  list.reduce((sum, { within }) => sum + (within ? barHeight : missedHeight), 0);

function bars(
  list: readonly DeviationBar[],
  at: { readonly x: ToX; readonly limit: number; readonly y: number; readonly width: number },
  { percent }: ValidationChartData,
  add: Add,
): void {
  const { x, limit, y, width } = at;
  const spans: string[] = [];
  const dots: string[] = [];
  const sorted = byWidth(list);
  for (const [i, bar] of sorted.entries()) {
    const from = y + barsHeight(sorted.slice(0, i));
    const middle = from + (bar.within ? barHeight : missedHeight) / 2;
    if (!bar.within) {
      missed(bar, { x, limit, y: middle, width }, percent, add);
      continue;
    }
    const [left, right] = [x(bar.low), x(bar.high)];
    if (right - left < 2) dots.push(markShape("circle", x((bar.low + bar.high) / 2), middle, 1.6));
    else spans.push(`M${left} ${middle}H${right}`);
  }
  const stroke = { stroke: "var(--kv)", "stroke-width": 2.4, fill: "none" };
  if (spans.length > 0) add("path", { d: spans.join(""), class: "spans", ...stroke });
  if (dots.length > 0) add("path", { d: dots.join(""), class: "dots", fill: "var(--kv)" });
}

/** The widest first, the missed last: their names need room below. */
const byWidth = (list: readonly DeviationBar[]): readonly DeviationBar[] =>
  [...list].sort(
    (a, b) => Number(b.within) - Number(a.within) || b.high - b.low - (a.high - a.low),
  );

/** A cross where it is, or an arrow at the edge, with name and distance. */
function missed(
  { low, high, name }: DeviationBar,
  at: { readonly x: ToX; readonly limit: number; readonly y: number; readonly width: number },
  percent: (part: number) => string,
  add: Add,
): void {
  const { x, limit, y, width } = at;
  const part = Math.abs(low) < Math.abs(high) ? low : high;
  const inside = Math.abs(part) <= limit;
  const place = inside ? x(part) : part < 0 ? 6 : width - 6;
  const color = "var(--waste)";
  const mark = { stroke: color, "stroke-width": 2, fill: "none", class: "missed" };
  const tip = part < 0 ? -1 : 1;
  const arrow = `M${place - 6 * tip} ${y - 4}L${place} ${y}L${place - 6 * tip} ${y + 4}M${place - 12 * tip} ${y}H${place}`;
  add("path", { d: inside ? markShape("cross", place, y, 3.5) : arrow, ...mark });
  const text = `${name} ${percent(part)}`;
  const gap = inside ? 9 : 18;
  const right = place < width / 2 || place + gap + textWidth(text, 11) < width;
  const label = { x: place + (right ? gap : -gap), y: y + 4, "font-size": 11 };
  const anchor = { "text-anchor": right ? "start" : "end" };
  add("text", { ...label, ...anchor, ...halo, fill: "var(--waste-text)" }, text);
}
