import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { type Free, freeHeight } from "./free-height.ts";
import { halo } from "./halo.ts";
import type { TextLine } from "./line-pieces.ts";
import { type LogPlace, logAxes, logPlace } from "./log-axes.ts";
import { markShape } from "./mark-shape.ts";
import { spread } from "./spread.ts";
import { textWidth } from "./text-width.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

export interface ShardLine {
  readonly variant: VariantKey;
  readonly name: string;
  /** For a narrow picture. */
  readonly short: string;
  readonly own: boolean;
  /** Bytes of one token on one GPU of 1, 2, 3 and so on. */
  readonly bytes: readonly number[];
}

export interface ShardLinesData {
  readonly lines: readonly ShardLine[];
  readonly tp: number;
  /** The own bytes at that TP, as they are to be read. */
  readonly value: string;
  /** From here on the own line and another one are one. */
  readonly meeting: {
    readonly tp: number;
    readonly bytes: number;
    readonly text: string;
    readonly short: string;
  } | null;
  /** More than the axis has, which takes every second one where those are enough. */
  readonly ticks: readonly { readonly bytes: number; readonly text: string }[];
  readonly xAxis: string;
  readonly yAxis: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const nameSize = 11;
const [roomBelow, roomAbove] = [54, 12] as const;
/** No more ticks than this on the axis of bytes. */
const mostTicks = 5;

/** Bytes of a token on one GPU against the number of GPUs; both axes logarithmic. */
export function shardLines(data: ShardLinesData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  const height = narrow ? 320 : 360;
  const svg = canvas(document, width, height);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const last = Math.max(...data.lines.map(({ bytes }) => bytes.length));
  const [top, bottom] = [46, height - 46];
  const yDomain = bytesDomain(data.lines, bottom - top);
  const clear = [yDomain[0] * 1.2, yDomain[1]] as const;
  const ticks = {
    x: powers(last).map((value) => ({ value, text: String(value) })),
    y: ticksIn(data.ticks, clear),
  };
  const names = data.lines.map((line) => (narrow ? line.short : line.name));
  const tickRoom = Math.max(0, ...ticks.y.map(({ text }) => textWidth(text, 11))) + 10;
  const nameRoom = Math.max(...names.map((name) => textWidth(name, nameSize))) + 14;
  const at = logPlace({
    xDomain: [1, last],
    yDomain,
    left: tickRoom + nameRoom,
    right: width - 24,
    top,
    bottom,
  });
  cursor(data.tp, at, add);
  axes(data, { ticks, tickRoom, last }, at, add);
  for (const line of inOrder(data.lines)) drawLine(line, at, add);
  drawNames(data.lines, names, at, add);
  values(data, narrow, at, add);
  return figure(svg, data.label);
}

/** Under the lowest line there is room for what is said there, above the highest for a mark. */
function bytesDomain(lines: readonly ShardLine[], plotHeight: number): readonly [number, number] {
  const all = lines.flatMap(({ bytes }) => bytes);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  // Lines that all take the same have no height of their own.
  const perPx = Math.max(most / least, 2) ** (1 / (plotHeight - roomBelow - roomAbove));
  return [least / perPx ** roomBelow, most * perPx ** roomAbove];
}

const powers = (last: number): readonly number[] =>
  Array.from({ length: Math.floor(Math.log2(last)) + 1 }, (_, power) => 2 ** power);

function ticksIn(
  ticks: ShardLinesData["ticks"],
  [least, most]: readonly [number, number],
): readonly { readonly value: number; readonly text: string }[] {
  const within = (of: ShardLinesData["ticks"]) =>
    of.filter(({ bytes }) => least <= bytes && bytes <= most);
  const second = within(ticks.filter((_, i) => i % 2 === 0));
  const inside = second.length > 1 ? second : within(ticks);
  const every = Math.ceil(inside.length / mostTicks);
  return inside
    .filter((_, i) => i % every === 0)
    .map(({ bytes, text }) => ({ value: bytes, text }));
}

/** The grid begins at the numbers, left of the names; a mark stands at every whole TP. */
function axes(
  data: ShardLinesData,
  frame: {
    readonly ticks: Parameters<typeof logAxes>[1];
    readonly tickRoom: number;
    readonly last: number;
  },
  at: LogPlace,
  add: Add,
): void {
  const { ticks, tickRoom, last } = frame;
  logAxes({ ...at, left: tickRoom }, ticks, { x: data.xAxis, y: data.yAxis }, add);
  const marks = Array.from({ length: last }, (_, i) => `M${px(at.x(i + 1))} ${at.bottom}v3`);
  add("path", { d: marks.join(""), stroke: "var(--edge)" });
}

/** The reader's TP: a band, and the number above it. */
function cursor(tp: number, at: LogPlace, add: Add): void {
  const [from, to] = bandOf(tp, at);
  const band = { x: px(from), y: at.top - 6, width: px(to - from), height: at.bottom - at.top + 6 };
  add("rect", { ...band, fill: "var(--mark-band)" });
  const named = { x: px(at.x(tp)), y: at.top - 12, "text-anchor": "middle", "font-weight": 700 };
  add("text", named, `TP ${tp}`);
}

const bandOf = (tp: number, { x }: LogPlace): readonly [number, number] => [x(tp) - 8, x(tp) + 8];

/** The own line first: it is wider, so that others on it show too. */
const inOrder = (lines: readonly ShardLine[]): readonly ShardLine[] =>
  [...lines].sort((a, b) => Number(b.own) - Number(a.own));

type Point = readonly [x: number, y: number];

const pointsOf = ({ bytes }: ShardLine, at: LogPlace): readonly Point[] =>
  bytes.map((value, i) => [at.x(i + 1), at.y(value)] as const);

function drawLine(line: ShardLine, at: LogPlace, add: Add): void {
  const { line: stroke, dash } = variantStyle[line.variant];
  const points = pointsOf(line, at).map(([x, y]) => `${px(x)} ${px(y)}`);
  const drawn = { d: `M${points.join("L")}`, fill: "none" };
  const form = { stroke, "stroke-width": line.own ? 5 : 2, "stroke-dasharray": dash };
  add("path", { ...drawn, ...form, class: `line-${line.variant}` });
}

/** At the left ends, where no two lines are one. */
function drawNames(
  lines: readonly ShardLine[],
  names: readonly string[],
  at: LogPlace,
  add: Add,
): void {
  const starts = lines.map(({ bytes }) => at.y(bytes[0] ?? 1));
  const heights = spread(starts, 14, at.bottom - 4);
  for (const [i, { variant, own }] of lines.entries()) {
    const place = { x: px(at.left - 7), y: px((heights[i] ?? 0) + 4), "text-anchor": "end" };
    const type = { "font-size": nameSize, "font-weight": own ? 700 : 400, ...halo };
    add("text", { ...place, ...type, fill: variantStyle[variant].text }, names[i]);
  }
}

/** The own value at the reader's TP, dots there, and where two lines become one. */
function values(data: ShardLinesData, narrow: boolean, at: LogPlace, add: Add): void {
  const { lines, tp, meeting } = data;
  const texts: TextLine[] = [];
  const free: Free = {
    lines: lines.map((line) => pointsOf(line, at)),
    texts,
    top: at.top,
    bottom: at.bottom,
  };
  const own = lines.find((line) => line.own);
  if (own) {
    const y = at.y(own.bytes[tp - 1] ?? 1);
    const style = { "font-size": 15, "font-weight": 700, fill: variantStyle[own.variant].text };
    const thread = variantStyle[own.variant].line;
    write(data.value, [at.x(tp), y], { size: 15, gap: 12, style, thread }, free, texts, at, add);
  }
  dots(data, at, add);
  if (!meeting) return;
  const [x, y] = [at.x(meeting.tp), at.y(meeting.bytes)];
  const ring = { fill: "none", stroke: "var(--ink)", "stroke-width": 1.5, class: "meeting" };
  add("path", { d: markShape("circle", px(x), px(y), 8), ...ring });
  const said = narrow ? meeting.short : meeting.text;
  const style = { "font-size": 11, fill: "var(--ink)" };
  write(said, [x, y], { size: 11, gap: 12, style, thread: "none" }, free, texts, at, add);
}

/** What each line is at the reader's TP; the own one lies on top. */
function dots({ lines, tp }: ShardLinesData, at: LogPlace, add: Add): void {
  for (const { variant, bytes, own } of inOrder(lines).toReversed()) {
    const { dot, line } = variantStyle[variant];
    const d = markShape(dot, px(at.x(tp)), px(at.y(bytes[tp - 1] ?? 1)), own ? 5 : 4);
    add("path", { d, fill: line, stroke: "var(--paper)", "stroke-width": 1.5, class: "dot" });
  }
}

interface Writing {
  readonly size: number;
  /** From the point. */
  readonly gap: number;
  readonly thread: string;
  readonly style: Readonly<Record<string, string | number>>;
}

/** A text that had to move further than this gets a thread to its point. */
const nearby = 3;
/** Beside its point a text stands closer, but only where that saves so many px. */
const [sideGap, sideCost] = [9, 4] as const;

/** A text above or below a point or beside it, as near as it can stand free of lines and texts. */
function write(
  said: string,
  [x, y]: Point,
  { size, gap, style, thread }: Writing,
  free: Free,
  texts: TextLine[],
  at: LogPlace,
  add: Add,
): void {
  const width = textWidth(said, size);
  const inside = (left: number) => Math.min(Math.max(left, at.left + 2), at.right - width);
  const starts = [
    { left: inside(x - width / 2), apart: gap, cost: 0 },
    ...[x + sideGap, x - sideGap - width]
      .filter((left) => left === inside(left))
      .map((left) => ({ left, apart: sideGap, cost: sideCost })),
  ];
  const places = starts.flatMap(({ left, apart, cost }) =>
    ([1, -1] as const).flatMap((way) => {
      const line = { left, right: left + width, y: way * apart + y + (way === 1 ? size * 0.8 : 0) };
      const height = freeHeight(line, size, way, free);
      if (height === null) return [];
      const away = Math.abs(height - line.y);
      return [{ ...line, y: height, away, cost: away + cost }];
    }),
  );
  const otherwise = { left: inside(x - width / 2), y: y - gap, away: 0 };
  const [place = { ...otherwise, right: otherwise.left + width }] = places.sort(
    (a, b) => a.cost - b.cost,
  );
  texts.push(place);
  if (place.away > nearby) {
    const end = Math.min(Math.max(x, place.left), place.right);
    const edge = place.y < y ? place.y + 4 : place.y - size;
    add("path", { d: `M${px(x)} ${px(y)}L${px(end)} ${px(edge)}`, stroke: thread });
  }
  const middle = { x: px(place.left + width / 2), y: px(place.y), "text-anchor": "middle" };
  add("text", { ...middle, ...style, ...halo }, said);
}

const px = (value: number): number => Math.round(value * 100) / 100;
