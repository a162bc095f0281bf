import { scaleSqrt } from "d3-scale";
import type { Lang } from "../i18n/locales.ts";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { type MarkShape, markShape } from "./mark-shape.ts";
import { type QualityAxis, type QualityMeasure, qualityAxis } from "./quality-axis.ts";
import { spread } from "./spread.ts";
import { textWidth } from "./text-width.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

/** What several runs came to at one place. */
export interface SpreadValue {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly each: readonly number[];
}

export interface UptrainingCurve {
  readonly id: "mean" | "first" | "random" | "aligned";
  readonly name: string;
  /** The reader's own choice: in the colour of its variant. */
  readonly own: boolean;
  readonly points: readonly { readonly percent: number; readonly value: SpreadValue }[];
}

export interface UptrainingCurvesData {
  readonly lang: Lang;
  readonly measure: QualityMeasure;
  readonly variant: VariantKey;
  readonly curves: readonly UptrainingCurve[];
  readonly references: readonly {
    readonly name: string;
    readonly variant: VariantKey;
    readonly value: SpreadValue;
  }[];
  /** Found by a run on this device. */
  readonly live: readonly { readonly percent: number; readonly value: number }[];
  readonly names: { readonly seed: string; readonly live: string; readonly empty: string };
  readonly xTicks: readonly number[];
  readonly xAxis: string;
  readonly yAxis: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

interface Place extends QualityAxis {
  readonly x: (percent: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const small = { "font-size": 11, fill: "var(--muted)" };

const looks: Readonly<Record<UptrainingCurve["id"], { dash: string; mark: MarkShape }>> = {
  mean: { dash: "none", mark: "circle" },
  first: { dash: "6 3", mark: "square" },
  random: { dash: "1 4", mark: "diamond" },
  aligned: { dash: "11 4", mark: "triangle" },
};

/** Quality against the share of the source's steps, for each way of pooling; every seed is marked. */
export function uptrainingCurves(
  data: UptrainingCurvesData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  // With room for the key of a run, which moves nothing when it comes.
  const top = narrow ? 76 : 58;
  const bottom = top + (narrow ? 236 : 262);
  const svg = canvas(document, width, bottom + 46);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const values = [
    ...data.curves.flatMap(({ points }) => points.map(({ value }) => value)),
    ...data.references.map(({ value }) => value),
  ].flatMap(({ low, high }) => [low, high]);
  const names = [...data.curves, ...data.references].map(({ name }) => textWidth(name, 11));
  const right = width - Math.max(narrow ? 60 : 90, ...names) - 14;
  const x = scaleSqrt([0, data.xTicks.at(-1) ?? 1], [44, right]);
  const axis = qualityAxis(
    data.measure,
    [...values, ...data.live.map(({ value }) => value)],
    [top, bottom],
    data.lang,
  );
  const at: Place = { ...axis, x: (percent) => x(percent), left: 44, right, top, bottom };
  axes(data, at, narrow, add);
  for (const { variant, value } of data.references) reference(variant, value, at, add);
  // The reader's own lies on top.
  for (const each of [...data.curves].sort((a, b) => Number(a.own) - Number(b.own))) {
    curve(each, data.variant, at, add);
  }
  for (const { percent, value } of data.live) liveMark(at.x(percent), at.y(value), add);
  endNames(data, at, add);
  key(data, narrow, add);
  if (data.curves.length === 0) {
    const lines = data.references.map(({ value }) => at.y(value.mean));
    const y = furthest([top + 24, (top + bottom) / 2, bottom - 16], lines);
    const middle = { x: (at.left + at.right) / 2, y, "text-anchor": "middle" };
    add("text", { ...middle, fill: "var(--muted)", ...halo }, data.names.empty);
  }
  return figure(svg, data.label);
}

/** The one of these heights that all lines are furthest from. */
function furthest(heights: readonly number[], lines: readonly number[]): number {
  const room = (height: number) => Math.min(...lines.map((line) => Math.abs(line - height)));
  return heights.reduce((best, height) => (room(height) > room(best) ? height : best));
}

function axes(data: UptrainingCurvesData, at: Place, narrow: boolean, add: Add): void {
  const grid = at.ticks.map(({ value }) => `M${at.left} ${at.y(value)}H${at.right}`).join("");
  if (grid) add("path", { d: grid, stroke: "var(--rule)" });
  for (const { value, text } of at.ticks) {
    add("text", { x: at.left - 8, y: at.y(value) + 4, "text-anchor": "end", ...small }, text);
  }
  const marks = data.xTicks.map((tick) => `M${at.x(tick)} ${at.bottom}v4`).join("");
  add("path", { d: `M${at.left} ${at.bottom}H${at.right}${marks}`, stroke: "var(--edge)" });
  for (const tick of data.xTicks) {
    const place = { x: at.x(tick), y: at.bottom + 18, "text-anchor": "middle" };
    add("text", { ...place, ...small }, `${tick}${narrow ? "" : "%"}`);
  }
  add("text", { x: 0, y: 12, ...small }, data.yAxis);
  add("text", { x: at.left, y: at.bottom + 36, ...small }, data.xAxis);
}

function reference(variant: VariantKey, { mean }: SpreadValue, at: Place, add: Add): void {
  const d = `M${at.left} ${at.y(mean)}H${at.right}`;
  const { line } = variantStyle[variant];
  add("path", { d, stroke: line, "stroke-dasharray": "2 4", class: "reference" });
}

function curve(of: UptrainingCurve, variant: VariantKey, at: Place, add: Add): void {
  const { dash, mark } = looks[of.id];
  const line = of.own ? variantStyle[variant].line : "var(--edge)";
  const d = of.points.map(({ percent, value }) => `${at.x(percent)} ${at.y(value.mean)}`).join("L");
  const width = of.own ? 2.5 : 1.5;
  const path = { fill: "none", stroke: line, "stroke-width": width, "stroke-dasharray": dash };
  add("path", { d: `M${d}`, ...path, class: `curve ${of.id}` });
  const seeds = of.points.flatMap(({ percent, value }) => {
    const [x, ends] = [at.x(percent), [value.low, value.high].map(at.y)];
    const ticks = value.each.map((each) => `M${x - 4} ${at.y(each)}h8`);
    return value.each.length > 1 ? [...ticks, `M${x} ${ends[0]}V${ends[1]}`] : [];
  });
  if (seeds.length > 0) add("path", { d: seeds.join(""), stroke: line, class: `seeds ${of.id}` });
  const fill = of.own ? line : "var(--paper)";
  for (const { percent, value } of of.points) {
    const shape = markShape(mark, at.x(percent), at.y(value.mean), of.own ? 4 : 3);
    add("path", { d: shape, fill, stroke: line, "stroke-width": 1.5 });
  }
}

function liveMark(x: number, y: number, add: Add): void {
  const style = { fill: "var(--mark)", stroke: "var(--ink)", "stroke-width": 1.5 };
  add("path", { d: markShape("square", x, y, 4.5), ...style, class: "live" });
}

/** Names at the right ends, with a thin lead where one had to move. */
function endNames(data: UptrainingCurvesData, at: Place, add: Add): void {
  const ends = [
    ...data.references.map(({ name, variant, value }) => ({
      ...{ name, bold: false, y: at.y(value.mean) },
      fill: variantStyle[variant].text,
    })),
    ...data.curves.map(({ name, own, points }) => ({
      ...{ name, bold: own, y: at.y(points.at(-1)?.value.mean ?? 1) },
      fill: own ? variantStyle[data.variant].text : "var(--muted)",
    })),
  ];
  const places = spread(
    ends.map(({ y }) => y),
    14,
    at.bottom + 4,
  );
  for (const [i, { name, bold, fill, y }] of ends.entries()) {
    const place = places[i] ?? y;
    add("path", { d: `M${at.right + 2} ${y}L${at.right + 9} ${place}`, stroke: "var(--rule)" });
    const words = { "font-size": 11, "font-weight": bold ? 700 : 400, fill, ...halo };
    add("text", { x: at.right + 12, y: place + 4, ...words }, name);
  }
}

function key({ names, live, curves }: UptrainingCurvesData, narrow: boolean, add: Add): void {
  const several = curves.some(({ points }) => points.some(({ value }) => value.each.length > 1));
  if (several) {
    add("path", { d: "M2 30h8M2 36h8M6 30V36", stroke: "var(--edge)" });
    add("text", { x: 16, y: 37, ...small }, names.seed);
  }
  if (live.length === 0) return;
  const [x, y] = narrow || !several ? [0, several ? 55 : 37] : [40 + textWidth(names.seed, 11), 37];
  liveMark(x + 6, y - 4, add);
  add("text", { x: x + 16, y, "font-size": 11 }, names.live);
}
