import { scaleLog } from "d3-scale";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";

export interface PromiseStrip {
  readonly name: string;
  /** How far it holds, in words; stands at the right end. */
  readonly holds: string;
  /** Share of the requests for which the promise was kept, by rate, rising. */
  readonly points: readonly { readonly rate: number; readonly share: number }[];
  /** Stands in the strip while there are no points. */
  readonly empty: string;
  /** The highest rate at which it holds; `null` where it never does, or nothing is known. */
  readonly upTo: number | null;
  readonly own: boolean;
}

export interface PromiseStripsData {
  readonly strips: readonly PromiseStrip[];
  /** Lowest and highest rate of the axis, in requests a second. */
  readonly rates: readonly [number, number];
  /** The share at which a promise counts as kept. */
  readonly line: number;
  readonly names: { readonly axis: string; readonly line: string };
  readonly label: string;
}

const head = 22;
const strip = 44;
const gap = 16;
const axisHeight = 40;
const small = { "font-size": 11, fill: "var(--muted)" };

/** For how many requests a promise is kept, against load: a strip for each way of serving. */
export function promiseStrips(
  data: PromiseStripsData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const top = 20;
  const bottom = top + data.strips.length * (head + strip + gap);
  const svg = canvas(document, width, bottom + axisHeight);
  const x = scaleLog([...data.rates], [0, width - 1]);
  const add = (name: string, attributes: Record<string, string | number>, text = "") =>
    svg.append(node(document, name, attributes, text));
  add("text", { x: 0, y: 11, ...small }, data.names.line);
  for (const [i, { name, holds, points, empty, upTo, own }] of data.strips.entries()) {
    const y = top + i * (head + strip + gap);
    const floor = y + head + strip;
    const at = (share: number) => floor - share * strip;
    add("text", { x: 0, y: y + 15, "font-weight": 700 }, name);
    const end = { x: width - 1, y: y + 15, "text-anchor": "end" };
    add("text", { ...end, ...(own ? { "font-weight": 700 } : {}) }, holds);
    add("path", { d: `M0 ${floor}H${width}`, stroke: "var(--edge)" });
    if (points.length === 0) {
      add("text", { x: 0, y: floor - strip / 2 + 4, ...small }, empty);
      continue;
    }
    const line = points.map(({ rate, share }) => `${px(x(rate))} ${px(at(share))}`).join("L");
    const first = px(x(points[0]?.rate ?? 1));
    const last = px(x(points.at(-1)?.rate ?? 1));
    add("path", {
      ...{ d: `M${first} ${floor}L${line}L${last} ${floor}z`, fill: "var(--kv)" },
      "fill-opacity": own ? 0.5 : 0.22,
    });
    add("path", { d: `M${line}`, fill: "none", stroke: "var(--kv)", "stroke-width": 1.5 });
    const promised = px(at(data.line));
    add("path", {
      ...{ d: `M0 ${promised}H${width}`, stroke: "var(--edge)", "stroke-dasharray": "2 3" },
    });
    if (upTo === null) continue;
    const mark = px(x(upTo));
    add("path", {
      d: `M${mark} ${floor + 3}V${y + head - 2}`,
      stroke: "var(--ink)",
      "stroke-width": 2,
    });
  }
  add("path", { d: `M0 ${bottom}H${width}`, stroke: "var(--edge)" });
  for (const rate of octaves(data.rates, width < 500 ? 2 : 1)) {
    const anchor = x(rate) < 16 ? "start" : x(rate) > width - 17 ? "end" : "middle";
    add("path", { d: `M${px(x(rate))} ${bottom}v4`, stroke: "var(--edge)" });
    add("text", { x: px(x(rate)), y: bottom + 16, "text-anchor": anchor, ...small }, said(rate));
  }
  add("text", { x: width - 1, y: bottom + 34, "text-anchor": "end", ...small }, data.names.axis);
  return figure(svg, data.label);
}

/** Powers of two inside the range, every so many. */
function octaves([from, to]: readonly [number, number], every: number): readonly number[] {
  const count = Math.floor(Math.log2(to / from) / every + 1e-9) + 1;
  return Array.from({ length: count }, (_, i) => from * 2 ** (i * every));
}

const said = (rate: number): string => (rate < 1 ? `1/${1 / rate}` : String(rate));
const px = (value: number): number => Math.round(value * 100) / 100;
