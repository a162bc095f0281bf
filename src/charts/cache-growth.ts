import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { type LayerKind, layerKindStyle } from "./layer-kind-style.ts";
import { spread } from "./spread.ts";

export interface GrowthLine {
  /** `real`: the whole cache; `naive`: what counting every layer as full attention gives. */
  readonly of: LayerKind | "real" | "naive";
  readonly name: string;
  readonly points: readonly { readonly context: number; readonly bytes: number }[];
}

export interface CacheGrowthData {
  /** None has a point at 0 bytes: the axis is logarithmic. */
  readonly lines: readonly GrowthLine[];
  readonly context: number;
  /** First and last context of the axis, in tokens. */
  readonly contexts: readonly [first: number, last: number];
  /** At the reader's context; the texts as they are to be read. */
  readonly here: {
    readonly real: { readonly bytes: number; readonly text: string };
    readonly naive: { readonly bytes: number; readonly text: string };
  };
  /** First context at which the naive count is too high, where the axis has it. */
  readonly parting: {
    readonly context: number;
    readonly bytes: number;
    readonly text: string;
  } | null;
  readonly ticks: readonly { readonly bytes: number; readonly text: string }[];
  readonly xAxis: string;
  readonly yAxis: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** Where a context and a number of bytes lie in the drawing, and its edges. */
interface Place {
  readonly x: (context: number) => number;
  readonly y: (bytes: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly narrow: boolean;
}

/** The cache of one request against its context, by kind of layer; both axes logarithmic. */
export function cacheGrowth(
  data: CacheGrowthData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const height = narrow ? 320 : 390;
  const at = placeOf(data, width, height, narrow);
  const svg = canvas(document, width, height);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  axes(data, at, width, add);
  cursorBand(data, at, add);
  for (const line of data.lines) drawLine(line, at, add);
  names(data, at, add);
  parting(data, at, add);
  values(data, at, add);
  // Where the axis lies, for whoever lets the reader drag the cursor.
  svg.dataset.axis = [at.left, at.right, ...data.contexts].join(" ");
  return figure(svg, data.label);
}

function placeOf(data: CacheGrowthData, width: number, height: number, narrow: boolean): Place {
  const bytes = data.lines.flatMap(({ points }) => points.map((point) => point.bytes));
  const [least, most] = [Math.min(...bytes), Math.max(...bytes)];
  const [first, last] = data.contexts;
  const edges = {
    left: narrow ? 52 : 64,
    right: width - (narrow ? 90 : 124),
    top: 46,
    bottom: height - 46,
  };
  const part = (value: number, from: number, to: number) =>
    Math.log(value / from) / Math.log(to / from);
  return {
    ...edges,
    narrow,
    x: (context) => edges.left + part(context, first, last) * (edges.right - edges.left),
    y: (value) => edges.bottom - part(value, least / 1.5, most * 1.5) * (edges.bottom - edges.top),
  };
}

function axes(data: CacheGrowthData, at: Place, width: number, add: Add): void {
  const { left, right, top, bottom, x, y } = at;
  const small = { "font-size": 11, fill: "var(--muted)" };
  for (const { bytes, text } of data.ticks) {
    if (y(bytes) < top || y(bytes) > bottom) continue;
    add("path", { d: `M${left} ${px(y(bytes))}H${px(right)}`, stroke: "var(--rule)" });
    add("text", { x: left - 6, y: px(y(bytes) + 4), "text-anchor": "end", ...small }, text);
  }
  add("path", { d: `M${left} ${bottom}H${px(right)}`, stroke: "var(--edge)" });
  for (const context of contextTicks(data.contexts, at.narrow)) {
    add("path", { d: `M${px(x(context))} ${bottom}v4`, stroke: "var(--edge)" });
    const place = { x: px(x(context)), y: bottom + 17, "text-anchor": "middle" };
    add("text", { ...place, ...small }, context.toLocaleString("en-US"));
  }
  add("text", { x: 0, y: 12, ...small }, data.yAxis);
  add("text", { x: width - 1, y: bottom + 38, "text-anchor": "end", ...small }, data.xAxis);
}

/** Every second power of two, every fourth on a narrow drawing. */
function contextTicks([first, last]: readonly [number, number], narrow: boolean): number[] {
  const [from, to, every] = [Math.log2(first), Math.log2(last), narrow ? 4 : 2];
  const count = Math.floor((to - from) / every) + 1;
  return Array.from({ length: count }, (_, i) => 2 ** (to - i * every)).reverse();
}

function cursorBand({ context }: CacheGrowthData, at: Place, add: Add): void {
  const { x, top, bottom } = at;
  const [from, to] = [x(context / 2 ** 0.18), x(context * 2 ** 0.18)];
  const band = { x: px(from), y: top, width: px(to - from), height: bottom - top };
  add("rect", { ...band, fill: "var(--mark-band)" });
  const text = context.toLocaleString("en-US");
  const centre = { x: px(x(context)), y: top - 8, "text-anchor": "middle" };
  add("text", { ...centre, "font-weight": 700, "font-size": at.narrow ? 11 : 12 }, text);
}

interface LineStyle {
  readonly stroke: string;
  readonly text: string;
  readonly width: number;
  readonly dash: string;
}

function styleOf(of: GrowthLine["of"]): LineStyle {
  if (of === "real") return { stroke: "var(--ink)", text: "var(--ink)", width: 2, dash: "none" };
  if (of === "naive") {
    return { stroke: "var(--waste)", text: "var(--waste-text)", width: 1.5, dash: "5 4" };
  }
  // Wider than the sum above it, so that both show where one kind is nearly all of it.
  const { fill, text, dash } = layerKindStyle[of];
  return { stroke: fill, text, width: 4, dash };
}

function drawLine({ of, points }: GrowthLine, { x, y }: Place, add: Add): void {
  const { stroke, width, dash } = styleOf(of);
  const d = points.map(({ context, bytes }) => `${px(x(context))},${px(y(bytes))}`).join("L");
  add("path", {
    d: `M${d}`,
    fill: "none",
    stroke,
    "stroke-width": width,
    "stroke-dasharray": dash,
    class: `line-${of}`,
  });
}

/** Names at the lines' right ends, apart from each other. */
function names({ lines }: CacheGrowthData, at: Place, add: Add): void {
  const ends = lines.map(({ points }) => at.y(points.at(-1)?.bytes ?? 1));
  const placed = spread(ends, 15, at.bottom);
  for (const [i, { of, name }] of lines.entries()) {
    const place = { x: px(at.right + 8), y: px((placed[i] ?? 0) + 4), fill: styleOf(of).text };
    const weight = { "font-size": at.narrow ? 11 : 12, "font-weight": of === "naive" ? 400 : 700 };
    add("text", { ...place, ...weight }, name);
  }
}

/** Text with the paper around it, over lines. */

/** From the top, where no line is, down to where the two counts part. */
function parting({ parting: found }: CacheGrowthData, at: Place, add: Add): void {
  if (!found) return;
  const [x, y] = [at.x(found.context), at.y(found.bytes)];
  const top = at.top + 12;
  add("path", { d: `M${px(x)} ${top}V${px(y - 4)}`, stroke: "var(--edge)" });
  const dot = { cx: px(x), cy: px(y), r: 4, fill: "var(--paper)", stroke: "var(--ink)" };
  add("circle", { ...dot, "stroke-width": 1.5 });
  const early = x < (at.left + at.right) / 2;
  const place = { x: px(x + (early ? 5 : -5)), y: top + 8, "text-anchor": early ? "start" : "end" };
  add("text", { ...place, "font-size": 11, fill: "var(--muted)", ...halo }, found.text);
}

/** What both counts say at the reader's context. */
function values({ context, here }: CacheGrowthData, at: Place, add: Add): void {
  const x = at.x(context);
  const [real, naive] = [at.y(here.real.bytes), at.y(here.naive.bytes)];
  const size = at.narrow ? 12 : 14;
  // Left of its dot a line lies lower, and leaves room; near the left edge there is none.
  const late = x - at.left > (at.narrow ? 116 : 150);
  const anchor = late ? { dx: -11, "text-anchor": "end" } : { dx: 11, "text-anchor": "start" };
  const text = (y: number, said: string, fill: string) => {
    const place = { x: px(x), y: px(late ? y : y + 10), ...anchor };
    add("text", { ...place, fill, "font-size": size, "font-weight": 700, ...halo }, said);
  };
  const dot = (y: number, fill: string) =>
    add("circle", { cx: px(x), cy: px(y), r: 4.5, fill, stroke: "var(--paper)" });
  if (Math.abs(real - naive) >= 1) {
    const d = `M${px(x)} ${px(real)}V${px(naive)}`;
    add("path", { d, stroke: "var(--waste)", "stroke-width": 2 });
    dot(naive, "var(--waste)");
    const least = size + 4;
    const y = naive < real ? Math.min(naive, real - least) : Math.max(naive, real + least);
    text(y, here.naive.text, "var(--waste-text)");
  }
  dot(real, "var(--ink)");
  text(real, here.real.text, "var(--ink)");
}

const px = (value: number): number => Math.round(value * 100) / 100;
