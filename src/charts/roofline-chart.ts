import { formatPrefixed } from "../i18n/format-flops.ts";
import type { ChartContext } from "./chart.ts";
import { decades } from "./decades.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { type LogPlace, logAxes, logPlace } from "./log-axes.ts";
import { type MarkShape, markShape } from "./mark-shape.ts";
import { placeLabels } from "./place-labels.ts";
import { textWidth } from "./text-width.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

interface Spot {
  readonly name: string;
  /** Its intensity or rate, as it is to be read. */
  readonly value: string;
  /** Both for a narrow picture. */
  readonly short: string;
  /** FLOP per byte. */
  readonly intensity: number;
  readonly flopsPerSecond: number;
}

export interface RooflinePoint extends Spot {
  readonly of: "decode" | "prefill" | VariantKey;
  readonly own: boolean;
}

export interface RooflineData {
  readonly bytesPerSecond: number;
  /** `null`: the roof is only its slope. */
  readonly peakFlopsPerSecond: number | null;
  readonly ridge: number | null;
  readonly points: readonly RooflinePoint[];
  /** Measured on a device: a point of another mark, under a slope of its own. */
  readonly measured:
    | (Spot & { readonly bytesPerSecond: number | null; readonly slope: string })
    | null;
  readonly names: { readonly slope: string; readonly peak: string; readonly ridge: string };
  readonly xAxis: string;
  readonly yAxis: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const labelSize = 11;

/** FLOP per second against FLOP per byte under the roof of a machine, both axes logarithmic. */
export function rooflineChart(
  data: RooflineData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const height = narrow ? 380 : 440;
  const svg = canvas(document, width, height);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const xDomain = intensities(data);
  const yDomain = rates(data, xDomain);
  const at = logPlace({
    xDomain,
    yDomain,
    left: 46,
    right: width - 12,
    top: 66,
    bottom: height - 46,
  });
  const every = Math.log10(yDomain[1] / yDomain[0]) > 8 ? 2 : 1;
  const ticks = {
    x: decades(xDomain).map((value) => ({ value, text: grouped(value) })),
    y: decades(yDomain, every).map((value) => ({ value, text: formatPrefixed(value) })),
  };
  logAxes(at, ticks, { x: data.xAxis, y: data.yAxis }, add);
  const slope = ownSlope(data, xDomain, yDomain, at, add);
  const marks = marksOf(data, narrow, at);
  roof(data, xDomain, marks, at, add);
  drawLabels([...marks, ...slope], leftOf(data, at), at, add);
  for (const mark of marks) drawMark(mark, add);
  return figure(svg, data.label);
}

const grouped = (value: number): string =>
  value.toLocaleString("en-US", { maximumSignificantDigits: 3 });

/** From under the smallest, with room for labels below it, to past the ridge and the largest. */
function intensities({ points, measured, ridge }: RooflineData): [number, number] {
  const all = [...points, ...(measured ? [measured] : [])].map(({ intensity }) => intensity);
  return [Math.min(1, ...all) / 4, Math.max(10 * (ridge ?? 1), ...all) * 2];
}

const roofAt = ({ bytesPerSecond, peakFlopsPerSecond }: RooflineData, intensity: number): number =>
  Math.min(intensity * bytesPerSecond, peakFlopsPerSecond ?? Number.POSITIVE_INFINITY);

function rates(data: RooflineData, [first, last]: readonly [number, number]): [number, number] {
  const { measured } = data;
  const own = measured ? [measured.flopsPerSecond] : [];
  const least = Math.min(roofAt(data, first), ...own.map((rate) => rate / 3));
  return [least, Math.max(roofAt(data, last), ...own)];
}

/** The slope that bandwidth allows, the level of the peak, and where the two meet. */
function roof(
  data: RooflineData,
  [first, last]: readonly [number, number],
  marks: readonly Label[],
  at: LogPlace,
  add: Add,
): void {
  const { ridge, names, bytesPerSecond } = data;
  const bend = ridge ?? last;
  const [from, corner] = [at.y(first * bytesPerSecond), at.y(roofAt(data, bend))];
  const flat = ridge === null ? "" : `H${at.right}`;
  const line = { fill: "none", stroke: "var(--ink)", "stroke-width": 2 };
  add("path", { d: `M${at.left} ${from}L${at.x(bend)} ${corner}${flat}`, ...line });
  const small = { "font-size": 11, fill: "var(--ink)", ...halo };
  along([at.left, from], [at.x(bend), corner], marks, names.slope, add);
  const level = { x: at.right, y: at.top - 30, "text-anchor": "end" };
  add("text", { ...level, ...small, "font-weight": 700 }, names.peak);
  if (ridge === null) return;
  const drop = { stroke: "var(--edge)", "stroke-dasharray": "2 3" };
  add("path", { d: `M${at.x(ridge)} ${corner}V${at.bottom}`, ...drop });
  add("path", { d: markShape("circle", at.x(ridge), corner, 3), fill: "var(--ink)" });
  const half = textWidth(names.ridge, 11) / 2;
  const x = Math.min(at.x(ridge), at.right - half);
  add("text", { x, y: corner - 12, "text-anchor": "middle", ...small }, names.ridge);
}

type Point = readonly [x: number, y: number];

/** Text along a rising line and above it, where the fewest marks are, else near its middle. */
function along(
  [x1, y1]: Point,
  [x2, y2]: Point,
  marks: readonly Label[],
  text: string,
  add: Add,
): void {
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const room = textWidth(text, labelSize) / length;
  const air = 6 / length;
  const taken = marks
    .map(({ x, y }) => [(x - x1) / (x2 - x1), y] as const)
    .filter(([part, y]) => Math.abs(y1 + (y2 - y1) * part - y) < 1)
    .map(([part]) => part);
  const met = (from: number) =>
    taken.filter((part) => from - air < part && part < from + room + air).length;
  const cost = (from: number) => met(from) + Math.abs(from + room / 2 - 0.5);
  const [nearest, furthest] = [0.02, Math.max(0.02, 1 - room - 12 / length)];
  const starts = Array.from({ length: 40 }, (_, i) => nearest + ((furthest - nearest) * i) / 39);
  const part = starts.reduce((best, from) => (cost(from) < cost(best) ? from : best), nearest);
  const [x, y] = [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part];
  const turned = `rotate(${angle.toFixed(2)} ${x.toFixed(2)} ${y.toFixed(2)})`;
  add("text", { x, y, dy: -10, transform: turned, "font-size": labelSize, ...halo }, text);
}

/** What the same device copies in a second, as a slope of its own, dashed; where it is named. */
function ownSlope(
  { measured }: RooflineData,
  [first, last]: readonly [number, number],
  [least, most]: readonly [number, number],
  at: LogPlace,
  add: Add,
): readonly Label[] {
  const { bytesPerSecond = null, slope = "" } = measured ?? {};
  if (bytesPerSecond === null) return [];
  // Cut where it leaves the picture, below at its left end or above at its right.
  const from = Math.max(first, least / bytesPerSecond);
  const to = Math.min(last, most / bytesPerSecond);
  if (from >= to) return [];
  const [x1, y1] = [at.x(from), at.y(from * bytesPerSecond)];
  const [x2, y2] = [at.x(to), at.y(to * bytesPerSecond)];
  const dashed = { stroke: "var(--muted)", "stroke-width": 1.5, "stroke-dasharray": "6 4" };
  add("path", { d: `M${x1} ${y1}L${x2} ${y2}`, ...dashed });
  // So far left that the name fits below the line, right of it.
  const x = Math.max(x1, Math.min(x2, at.right - textWidth(slope, labelSize) - 14));
  const y = y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
  return [{ said: slope, x, y, text: "var(--muted)", bold: false }];
}

/** What is written at a point of the picture. */
interface Label {
  readonly said: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly bold: boolean;
}

/** Marks on the roof; the measured one is a cross. */
function marksOf(data: RooflineData, narrow: boolean, at: LogPlace): readonly (Label & Mark)[] {
  const { measured } = data;
  const spots = [
    ...data.points.map((point) => ({ ...point, ...styleOf(point.of), bold: point.own })),
    ...(measured ? [{ ...measured, ...styleOf("measured"), bold: true }] : []),
  ];
  return spots.map((spot) => ({
    ...spot,
    said: narrow ? spot.short : `${spot.name}: ${spot.value}`,
    x: at.x(spot.intensity),
    y: at.y(spot.flopsPerSecond),
  }));
}

function drawMark({ x, y, shape, line }: Label & Mark, add: Add): void {
  const style =
    shape === "cross"
      ? { fill: "none", stroke: line, "stroke-width": 3 }
      : { fill: line, stroke: "var(--paper)", "stroke-width": 1.5 };
  add("path", { d: markShape(shape, x, y, 5), ...style });
}

/** Names below the roof, each with a thread to its point where it had to move. */
function drawLabels(
  labels: readonly Label[],
  left: (y: number) => number,
  at: LogPlace,
  add: Add,
): void {
  const places = placeLabels(
    labels.map(({ x, y, said }) => ({ x, y, width: textWidth(said, labelSize) })),
    { right: at.right, bottom: at.bottom - 4, left },
  );
  for (const [i, { x, y, said }] of labels.entries()) {
    const place = places[i];
    if (!place?.moved) continue;
    const end = Math.min(Math.max(x, place.x), place.x + textWidth(said, labelSize));
    add("path", { d: `M${x} ${y}L${end} ${place.y - 10}`, stroke: "var(--edge)" });
  }
  for (const [i, { said, text, bold }] of labels.entries()) {
    const { x, y } = places[i] ?? { x: 0, y: 0 };
    const weight = { "font-size": labelSize, "font-weight": bold ? 700 : 400 };
    add("text", { x, y, fill: text, ...weight, ...halo }, said);
  }
}

/** Where the slope of the roof is at a height of the picture: labels stand right of it. */
function leftOf(data: RooflineData, at: LogPlace): (y: number) => number {
  const top = data.points.reduce((rate, point) => Math.max(rate, point.flopsPerSecond), 0);
  const corner = Math.min(data.ridge ?? Number.POSITIVE_INFINITY, top / data.bytesPerSecond);
  const [x0, y0] = [at.x(1), at.y(data.bytesPerSecond)];
  const [x1, y1] = [at.x(corner), at.y(corner * data.bytesPerSecond)];
  const perPx = y1 === y0 ? 0 : (x1 - x0) / (y1 - y0);
  return (y) => x0 + (Math.max(y, y1) - y0) * perPx;
}

interface Mark {
  readonly shape: MarkShape;
  readonly line: string;
  readonly text: string;
}

function styleOf(of: RooflinePoint["of"] | "measured"): Mark {
  const ink = { line: "var(--ink)", text: "var(--ink)" };
  if (of === "decode") return { shape: "circle", ...ink };
  if (of === "prefill") return { shape: "square", ...ink };
  if (of === "measured") return { shape: "cross", ...ink };
  const { dot, line, text } = variantStyle[of];
  return { shape: dot, line, text };
}
