import type { ChartContext } from "./chart.ts";
import { decades } from "./decades.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { type LogPlace, logAxes, logPlace } from "./log-axes.ts";
import { markShape } from "./mark-shape.ts";
import { spread } from "./spread.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

export interface CacheLine {
  readonly variant: VariantKey;
  readonly name: string;
  /** Read of one request's cache in a step: all of them are this times the batch. */
  readonly requestBytes: number;
  /** Where its line crosses that of the weights, if on the axis; the batch as it is to be read. */
  readonly crossing: {
    readonly batch: number;
    readonly bytes: number;
    readonly text: string;
  } | null;
}

export interface StepGrowthData {
  readonly weights: {
    readonly name: string;
    readonly points: readonly { readonly batch: number; readonly bytes: number }[];
  };
  readonly caches: readonly CacheLine[];
  readonly batch: number;
  readonly batches: readonly [first: number, last: number];
  readonly bytesPerUnit: number;
  readonly xAxis: string;
  readonly yAxis: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** What a step reads against the batch, weights and caches apart; both axes logarithmic. */
export function stepGrowth(data: StepGrowthData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  const height = narrow ? 310 : 360;
  const svg = canvas(document, width, height);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const yDomain = bytesDomain(data);
  const ticks = ticksOf(data, yDomain, narrow);
  const at = logPlace({
    xDomain: data.batches,
    yDomain,
    left: Math.max(...ticks.y.map(({ text }) => text.length)) * 6.5 + 12,
    right: width - (narrow ? 78 : 100),
    top: 44,
    bottom: height - 46,
  });
  cursor(data, at, add);
  logAxes(at, ticks, { x: data.xAxis, y: data.yAxis }, add);
  lines(data, at, add);
  names(data, at, add);
  crossings(data.caches, at, add);
  return figure(svg, data.label);
}

function bytesDomain({ weights, caches, batches }: StepGrowthData): readonly [number, number] {
  const [first, last] = batches;
  const ends = [
    ...weights.points.map((point) => point.bytes),
    ...caches.flatMap(({ requestBytes }) => [first * requestBytes, last * requestBytes]),
  ];
  return [Math.min(...ends) / 1.3, Math.max(...ends) * 1.3];
}

function ticksOf(
  { batches, bytesPerUnit }: StepGrowthData,
  [least, most]: readonly [number, number],
  narrow: boolean,
) {
  const powers = Array.from({ length: Math.log2(batches[1]) + 1 }, (_, power) => power);
  const grouped = (value: number) => value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
  return {
    x: powers
      .filter((power) => power % (narrow ? 5 : 2) === 0)
      .map((power) => ({ value: 2 ** power, text: (2 ** power).toLocaleString("en-US") })),
    y: decades([least / bytesPerUnit, most / bytesPerUnit]).map((value) => ({
      value: value * bytesPerUnit,
      text: grouped(value),
    })),
  };
}

/** The reader's batch: a band, and the number above it. */
function cursor({ batch }: StepGrowthData, at: LogPlace, add: Add): void {
  const [from, to] = [batch / 2 ** 0.18, batch * 2 ** 0.18].map((edge) =>
    Math.min(Math.max(at.x(edge), at.left), at.right),
  ) as [number, number];
  const band = { x: from, y: at.top - 4, width: to - from, height: at.bottom - at.top + 4 };
  add("rect", { ...band, fill: "var(--mark-band)" });
  const named = { x: (from + to) / 2, y: at.top - 10, "text-anchor": "middle" };
  add("text", { ...named, "font-weight": 700 }, batch.toLocaleString("en-US"));
}

function lines({ weights, caches, batches }: StepGrowthData, at: LogPlace, add: Add): void {
  const [first, last] = batches;
  const d = weights.points.map(({ batch, bytes }) => `${at.x(batch)} ${at.y(bytes)}`).join("L");
  add("path", { d: `M${d}`, fill: "none", stroke: "var(--weights)", "stroke-width": 4 });
  for (const { variant, requestBytes } of caches) {
    const { line, dash } = variantStyle[variant];
    const [from, to] = [at.y(first * requestBytes), at.y(last * requestBytes)];
    add("path", {
      d: `M${at.left} ${from}L${at.right} ${to}`,
      fill: "none",
      stroke: line,
      "stroke-width": 2,
      "stroke-dasharray": dash,
    });
  }
}

/** Names at the right ends of the lines. */
function names({ weights, caches, batches }: StepGrowthData, at: LogPlace, add: Add): void {
  const said = [
    {
      name: weights.name,
      y: at.y(weights.points.at(-1)?.bytes ?? 1),
      fill: "var(--weights-text)",
    },
    ...caches.map(({ variant, name, requestBytes }) => ({
      name,
      y: at.y(batches[1] * requestBytes),
      fill: variantStyle[variant].text,
    })),
  ];
  const places = spread(
    said.map(({ y }) => y),
    15,
    at.bottom - 4,
  );
  for (const [i, { name, fill, y }] of said.entries()) {
    const label = { x: at.right + 7, y: (places[i] ?? y) + 4, "font-weight": 700 };
    add("text", { ...label, "font-size": 11, fill }, name);
  }
}

/** From here on there is more cache to read than weights. */
function crossings(caches: readonly CacheLine[], at: LogPlace, add: Add): void {
  const found = caches.flatMap(({ variant, crossing }) =>
    crossing ? [{ variant, crossing }] : [],
  );
  for (const { variant, crossing } of found) {
    const { line, text } = variantStyle[variant];
    const [x, y] = [at.x(crossing.batch), at.y(crossing.bytes)];
    const ring = { fill: "var(--paper)", stroke: line, "stroke-width": 2 };
    add("path", { d: markShape("circle", x, y, 5.5), ...ring });
    const label = { x: x - 7, y: y - 10, "text-anchor": "end", "font-weight": 700 };
    add("text", { ...label, ...halo, "font-size": 13, fill: text }, crossing.text);
  }
}
