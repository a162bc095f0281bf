import { scaleLinear } from "d3-scale";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { markShape } from "./mark-shape.ts";
import { textWidth } from "./text-width.ts";

export interface ErrorSweepData {
  /** From the least place to the greatest. */
  readonly points: readonly { readonly at: number; readonly error: number }[];
  /** Where the reader stands, with the error there as it is to be read. */
  readonly current: { readonly at: number; readonly error: number; readonly text: string };
  /** Found by a run on the device. */
  readonly measured: readonly { readonly at: number; readonly error: number }[];
  /** Reported places on the axis. */
  readonly landmarks: readonly { readonly at: number; readonly text: string }[];
  readonly names: { readonly line: string; readonly measured: string };
  readonly xTicks: readonly number[];
  readonly xAxis: string;
  readonly yAxis: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

interface Place {
  readonly x: (at: number) => number;
  readonly y: (error: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const small = { "font-size": 11, fill: "var(--muted)" };
/** Where nothing is wrong there is nothing to scale by. */
const leastTop = 0.1;

/** How far an absorbed layer is off, against the distance of its mixes from the identity. */
export function errorSweep(data: ErrorSweepData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  // Narrow, the key takes two lines.
  const top = narrow ? 70 : 52;
  const edges = { left: 46, right: width - 14, top, bottom: top + (narrow ? 160 : 172) };
  const svg = canvas(document, width, edges.bottom + 46);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const all = [...data.points, data.current, ...data.measured].map(({ error }) => error);
  const y = scaleLinear([0, Math.max(leastTop, ...all) * 1.12], [edges.bottom, top]).nice(4);
  const last = data.points.at(-1)?.at ?? 1;
  const x = scaleLinear([0, last], [edges.left, edges.right]);
  const at: Place = { ...edges, x: (value) => x(value), y: (value) => y(value) };
  const band = { y: at.top, width: 12, height: at.bottom - at.top, fill: "var(--mark-band)" };
  add("rect", { x: at.x(data.current.at) - 6, ...band, class: "here" });
  axes(data, y.ticks(4), at, add);
  landmarks(data, at, add);
  const d = data.points.map((point) => `${at.x(point.at)} ${at.y(point.error)}`).join("L");
  add("path", { d: `M${d}`, fill: "none", stroke: "var(--ink)", "stroke-width": 2, class: "line" });
  for (const point of data.measured) {
    const mark = markShape("circle", at.x(point.at), at.y(point.error), 6);
    add("path", {
      d: mark,
      fill: "none",
      stroke: "var(--gqa)",
      "stroke-width": 2,
      class: "measured",
    });
  }
  key(data, narrow, add);
  current(data.current, at, add);
  return figure(svg, data.label);
}

function axes(data: ErrorSweepData, ticks: readonly number[], at: Place, add: Add): void {
  const grid = ticks.map((tick) => `M${at.left} ${at.y(tick)}H${at.right}`).join("");
  add("path", { d: grid, stroke: "var(--rule)" });
  for (const tick of ticks) {
    const place = { x: at.left - 11, y: at.y(tick) + 4, "text-anchor": "end" };
    add("text", { ...place, ...small }, `${Math.round(tick * 100)}%`);
  }
  const marks = data.xTicks.map((tick) => `M${at.x(tick)} ${at.bottom}v4`).join("");
  add("path", { d: `M${at.left} ${at.bottom}H${at.right}${marks}`, stroke: "var(--edge)" });
  for (const tick of data.xTicks) {
    const place = { x: at.x(tick), y: at.bottom + 20, "text-anchor": "middle" };
    add("text", { ...place, ...small }, String(tick));
  }
  add("text", { x: 0, y: 12, ...small }, data.yAxis);
  add("text", { x: at.right, y: at.bottom + 38, "text-anchor": "end", ...small }, data.xAxis);
}

/** Thin uprights with their words on top, one line of words each, so that neighbours stay apart. */
function landmarks({ landmarks: marks }: ErrorSweepData, at: Place, add: Add): void {
  for (const { at: value, text } of marks) {
    const x = at.x(value);
    add("path", {
      d: `M${x} ${at.top}V${at.bottom}`,
      stroke: "var(--edge)",
      "stroke-dasharray": "2 3",
    });
    const end = x + textWidth(text, 11) / 2 > at.right;
    const anchor = end ? "end" : "middle";
    add("text", { x, y: at.top - 6, "text-anchor": anchor, ...small }, text);
  }
}

/** What is computed and what is measured, beside the marks they are drawn with. */
function key({ names, measured }: ErrorSweepData, narrow: boolean, add: Add): void {
  add("path", { d: "M0 26h18", stroke: "var(--ink)", "stroke-width": 2 });
  add("text", { x: 24, y: 30, "font-size": 11 }, names.line);
  if (measured.length === 0) return;
  const { x, y } = narrow ? { x: 3, y: 48 } : { x: 48 + textWidth(names.line, 11), y: 30 };
  const mark = markShape("circle", x + 6, y - 4, 6);
  add("path", { d: mark, fill: "none", stroke: "var(--gqa)", "stroke-width": 2 });
  add(
    "text",
    { x: narrow ? 24 : x + 18, y, "font-size": 11, fill: "var(--gqa-text)" },
    names.measured,
  );
}

/** The reader's own place, with its value above it, or below where there is no room above. */
function current({ at: value, error, text }: ErrorSweepData["current"], at: Place, add: Add): void {
  const [x, y] = [at.x(value), at.y(error)];
  const style = { fill: "var(--ink)", stroke: "var(--paper)", "stroke-width": 1.5 };
  add("path", { d: markShape("circle", x, y, 5), ...style, class: "current" });
  const half = textWidth(text, 15) / 2;
  const middle = Math.min(at.right - half, Math.max(at.left + half, x));
  const above = y - 12 > at.top + 12;
  const words = { x: middle, y: above ? y - 12 : y + 24, "text-anchor": "middle" };
  add("text", { ...words, "font-size": 15, "font-weight": 700, ...halo, class: "value" }, text);
}
