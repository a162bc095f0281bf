import { axisX, axisY, dot, gridY, lineY, plot, rectX, ruleY, text } from "@observablehq/plot";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { spread } from "./spread.ts";
import { textWidth } from "./text-width.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

export interface Curve {
  readonly variant: VariantKey;
  readonly name: string;
  /** Requests that fit, not yet floored: the line is straight where the law is. */
  readonly points: readonly { readonly context: number; readonly requests: number }[];
  /** The same at the cursor, and as it is to be read. */
  readonly here: { readonly requests: number; readonly text: string };
}

export interface ConcurrencyCurveData {
  readonly curves: readonly Curve[];
  readonly context: number;
  /** First and last context of the axis, in tokens. */
  readonly contexts: readonly [number, number];
  readonly xAxis: string;
  readonly yAxis: string;
  /** Stands in the middle when no curve reaches one request. */
  readonly empty: string;
  readonly label: string;
}

const height = { wide: 400, narrow: 300 } as const;

/** Requests that fit against context, both axes logarithmic, with a cursor at the reader's context. */
export function concurrencyCurve(
  data: ConcurrencyCurveData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const shown = data.curves.filter((curve) => curve.points.some((p) => p.requests >= 1));
  const most = Math.max(10, ...shown.flatMap((curve) => curve.points.map((p) => p.requests)));
  const longestTick = grouped(decades(most).at(-1) ?? 1).length;
  const size = {
    width,
    height: narrow ? height.narrow : height.wide,
    marginTop: 46,
    marginBottom: 44,
    marginLeft: Math.max(narrow ? 44 : 52, longestTick * 6.4 + 12),
    marginRight: narrow ? 58 : 92,
  };
  if (shown.length === 0) return emptyCurve(data, document, size);
  const y = (requests: number) =>
    size.height -
    size.marginBottom -
    (Math.log(requests) / Math.log(most)) * (size.height - size.marginTop - size.marginBottom);
  const cursor = shown.filter((curve) => curve.here.requests >= 1);
  const valueY = spread(
    cursor.map((curve) => y(curve.here.requests)),
    17,
    y(1) - 12,
  );
  const ends = shown.map((curve) => lineEnd(curve.points, data.contexts[1]));
  // A line that falls to one request is named below itself; the others at the right edge, apart.
  const endY = spread(
    ends.map((end) => y(end.requests)),
    14,
    y(1) - 4,
  );
  const valueSize = narrow ? 13 : 15;
  // Near the right edge the values stand left of the cursor: right of it are the lines' names.
  const [first, last] = data.contexts;
  const late = Math.log(data.context / first) / Math.log(last / first) > 0.7;
  const fromLeft = (context: number) =>
    (Math.log(context / first) / Math.log(last / first)) *
    (size.width - size.marginLeft - size.marginRight);
  /** Left of the line's end, where the line is above it; right of it when there is no room. */
  const below = (end: { readonly context: number } | undefined) =>
    fromLeft(end?.context ?? first) > 84
      ? { dx: -32, anchor: "end" as const }
      : { dx: 8, anchor: "start" as const };
  /** Below and left of a point so near under another that right of it is that one's value. */
  const aside = (i: number): boolean => {
    const [curve, own] = [cursor[i], valueY[i]];
    if (!curve || own === undefined || late) return false;
    const moved = own - y(curve.here.requests) > 0.5;
    return moved && fromLeft(data.context) > textWidth(curve.here.text, valueSize) + 12;
  };
  const svg = plot({
    document,
    className: "plot",
    ...size,
    style: { background: "none", fontFamily: "inherit", fontSize: "11px", overflow: "visible" },
    x: { type: "log", base: 2, domain: [...data.contexts] },
    y: { type: "log", domain: [1, most], clamp: true },
    color: { type: "identity" },
    marks: [
      gridY({ ticks: decades(most), stroke: "var(--rule)", strokeOpacity: 1 }),
      rectX([data.context], {
        x1: data.context / 2 ** 0.18,
        x2: data.context * 2 ** 0.18,
        fill: "var(--mark-band)",
      }),
      ruleY([1], { stroke: "var(--edge)" }),
      axisX({
        ticks: contextTicks(data, narrow),
        tickSize: 4,
        tickFormat: grouped,
        fill: "var(--muted)",
        stroke: "var(--edge)",
        label: data.xAxis,
        labelAnchor: "right",
        labelArrow: "none",
        labelOffset: 40,
      }),
      text([data.context], {
        x: (context: number) => context,
        text: grouped,
        frameAnchor: "top",
        dy: -8,
        fontWeight: 700,
        fill: "var(--ink)",
      }),
      axisY({
        ticks: decades(most),
        tickSize: 0,
        tickFormat: grouped,
        fill: "var(--muted)",
        label: data.yAxis,
        labelArrow: "none",
        labelAnchor: "top",
      }),
      ...shown.map((curve) => {
        const style = variantStyle[curve.variant];
        return lineY(drawn(curve.points), {
          x: "context",
          y: "requests",
          stroke: style.line,
          strokeWidth: 2,
          strokeDasharray: style.dash,
        });
      }),
      ...shown.map((curve, i) => {
        const end = ends[i];
        const place = fallen(end, last) ? below(end) : { dx: 7, anchor: "start" as const };
        // Beside a late cursor the value says the name too.
        if (late && fallen(end, last) && cursor.includes(curve)) return null;
        return text([end], {
          x: "context",
          y: "requests",
          text: () => curve.name,
          dx: place.dx,
          dy: fallen(end, last) ? -8 : (endY[i] ?? 0) - y(end?.requests ?? 1),
          textAnchor: place.anchor,
          fontSize: 12,
          fontWeight: 700,
          fill: variantStyle[curve.variant].text,
          stroke: "var(--paper)",
          strokeWidth: 4,
        });
      }),
      ...cursor.map((curve) => {
        const style = variantStyle[curve.variant];
        return dot([curve.here], {
          x: () => data.context,
          y: "requests",
          symbol: style.dot,
          r: 5,
          fill: style.open ? "var(--paper)" : style.line,
          stroke: style.open ? style.line : "var(--paper)",
          strokeWidth: style.open ? 2 : 1.5,
        });
      }),
      ...cursor.map((curve, i) =>
        text([curve.here], {
          x: () => data.context,
          y: "requests",
          text: ({ text: value }: Curve["here"]) =>
            late && fallen(ends[shown.indexOf(curve)], last) ? `${curve.name}: ${value}` : value,
          dx: late || aside(i) ? -12 : 12,
          dy: aside(i)
            ? 8
            : Math.max((valueY[i] ?? 0) + (late ? 6 : -6), size.marginTop + 6) -
              y(curve.here.requests),
          textAnchor: late || aside(i) ? "end" : "start",
          fontSize: valueSize,
          fontWeight: 700,
          fill: variantStyle[curve.variant].text,
          stroke: "var(--paper)",
          strokeWidth: 4,
        }),
      ),
    ],
  }) as SVGSVGElement;
  // Where the axis lies, for whoever lets the reader drag the cursor.
  svg.dataset.axis = [size.marginLeft, width - size.marginRight, ...data.contexts].join(" ");
  return figure(svg, data.label);
}

const grouped = (value: number): string => value.toLocaleString("en-US");

/** The part of a line at or above one request, ending exactly there. */
function drawn(points: Curve["points"]): Curve["points"] {
  const above = points.filter((point) => point.requests >= 1);
  const [last, next] = [above.at(-1), points[above.length]];
  if (!last || !next || next.requests <= 0) return above;
  return [...above, crossing(last, next)];
}

/** Where a line falls to one request, between two points of a log-log chart. */
function crossing(a: Curve["points"][number], b: Curve["points"][number]) {
  const part = Math.log(a.requests) / (Math.log(a.requests) - Math.log(b.requests));
  return { context: a.context * (b.context / a.context) ** part, requests: 1 };
}

function lineEnd(points: Curve["points"], last: number) {
  return drawn(points).at(-1) ?? { context: last, requests: 1 };
}

const decades = (most: number): number[] =>
  Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, power) => 10 ** power);

/** Whether a line reaches one request before the chart ends. */
const fallen = (end: { readonly context: number } | undefined, last: number): boolean =>
  end !== undefined && end.context < last;

/** Every fourth power of two, every 32nd on a narrow drawing. */
function contextTicks({ contexts }: ConcurrencyCurveData, narrow: boolean): number[] {
  const [first, last] = contexts.map(Math.log2) as [number, number];
  const every = narrow ? 5 : 2;
  const powers = Array.from({ length: last - first + 1 }, (_, i) => last - i);
  return powers.filter((power) => (last - power) % every === 0).map((power) => 2 ** power);
}

/** The same room, with one line of text instead of axes that measure nothing. */
function emptyCurve(
  { empty, label }: ConcurrencyCurveData,
  document: Document,
  { width, height: tall }: { width: number; height: number },
): SVGSVGElement {
  const svg = canvas(document, width, tall);
  const middle = { x: width / 2, y: tall / 2, "text-anchor": "middle", "font-size": 15 };
  svg.append(node(document, "text", { ...middle, "font-weight": 700 }, empty));
  return figure(svg, label);
}
