import { scaleLinear, scaleLog } from "d3-scale";
import { formatFixed, formatSignificant } from "../i18n/format.ts";
import type { Lang } from "../i18n/locales.ts";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { markShape } from "./mark-shape.ts";
import { placeNear } from "./place-near.ts";
import { type QualityAxis, type QualityMeasure, qualityAxis } from "./quality-axis.ts";
import { textWidth } from "./text-width.ts";
import { variantMark } from "./variant-mark.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

export interface FormatPoint {
  readonly name: string;
  readonly bytes: number;
  readonly value: number;
  /** The reader's own choice. */
  readonly own: boolean;
  /** On the model's line from format to format; others stand beside it. */
  readonly onLine: boolean;
  /** Found by a run on this device. */
  readonly live: boolean;
}

export interface FormatLine {
  readonly variant: VariantKey;
  readonly name: string;
  /** The reader's own choice: its formats are named. */
  readonly own: boolean;
  readonly points: readonly FormatPoint[];
}

export interface FormatFrontierData {
  readonly lang: Lang;
  readonly measure: QualityMeasure | "divergence";
  readonly lines: readonly FormatLine[];
  /** Models and formats than which none is both smaller and better, by bytes. */
  readonly frontier: readonly { readonly bytes: number; readonly value: number }[];
  readonly names: { readonly frontier: string; readonly live: string; readonly empty: string };
  readonly xAxis: string;
  readonly yAxis: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

interface Place extends QualityAxis {
  readonly x: (bytes: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const small = { "font-size": 11, fill: "var(--muted)" };

/** What a model is worth against the bytes that its cache takes, format by format, model by model. */
export function formatFrontier(
  data: FormatFrontierData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const top = 44;
  const bottom = top + (narrow ? 270 : 300);
  const svg = canvas(document, width, bottom + 46);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const points = data.lines.flatMap((line) => line.points);
  const bytes = points.map((point) => point.bytes);
  const domain =
    bytes.length > 0 ? [Math.min(...bytes) / 1.4, Math.max(...bytes) * 1.4] : [16, 1024];
  const x = scaleLog(domain, [48, width - 8]);
  const values = points.map(({ value }) => value);
  const axis =
    data.measure === "accuracy"
      ? shares(values, [top, bottom], data.lang)
      : qualityAxis("loss", values, [top, bottom], data.lang);
  const at: Place = { ...axis, x: (value) => x(value), left: 48, right: width - 8, top, bottom };
  axes(data, domain as [number, number], at, add);
  frontier(data, at, add);
  // The reader's own lies on top.
  const sorted = [...data.lines].sort((a, b) => Number(a.own) - Number(b.own));
  for (const line of sorted) modelLine(line, at, add);
  names(sorted, narrow, at, add);
  if (points.length === 0) {
    const middle = { x: (at.left + at.right) / 2, y: (top + bottom) / 2, "text-anchor": "middle" };
    add("text", { ...middle, fill: "var(--muted)" }, data.names.empty);
  }
  key(data, add);
  return figure(svg, data.label);
}

/** Shares from a little below the least to a little above the most: points are compared, not heights. */
function shares(
  values: readonly number[],
  [top, bottom]: readonly [number, number],
  lang: Lang,
): QualityAxis {
  const from = Math.max(0, Math.floor(Math.min(1, ...values) * 20 - 0.2) / 20);
  const to = values.length > 0 ? Math.min(1, Math.ceil(Math.max(...values) * 20 + 0.2) / 20) : 1;
  const y = scaleLinear([from, to], [bottom, top]);
  const ticks = y
    .ticks(6)
    .map((value) => ({ value, text: `${formatFixed(value * 100, 0, lang)}%` }));
  return { y: (value) => y(value), ticks };
}

function axes(
  { xAxis, yAxis, lang }: FormatFrontierData,
  [first, last]: readonly [number, number],
  at: Place,
  add: Add,
): void {
  const grid = at.ticks.map(({ value }) => `M${at.left} ${at.y(value)}H${at.right}`).join("");
  if (grid) add("path", { d: grid, stroke: "var(--rule)" });
  for (const { value, text } of at.ticks) {
    add("text", { x: at.left - 7, y: at.y(value) + 4, "text-anchor": "end", ...small }, text);
  }
  const powers = Array.from({ length: 20 }, (_, i) => 2 ** i);
  const ticks = powers.filter((value) => value >= first && value <= last);
  const marks = ticks.map((tick) => `M${at.x(tick)} ${at.bottom}v4`).join("");
  add("path", { d: `M${at.left} ${at.bottom}H${at.right}${marks}`, stroke: "var(--edge)" });
  for (const tick of ticks) {
    const text = formatSignificant(tick, 5, lang);
    const half = textWidth(text, 11) / 2;
    const x = Math.min(at.x(tick), at.right - half);
    add("text", { x, y: at.bottom + 17, "text-anchor": "middle", ...small }, text);
  }
  add("text", { x: 0, y: 12, ...small }, yAxis);
  add("text", { x: at.right, y: at.bottom + 36, "text-anchor": "end", ...small }, xAxis);
}

/** A broad band from one to the next, in steps: what lies above it is worse or larger. */
function frontier({ frontier: best }: FormatFrontierData, at: Place, add: Add): void {
  const [first, ...others] = best;
  if (!first) return;
  const steps = others.map(({ bytes, value }) => `H${at.x(bytes)}V${at.y(value)}`);
  const d = `M${at.x(first.bytes)} ${at.y(first.value)}${steps.join("")}H${at.right}`;
  add("path", {
    ...{ d, fill: "none", stroke: "var(--mark-band)", "stroke-width": 9 },
    ...{ "stroke-linejoin": "round", "stroke-linecap": "round", class: "frontier" },
  });
}

function modelLine({ variant, own, points }: FormatLine, at: Place, add: Add): void {
  const { line, dash } = variantStyle[variant];
  const on = points.filter(({ onLine }) => onLine).sort((a, b) => a.bytes - b.bytes);
  if (on.length > 1) {
    const d = `M${on.map(({ bytes, value }) => `${at.x(bytes)} ${at.y(value)}`).join("L")}`;
    const stroke = { fill: "none", stroke: line, "stroke-dasharray": dash };
    add("path", { d, ...stroke, "stroke-width": own ? 2.5 : 1.3, class: `formats ${variant}` });
  }
  for (const { bytes, value, own: chosen, live } of points) {
    const [px, py] = [at.x(bytes), at.y(value)];
    if (chosen) add("circle", { cx: px, cy: py, r: 11, fill: "var(--mark-band)", class: "chosen" });
    add("path", { ...variantMark(variant, px, py, own ? 5 : 3.5), class: "format-mark" });
    if (live) liveMark(px, py, add);
  }
}

/** A frame round the mark, which keeps its shape. */
function liveMark(x: number, y: number, add: Add): void {
  const style = { fill: "none", stroke: "var(--ink)", "stroke-width": 1 };
  add("path", { d: markShape("square", x, y, 6.5), ...style, class: "live" });
}

/**
 * Formats of the reader's model, where there is room all of them, and every other model by its name, at
 * its smallest format.
 */
function names(lines: readonly FormatLine[], narrow: boolean, at: Place, add: Add): void {
  const wanted = lines.flatMap((line) => {
    const last = line.points.toSorted((a, b) => a.bytes - b.bytes)[0];
    const { text } = variantStyle[line.variant];
    const model = last ? [{ of: last, name: line.name, bold: true, text }] : [];
    if (!line.own) return model;
    const ends = [last, line.points.toSorted((a, b) => b.bytes - a.bytes)[0]];
    const named = line.points.filter((of) => !narrow || of.own || ends.includes(of));
    const formats = named.map((of) => ({
      of,
      name: of === last ? `${line.name} ${of.name}` : of.name,
      bold: of === last || of.own,
      text,
    }));
    return formats;
  });
  const places = placeNear(
    wanted.map(({ of, name }) => ({
      x: at.x(of.bytes),
      y: at.y(of.value),
      width: textWidth(name, 11),
    })),
    { left: at.left, right: at.right, top: at.top - 8, bottom: at.bottom },
    lines.map(({ points }) =>
      points
        .filter(({ onLine }) => onLine)
        .toSorted((a, b) => a.bytes - b.bytes)
        .map(({ bytes, value }) => [at.x(bytes), at.y(value)] as const),
    ),
  );
  for (const [i, { of, name, bold, text }] of wanted.entries()) {
    const place = places[i];
    if (!place) continue;
    if (place.moved) {
      const [x, y] = [at.x(of.bytes), at.y(of.value)];
      const end = Math.min(Math.max(x, place.x - 2), place.x + textWidth(name, 11) + 2);
      add("path", { d: `M${x} ${y}L${end} ${place.y - 4}`, stroke: "var(--edge)" });
    }
    const style = { "font-size": 11, "font-weight": bold ? 700 : 400, fill: text, ...halo };
    add("text", { x: place.x, y: place.y, ...style }, name);
  }
}

function key({ names: said, lines, frontier: best }: FormatFrontierData, add: Add): void {
  let x = 0;
  if (best.length > 0) {
    add("path", {
      d: "M4 27H22",
      stroke: "var(--mark-band)",
      "stroke-width": 9,
      "stroke-linecap": "round",
    });
    add("text", { x: 32, y: 31, ...small }, said.frontier);
    x = 44 + textWidth(said.frontier, 11);
  }
  if (!lines.some(({ points }) => points.some(({ live }) => live))) return;
  liveMark(x + 6, 27, add);
  add("text", { x: x + 16, y: 31, "font-size": 11 }, said.live);
}
