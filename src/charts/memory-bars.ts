import { scaleLinear } from "d3-scale";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

export interface MemoryRow {
  readonly variant: VariantKey;
  readonly name: string;
  readonly requests: number;
  readonly requestBytes: number;
  /** The number of requests, as it is to be read where they are too fine to be cut. */
  readonly count: string;
  readonly own: boolean;
}

export interface MemoryBarsData {
  readonly totalBytes: number;
  readonly weightBytes: number;
  readonly reserveBytes: number;
  readonly rows: readonly MemoryRow[];
  readonly bytesPerUnit: number;
  readonly names: {
    readonly weights: string;
    readonly reserve: string;
    readonly cache: string;
    /** What stands at the end of the memory when the weights reach past it. */
    readonly end: string;
    readonly axis: string;
  };
  readonly label: string;
}

type Scale = (bytes: number) => number;

const barHeight = 24;
const rowGap = 8;
/** Two lines of names above the bars: neighbours would touch on one. */
const headHeight = 38;
const axisHeight = 36;
/** Right of the bars, for half of the last tick's number. */
const tickRoom = 24;
/** Of 11 px type, Hangul and Latin mixed: an upper bound. */
const letterWidth = 8;
/** Requests narrower than this are drawn as one block with their number on it. */
const narrowestCut = 3;

/** What fills the memory: weights, reserve, one cut for each request, and what stays free. */
export function memoryBars(data: MemoryBarsData, { document, width }: ChartContext): SVGSVGElement {
  const left = width < 500 ? 64 : 80;
  const bottom = headHeight + data.rows.length * (barHeight + rowGap);
  const svg = canvas(document, width, bottom + axisHeight);
  const needed = data.weightBytes + data.reserveBytes;
  const scale = scaleLinear([0, Math.max(data.totalBytes, needed)], [left, width - tickRoom]);
  const add = (name: string, attributes: Record<string, string | number>, text = "") =>
    svg.append(node(document, name, attributes, text));
  const hatch = `hatch-${width}`;
  svg.append(hatching(document, hatch));
  heads(data, scale, width, add);
  for (const [i, row] of data.rows.entries()) {
    const y = headHeight + i * (barHeight + rowGap);
    bar({ data, row, y, left, hatch, x: scale }, add);
  }
  add("path", { d: `M${left} ${bottom}H${width - tickRoom}`, stroke: "var(--edge)" });
  for (const bytes of unitTicks(
    Math.max(data.totalBytes, needed),
    data.bytesPerUnit,
    width < 500 ? 3 : 6,
  )) {
    const x = scale(bytes).toFixed(2);
    const value = (bytes / data.bytesPerUnit).toLocaleString("en-US");
    add("path", { d: `M${x} ${bottom}v4`, stroke: "var(--edge)" });
    add(
      "text",
      { x, y: bottom + 16, "text-anchor": "middle", "font-size": 11, fill: "var(--muted)" },
      value,
    );
  }
  add(
    "text",
    { x: width - 1, y: bottom + 32, "text-anchor": "end", "font-size": 11, fill: "var(--muted)" },
    data.names.axis,
  );
  if (needed > data.totalBytes) {
    const at = scale(data.totalBytes);
    add("path", {
      d: `M${at} ${headHeight - 6}V${bottom}`,
      stroke: "var(--ink)",
      "stroke-width": 2,
    });
  }
  return figure(svg, data.label);
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** Round multiples of the unit, about `count` of them. */
function unitTicks(most: number, bytesPerUnit: number, count: number): number[] {
  return scaleLinear([0, most / bytesPerUnit], [0, 1])
    .ticks(count)
    .filter((value) => value * bytesPerUnit <= most)
    .map((value) => value * bytesPerUnit);
}

/** Names over the parts: the outer two on one line, what lies between them on the next. */
function heads(data: MemoryBarsData, x: Scale, width: number, add: Add): void {
  const { names, weightBytes, totalBytes } = data;
  const needed = weightBytes + data.reserveBytes;
  const text = (at: number, y: number, anchor: string, fill: string, said: string, weight = 400) =>
    add(
      "text",
      { x: at, y, "text-anchor": anchor, "font-size": 11, fill, "font-weight": weight },
      said,
    );
  if (needed > totalBytes) {
    text(x(0), 12, "start", "var(--weights-text)", `${names.weights} + ${names.reserve}`);
    const at = x(totalBytes);
    const fits = at + names.end.length * letterWidth < width;
    text(at, 28, fits ? "start" : "end", "var(--waste-text)", names.end, 700);
    return;
  }
  text(x(0), 12, "start", "var(--weights-text)", names.weights);
  text(x(totalBytes), 12, "end", "var(--kv-text)", names.cache);
  const middle = (x(weightBytes) + x(needed)) / 2;
  text(
    Math.min(Math.max(middle, x(0) + 34), width - 36),
    28,
    "middle",
    "var(--ink)",
    names.reserve,
  );
}

interface Bar {
  readonly data: MemoryBarsData;
  readonly row: MemoryRow;
  readonly y: number;
  readonly left: number;
  readonly hatch: string;
  readonly x: Scale;
}

function bar({ data, row, y, left, hatch, x }: Bar, add: Add): void {
  const { totalBytes, weightBytes } = data;
  const needed = weightBytes + data.reserveBytes;
  const box = (from: number, to: number) => ({
    x: x(from),
    y,
    width: Math.max(0, x(to) - x(from)),
    height: barHeight,
  });
  const middle = y + barHeight / 2 + 4;
  const name = { x: left - 8, y: middle, "text-anchor": "end", "font-weight": row.own ? 700 : 400 };
  add("text", { ...name, fill: variantStyle[row.variant].text }, row.name);
  add("rect", { ...box(0, weightBytes), fill: "var(--weights)" });
  add("rect", { ...box(weightBytes, needed), fill: "var(--figure)", stroke: "var(--weights)" });
  if (needed > totalBytes) {
    add("rect", { ...box(totalBytes, needed), fill: `url(#${hatch})`, stroke: "var(--waste)" });
    return;
  }
  const filled = needed + row.requests * row.requestBytes;
  add("rect", { ...box(needed, filled), fill: "var(--kv)" });
  const fine = x(needed + row.requestBytes) - x(needed) < narrowestCut;
  if (fine && x(filled) - x(needed) > row.count.length * 7 + 8) {
    const at = { x: (x(needed) + x(filled)) / 2, y: middle, "text-anchor": "middle" };
    add("text", { ...at, "font-size": 11, fill: "var(--paper)" }, row.count);
  }
  if (!fine && row.requests > 1) {
    // One path for all cuts: an element each would be most of the picture.
    const cuts = Array.from({ length: row.requests - 1 }, (_, i) =>
      x(needed + (i + 1) * row.requestBytes).toFixed(2),
    );
    const d = cuts.map((at) => `M${at} ${y}v${barHeight}`).join("");
    add("path", { d, stroke: "var(--paper)", "stroke-width": 1 });
  }
  const free = { fill: "none", stroke: "var(--edge)", "stroke-dasharray": "2 2" };
  add("rect", { ...box(filled, totalBytes), ...free });
}

function hatching(document: Document, id: string): SVGElement {
  const tile = { id, width: 5, height: 5, patternUnits: "userSpaceOnUse" };
  const line = node(document, "path", { d: "M0 0V5", stroke: "var(--waste)", "stroke-width": 2.6 });
  const turned = { ...tile, patternTransform: "rotate(45)" };
  return node(document, "defs", {}, node(document, "pattern", turned, line));
}
