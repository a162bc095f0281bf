import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { linearTicks } from "./linear-ticks.ts";
import { type MarkShape, markShape } from "./mark-shape.ts";
import { spread } from "./spread.ts";
import { textWidth } from "./text-width.ts";

type Point = readonly [x: number, y: number];

export interface StepLine {
  readonly way: "cached" | "uncached";
  readonly name: string;
  /** What counting says. */
  readonly line: readonly Point[];
  /** What a run has found. */
  readonly dots: readonly Point[];
}

export interface DecodeStepsData {
  readonly panels: readonly {
    readonly title: string;
    readonly lines: readonly StepLine[];
    /** Said in place of points that are not there yet. */
    readonly empty: string;
  }[];
  /** Lengths of the text at the first and at the last step. */
  readonly lengths: readonly [first: number, last: number];
  readonly number: (value: number) => string;
  /** Says of how many points that they lie above the axis, and how high the highest is. */
  readonly above: (count: number, most: number) => string;
  readonly xTitle: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;
type Panel = DecodeStepsData["panels"][number];

const looks = {
  cached: { color: "var(--kv)", text: "var(--kv-text)", dash: "none", mark: "circle" },
  uncached: { color: "var(--waste)", text: "var(--waste-text)", dash: "5 3", mark: "square" },
} as const;

/** What each step of decoding costs over the length of the text: counted, and measured. */
export function decodeSteps(
  data: DecodeStepsData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const gap = 36;
  const panelWidth = narrow ? width : (width - gap) / 2;
  const panelHeight = 214;
  const svg = canvas(document, width, narrow ? 2 * panelHeight + 12 : panelHeight);
  for (const [i, panel] of data.panels.entries()) {
    const [x, y] = narrow ? [0, i * (panelHeight + 12)] : [i * (panelWidth + gap), 0];
    const group = node(document, "g", { transform: `translate(${x} ${y})` });
    svg.append(group);
    const add: Add = (name, attributes, text = "") =>
      group.append(node(document, name, attributes, text));
    draw(panel, data, { width: panelWidth, height: panelHeight }, add);
  }
  return figure(svg, data.label);
}

interface Place {
  readonly x: (length: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  /** What the axis ends at. */
  readonly most: number;
}

/** Few steps that took far longer than all others do not make these a flat line. */
function ceilingOf(lines: readonly StepLine[]): number {
  const most = Math.max(0, ...lines.flatMap(({ line }) => line.map(([, value]) => value)));
  const found = lines.flatMap(({ dots }) => dots.map(([, value]) => value)).sort((a, b) => a - b);
  const usual = found[Math.floor(found.length * 0.95)] ?? 0;
  const highest = found.at(-1) ?? 0;
  return Math.max(most, highest > 2 * usual ? 1.5 * usual : highest) || 1;
}

function draw(
  panel: Panel,
  data: DecodeStepsData,
  size: { readonly width: number; readonly height: number },
  add: Add,
): void {
  const values = panel.lines.flatMap(({ line, dots }) => [...line, ...dots].map(([, y]) => y));
  const most = ceilingOf(panel.lines);
  const ticks = values.length > 0 ? linearTicks([0, most], 4) : [0];
  const [first, last] = data.lengths;
  const left = Math.max(...ticks.map((tick) => data.number(tick).length)) * 6.5 + 12;
  const nameRoom = Math.max(...panel.lines.map(({ name }) => textWidth(name, 11)));
  const [right, top, bottom] = [size.width - nameRoom - 8, 38, size.height - 46];
  const place: Place = {
    ...{ left, right, bottom, most },
    x: (length) => px(left + 6 + ((length - first) / (last - first)) * (right - left - 12)),
    y: (value) => px(bottom - (value / most) * (bottom - top)),
  };
  axes(panel, data, place, ticks, add);
  for (const line of panel.lines) points(line, place, add);
  names(panel.lines, place, add);
  const above = values.filter((value) => value > most);
  if (above.length > 0) {
    const text = data.above(above.length, Math.max(...above));
    add("text", { x: 0, y: 27, "font-size": 11, fill: "var(--muted)" }, text);
  }
  if (values.length > 0) return;
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2, "text-anchor": "middle" };
  add("text", { ...middle, fill: "var(--muted)" }, panel.empty);
}

function axes(
  { title }: Panel,
  { lengths, number, xTitle }: DecodeStepsData,
  { x, y, left, right, bottom }: Place,
  ticks: readonly number[],
  add: Add,
): void {
  const small = { "font-size": 11, fill: "var(--muted)" };
  add("text", { x: 0, y: 12, "font-weight": 700 }, title);
  const grid = ticks.map((tick) => `M${px(left)} ${y(tick)}H${px(right)}`).join("");
  add("path", { d: grid, stroke: "var(--rule)" });
  for (const tick of ticks) {
    const at = { x: px(left - 7), y: y(tick) + 4, "text-anchor": "end" };
    add("text", { ...at, ...small }, number(tick));
  }
  const stops = linearTicks(lengths, 5).filter(Number.isInteger);
  const marks = stops.map((stop) => `M${x(stop)} ${bottom}v4`).join("");
  add("path", { d: `M${px(left)} ${bottom}H${px(right)}${marks}`, stroke: "var(--edge)" });
  for (const stop of stops) {
    const at = { x: x(stop), y: bottom + 17, "text-anchor": "middle" };
    add("text", { ...at, ...small }, number(stop));
  }
  add("text", { x: px(right), y: bottom + 36, "text-anchor": "end", ...small }, xTitle);
}

function points({ way, line, dots }: StepLine, { x, y, most }: Place, add: Add): void {
  const { color, dash, mark } = looks[way];
  if (line.length > 0) {
    const d = `M${line.map(([length, value]) => `${x(length)} ${y(value)}`).join("L")}`;
    const stroke = { stroke: color, "stroke-width": 2, "stroke-dasharray": dash };
    add("path", { d, fill: "none", ...stroke, class: `line ${way}` });
  }
  if (dots.length === 0) return;
  const marked = (shape: MarkShape, inside: boolean): string =>
    dots
      .filter(([, value]) => value <= most === inside)
      .map(([length, value]) => markShape(shape, x(length), y(Math.min(value, most)), 2.6))
      .join("");
  add("path", { d: marked(mark, true), fill: color, class: `dots ${way}` });
  const above = marked("triangle", false);
  if (above === "") return;
  add("path", { d: above, fill: "var(--paper)", stroke: color, class: `above ${way}` });
}

/** Names beside the right ends of what they name. */
function names(lines: readonly StepLine[], { y, right, bottom, most }: Place, add: Add): void {
  const named = lines.filter(({ line, dots }) => line.length + dots.length > 0);
  const heights = named.map((of) => y(Math.min(endOf(of), most)) + 4);
  const places = spread(heights, 14, bottom);
  for (const [i, { way, name }] of named.entries()) {
    const at = { x: px(right + 8), y: places[i] ?? 0 };
    add("text", { ...at, "font-size": 11, "font-weight": 700, fill: looks[way].text }, name);
  }
}

/** Where a line ends; of points the middle one of the last five. */
function endOf({ line, dots }: StepLine): number {
  const last = line.at(-1);
  if (last) return last[1];
  const ends = dots.slice(-5).map(([, value]) => value);
  return ends.sort((a, b) => a - b)[ends.length >> 1] ?? 0;
}

const px = (value: number): number => Math.round(value * 100) / 100;
