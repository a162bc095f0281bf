import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { type LogPlace, logAxes, logPlace, type Tick } from "./log-axes.ts";
import { markShape } from "./mark-shape.ts";
import { spread } from "./spread.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
  /** Quartiles, where it was measured. */
  readonly spread?: readonly [low: number, high: number];
}

export interface Curve {
  readonly name: string;
  readonly variant: VariantKey;
  /** Drawn thin and hollow beside its twin. */
  readonly second: boolean;
  readonly points: readonly CurvePoint[];
  /** Whether points are marked: they were measured, and are not a formula's. */
  readonly marked: boolean;
}

export interface CurvePanel {
  readonly title: string;
  readonly yTicks: readonly Tick[];
  readonly curves: readonly Curve[];
  /** Said in place of curves that are not there yet. */
  readonly empty: string;
}

export interface RowCurvesData {
  readonly panels: readonly CurvePanel[];
  readonly xTicks: readonly Tick[];
  readonly xTitle: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** Curves over the context length, one panel above the other, all axes logarithmic. */
export function rowCurves(data: RowCurvesData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  const panelHeight = narrow ? 228 : 258;
  const svg = canvas(document, width, data.panels.length * panelHeight);
  const xs = data.xTicks.map(({ value }) => value);
  for (const [i, panel] of data.panels.entries()) {
    const group = node(document, "g", { transform: `translate(0 ${i * panelHeight})` });
    svg.append(group);
    const add: Add = (name, attributes, text = "") =>
      group.append(node(document, name, attributes, text));
    const ys = panel.curves.flatMap(({ points }) =>
      points.flatMap(({ y, spread: ends }) => [y, ...(ends ?? [])]),
    );
    const at = logPlace({
      xDomain: [Math.min(...xs) / 1.1, Math.max(...xs) * 1.1],
      yDomain: ys.length > 0 ? [Math.min(...ys) / 1.4, Math.max(...ys) * 1.4] : [1, 10],
      left: Math.max(30, ...panel.yTicks.map(({ text }) => text.length * 6.3)) + 8,
      right: width - (narrow ? 92 : 130),
      top: 26,
      bottom: panelHeight - 56,
    });
    const inside = panel.yTicks.filter(({ value }) => {
      const y = at.y(value);
      return ys.length > 0 && y >= at.top - 1 && y <= at.bottom + 1;
    });
    logAxes(at, { x: data.xTicks, y: inside }, { x: data.xTitle, y: panel.title }, add);
    for (const curve of panel.curves) draw(curve, at, add);
    names(panel.curves, at, add);
    if (panel.curves.length === 0) {
      const middle = { x: (at.left + at.right) / 2, y: (at.top + at.bottom) / 2 };
      add("text", { ...middle, "text-anchor": "middle", fill: "var(--muted)" }, panel.empty);
    }
  }
  return figure(svg, data.label);
}

function draw({ variant, points, second, marked }: Curve, at: LogPlace, add: Add): void {
  const { line, dash, dot, open } = variantStyle[variant];
  const d = points.map(({ x, y }) => `${at.x(x)} ${at.y(y)}`).join("L");
  const stroke = { fill: "none", stroke: line, "stroke-width": second ? 1.2 : 2 };
  add("path", { d: `M${d}`, ...stroke, "stroke-dasharray": second ? "1 4" : dash });
  if (!marked) return;
  for (const { x, y, spread: ends } of points) {
    if (ends) add("path", { d: `M${at.x(x)} ${at.y(ends[0])}V${at.y(ends[1])}`, ...stroke });
    const hollow = open || second;
    add("path", {
      d: markShape(dot, at.x(x), at.y(y), second ? 3 : 4),
      fill: hollow ? "var(--paper)" : line,
      stroke: line,
      "stroke-width": 1.5,
    });
  }
}

/** Names at the right ends of the curves. */
function names(curves: readonly Curve[], at: LogPlace, add: Add): void {
  const ends = curves.map(({ points }) => at.y(points.at(-1)?.y ?? 1));
  const places = spread(ends, 14, at.bottom);
  for (const [i, { name, variant, second }] of curves.entries()) {
    const place = { x: at.right + 7, y: (places[i] ?? 0) + 4, ...halo };
    const words = { "font-size": 11, "font-weight": second ? 400 : 700 };
    add("text", { ...place, ...words, fill: variantStyle[variant].text }, name);
  }
}
