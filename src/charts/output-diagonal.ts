import type { ChartContext } from "./chart.ts";
import { diagonalAxes } from "./diagonal-axes.ts";
import { canvas, figure, node } from "./figure.ts";
import { markShape } from "./mark-shape.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

export interface OutputSeries {
  readonly variant: VariantKey;
  readonly name: string;
  /** How far it is off at most, as it is to be read. */
  readonly note: string;
  /** What it should be, and what came out. */
  readonly points: readonly (readonly [expected: number, output: number])[];
}

export interface OutputDiagonalData {
  readonly series: readonly OutputSeries[];
  readonly xAxis: string;
  readonly yAxis: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const small = { "font-size": 11, fill: "var(--muted)" };
const markSize = 4;

/** Outputs against what they should be: all that is right lies on the diagonal. */
export function outputDiagonal(
  { series, xAxis, yAxis, label }: OutputDiagonalData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const side = narrow ? 260 : 250;
  const [left, top] = [38, 26];
  const keyTop = top + side + 58;
  const svg = canvas(document, width, narrow ? keyTop + series.length * 40 : top + side + 44);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const values = series.flatMap(({ points }) => points.flat());
  const at = diagonalAxes(values, { left, top, side }, xAxis, add);
  add("text", { x: 0, y: 12, ...small }, yAxis);
  for (const of of series) marks(of, at, add);
  for (const [i, { variant, name, note }] of series.entries()) {
    const place = narrow
      ? { x: 8, y: keyTop + i * 40 }
      : { x: left + side + 34, y: top + 40 + i * 52 };
    const { dot, line, text: fill } = variantStyle[variant];
    const mark = { fill: "none", stroke: line, "stroke-width": 2, class: "key" };
    add("path", { d: markShape(dot, place.x, place.y - 4, 5), ...mark });
    const text = { x: place.x + 14, fill };
    add("text", { ...text, y: place.y, "font-weight": 700 }, name);
    add("text", { x: place.x + 14, y: place.y + 16, ...small }, note);
  }
  return figure(svg, label);
}

/** One path for all marks of a series. */
function marks(
  { variant, points }: OutputSeries,
  at: ReturnType<typeof diagonalAxes>,
  add: Add,
): void {
  const { dot, line } = variantStyle[variant];
  const d = points
    .map(([expected, output]) => markShape(dot, at.x(expected), at.y(output), markSize))
    .join("");
  add("path", { d, fill: "none", stroke: line, "stroke-width": 1.5, class: `outputs-${variant}` });
}
