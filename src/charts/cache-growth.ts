import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { type Free, freeHeight } from "./free-height.ts";
import { type GrowthKind, growthLineStyle } from "./growth-line-style.ts";
import { halo } from "./halo.ts";
import { linePieces, type TextLine } from "./line-pieces.ts";
import { type PartingText, partingText } from "./parting-text.ts";
import { spread } from "./spread.ts";
import { textWidth } from "./text-width.ts";

export interface GrowthLine {
  readonly of: GrowthKind;
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
  /** Where the two counts part or cross, where the axis has it. */
  readonly parting: {
    readonly context: number;
    readonly bytes: number;
    readonly text: string;
    /** The context alone, for a narrow picture. */
    readonly short: string;
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
  /** Of the whole drawing. */
  readonly end: number;
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
  const parted = partedText(data, at);
  parting(data, at, values(data, at, parted, add), parted, add);
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
    end: width,
  };
  const part = (value: number, from: number, to: number) =>
    Math.log(value / from) / Math.log(to / from);
  return {
    ...edges,
    narrow,
    x: (context) => edges.left + part(context, first, last) * (edges.right - edges.left),
    y: (value) => edges.bottom - part(value, least / 2.5, most * 1.5) * (edges.bottom - edges.top),
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

const bandOf = (context: number, { x }: Place): readonly [left: number, right: number] => [
  x(context / 2 ** 0.18),
  x(context * 2 ** 0.18),
];

function cursorBand({ context }: CacheGrowthData, at: Place, add: Add): void {
  const { x, top, bottom } = at;
  const [from, to] = bandOf(context, at);
  const band = { x: px(from), y: top, width: px(to - from), height: bottom - top };
  add("rect", { ...band, fill: "var(--mark-band)" });
  const text = context.toLocaleString("en-US");
  const centre = { x: px(x(context)), y: top - 8, "text-anchor": "middle" };
  add("text", { ...centre, "font-weight": 700, "font-size": at.narrow ? 11 : 12 }, text);
}

function drawLine({ of, points }: GrowthLine, { x, y }: Place, add: Add): void {
  const { stroke, width, dash } = growthLineStyle(of);
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
function names(data: CacheGrowthData, at: Place, add: Add): void {
  const heights = nameHeights(data, at);
  for (const [i, { of, name }] of data.lines.entries()) {
    const place = { x: px(at.right + 8), y: px(heights[i] ?? 0), fill: growthLineStyle(of).text };
    const weight = { "font-size": at.narrow ? 11 : 12, "font-weight": of === "naive" ? 400 : 700 };
    add("text", { ...place, ...weight }, name);
  }
}

function nameHeights({ lines }: Pick<CacheGrowthData, "lines">, at: Place): readonly number[] {
  const ends = lines.map(({ points }) => at.y(points.at(-1)?.bytes ?? 1) + 4);
  return spread(ends, 15, at.bottom + 4);
}

/** The text above the place where the two counts part, at the top. */
function partedText(data: CacheGrowthData, at: Place): PartingText | null {
  const { parting: found, context } = data;
  if (!found) return null;
  const around = { ...at, lines: pathsOf(data, at), band: bandOf(context, at) };
  // The remark below the drawing says in words what a number alone leaves out.
  const texts = [found.text, ...(at.narrow ? [found.short] : [])] as const;
  return partingText(at.x(found.context), texts, around);
}

/** From that text down to the place, but for the texts in its way. */
function parting(
  { parting: found }: CacheGrowthData,
  at: Place,
  texts: readonly TextLine[],
  said: PartingText | null,
  add: Add,
): void {
  if (!found) return;
  const [x, y] = [at.x(found.context), at.y(found.bytes)];
  const dot = { cx: px(x), cy: px(y), r: 4, fill: "var(--paper)", stroke: "var(--ink)" };
  add("circle", { ...dot, "stroke-width": 1.5 });
  if (!said) return;
  const d = linePieces(x, [at.top + 12, y - 4], texts)
    .map(([from, to]) => `M${px(x)} ${px(from)}V${px(to)}`)
    .join("");
  add("path", { d, stroke: "var(--edge)" });
  const place = {
    x: px(said.anchor === "start" ? said.left : said.right),
    y: said.y,
    "text-anchor": said.anchor,
  };
  add("text", { ...place, "font-size": 11, fill: "var(--muted)", ...halo }, said.said);
}

/** The names of the lines, as far as other texts have to stay away from them. */
const namesOf = ({ lines }: CacheGrowthData, at: Place): readonly TextLine[] =>
  nameHeights({ lines }, at).map((y, i) => {
    const left = at.right + 8;
    return { left, right: left + textWidth(lines[i]?.name ?? "", at.narrow ? 11 : 12), y };
  });

const pathsOf = ({ lines }: CacheGrowthData, at: Place): Free["lines"] =>
  lines.map(({ points }) =>
    points.map((point) => [at.x(point.context), at.y(point.bytes)] as const),
  );

/** What both counts say at the reader's context, one above and one below; where they stand. */
function values(
  data: CacheGrowthData,
  at: Place,
  parted: TextLine | null,
  add: Add,
): readonly TextLine[] {
  const { context, here } = data;
  const x = at.x(context);
  const size = at.narrow ? 12 : 14;
  const texts: TextLine[] = [...namesOf(data, at), ...(parted ? [parted] : [])];
  const others = texts.length;
  const free: Free = { lines: pathsOf(data, at), texts, top: at.top, bottom: at.bottom };
  const text = (dot: number, said: string, way: 1 | -1, ink: string, stroke: string) => {
    const { line, anchor } = placed(said, [x, dot], size, way, at, free);
    texts.push(line);
    const [edge, middle] = [anchor === "end" ? line.right : line.left, line.y - size * 0.3];
    if (Math.abs(middle - dot) > size) {
      const d = `M${px(x)} ${px(dot)}L${px(edge + (anchor === "end" ? 2 : -2))} ${px(middle)}`;
      add("path", { d, stroke });
    }
    const place = { x: px(edge), y: px(line.y), "text-anchor": anchor, fill: ink };
    add("text", { ...place, "font-size": size, "font-weight": 700, ...halo }, said);
  };
  const dot = (y: number, fill: string) =>
    add("circle", { cx: px(x), cy: px(y), r: 4.5, fill, stroke: "var(--paper)" });
  const [real, naive] = [at.y(here.real.bytes), at.y(here.naive.bytes)];
  const way = real < naive ? -1 : 1;
  if (Math.abs(real - naive) >= 1) {
    const d = `M${px(x)} ${px(real)}V${px(naive)}`;
    add("path", { d, stroke: "var(--waste)", "stroke-width": 2 });
    text(naive, here.naive.text, way === 1 ? -1 : 1, "var(--waste-text)", "var(--waste)");
    dot(naive, "var(--waste)");
  }
  text(real, here.real.text, way, "var(--ink)", "var(--ink)");
  dot(real, "var(--ink)");
  return texts.slice(others);
}

/** So many px further from its dot a text may stand to be on the left, where it leads to the dot. */
const leftFirst = 24;

/** Left or right of a dot and free of lines, as near as it can be. */
function placed(
  said: string,
  [x, y]: readonly [number, number],
  size: number,
  way: 1 | -1,
  at: Place,
  free: Free,
): { readonly line: TextLine; readonly anchor: "start" | "end" } {
  const width = textWidth(said, size);
  const baseline = y + size * 0.3;
  const sides = [
    { left: x - 11 - width, anchor: "end", cost: 0 },
    { left: x + 11, anchor: "start", cost: leftFirst },
  ] as const;
  const found = sides.flatMap(({ left, anchor, cost }) => {
    const wanted = { left, right: left + width, y: baseline };
    if (left < at.left || wanted.right > at.end) return [];
    const height =
      freeHeight(wanted, size, way, free) ?? freeHeight(wanted, size, way === 1 ? -1 : 1, free);
    if (height === null) return [];
    return [{ line: { ...wanted, y: height }, anchor, cost: cost + Math.abs(height - baseline) }];
  });
  const [first, second] = found;
  if (first) return second && second.cost < first.cost ? second : first;
  // Nowhere free: beside the dot, on whatever is there.
  const { left, anchor } = x - 11 - width < at.left ? sides[1] : sides[0];
  return { line: { left, right: left + width, y: baseline }, anchor };
}

const px = (value: number): number => Math.round(value * 100) / 100;
