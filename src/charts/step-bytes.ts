import { scaleLinear } from "d3-scale";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { linePieces, type TextLine } from "./line-pieces.ts";
import { textWidth } from "./text-width.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

export interface StepRow {
  readonly variant: VariantKey;
  readonly name: string;
  readonly weightBytes: number;
  readonly kvBytes: number;
  /** Both together, the time of the step and the part that is KV, as they are to be read. */
  readonly total: string;
  readonly time: string;
  readonly kv: string;
  /** Said of a row that the memory could not hold. */
  readonly unheld: string | null;
  readonly own: boolean;
}

export interface StepBytesData {
  readonly rows: readonly StepRow[];
  readonly memoryBytes: number;
  readonly bytesPerUnit: number;
  readonly names: {
    readonly weights: string;
    readonly memory: string;
    /** Said instead where the memory ends right of the picture. */
    readonly memoryBeyond: string;
    readonly axis: string;
  };
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const barHeight = 22;
const lineHeight = 15;
const rowGap = 12;
const headHeight = 40;
const axisHeight = 36;
/** Memory further than this times the longest bar is only named: the bars would be slivers. */
const furthestMemory = 2;

/** What a decode step reads: weights once and every request's cache, a bar for each variant. */
export function stepBytes(data: StepBytesData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  const left = narrow ? 62 : 80;
  const right = width - (narrow ? 76 : 140);
  const longest = Math.max(...data.rows.map((row) => row.weightBytes + row.kvBytes));
  const near = data.memoryBytes <= furthestMemory * longest;
  const most = near ? Math.max(longest, data.memoryBytes) : longest;
  const x = scaleLinear([0, most], [left, right]);
  const tops: number[] = [];
  let bottom = headHeight;
  for (const row of data.rows) {
    tops.push(bottom);
    bottom += barHeight + lineHeight * (narrow && row.unheld ? 2 : 1) + rowGap;
  }
  const svg = canvas(document, width, bottom + axisHeight);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const hatch = `step-hatch-${width}`;
  svg.append(hatching(document, hatch));
  const places = data.rows.map((row, i) => ({ row, y: tops[i] ?? 0 }));
  for (const { row, y } of places) bar(row, { x, y }, near ? data.memoryBytes : null, hatch, add);
  add("text", { x: left, y: 12, fill: "var(--weights-text)", "font-size": 11 }, data.names.weights);
  const labels = places.flatMap(({ row, y }) => said(row, { x, y, left, width, narrow }, add));
  memory(data, { at: near ? x(data.memoryBytes) : null, width, bottom, labels }, add);
  axis(data, { x, most, bottom, left, right, width, narrow }, add);
  return figure(svg, data.label);
}

interface BarPlace {
  readonly x: (bytes: number) => number;
  readonly y: number;
}

/** Weights and caches, hatched where they lie beyond a memory that cannot hold them. */
function bar(
  { variant, weightBytes, kvBytes, unheld }: StepRow,
  { x, y }: BarPlace,
  memoryBytes: number | null,
  hatch: string,
  add: Add,
): void {
  const total = weightBytes + kvBytes;
  const part = (from: number, to: number, fill: string) =>
    add("rect", { x: x(from), y, width: x(to) - x(from), height: barHeight, fill });
  part(0, weightBytes, "var(--weights)");
  part(weightBytes, total, variantStyle[variant].line);
  if (unheld && memoryBytes !== null && total > memoryBytes) {
    part(memoryBytes, total, `url(#${hatch})`);
  }
}

interface TextPlace extends BarPlace {
  readonly left: number;
  readonly width: number;
  readonly narrow: boolean;
}

/**
 * The row's name, what it reads and how long that takes, and the part that is KV; returns the lines
 * that stand among the bars.
 */
function said(
  row: StepRow,
  { x, y, left, width, narrow }: TextPlace,
  add: Add,
): readonly TextLine[] {
  const { text } = variantStyle[row.variant];
  const weight = { "font-weight": row.own ? 700 : 400 };
  const [cut, end] = [x(row.weightBytes), x(row.weightBytes + row.kvBytes)];
  const name = { x: left - 8, y: y + 16, "text-anchor": "end", fill: text };
  add("text", { ...name, ...weight }, row.name);
  const lines: TextLine[] = [];
  const write = (place: TextAt, text: string, more: Record<string, string | number>) => {
    const size = textWidth(text, place["font-size"]);
    const from = place["text-anchor"] === "end" ? place.x - size : place.x;
    lines.push({ left: from, right: from + size, y: place.y });
    add("text", { ...place, ...halo, ...more }, text);
  };
  const beside = { x: end + 7, "text-anchor": "start" } as const;
  if (narrow) {
    write({ ...beside, y: y + 9, "font-size": 11 }, row.total, weight);
    write({ ...beside, y: y + 22, "font-size": 11 }, row.time, weight);
  } else {
    write({ ...beside, y: y + 15, "font-size": 12 }, `${row.total}, ${row.time}`, weight);
  }
  // Under its part of the bar, or in from the right edge where that part begins late.
  const small = { y: y + barHeight + 12, "font-size": 11 };
  const fits = cut + textWidth(row.kv, 11) < width;
  const kv = { x: fits ? cut : width - 1, "text-anchor": fits ? "start" : "end" } as const;
  write({ ...small, ...kv }, row.kv, { fill: text });
  if (!row.unheld) return lines;
  const after = cut + textWidth(row.kv, 11) + 8;
  const beyond = after + textWidth(row.unheld, 11) > width;
  const place = narrow
    ? { ...small, ...kv, y: small.y + lineHeight }
    : ({ ...small, x: beyond ? left : after, "text-anchor": "start" } as const);
  write(place, row.unheld, { "font-weight": 700, fill: "var(--waste-text)" });
  return lines;
}

interface TextAt {
  readonly x: number;
  readonly y: number;
  readonly "font-size": number;
  readonly "text-anchor": "start" | "end";
}

interface MemoryPlace {
  readonly at: number | null;
  readonly width: number;
  readonly bottom: number;
  readonly labels: readonly TextLine[];
}

/** The end of the memory: a line through all bars, or a word where it lies further right. */
function memory(
  { names }: StepBytesData,
  { at, width, bottom, labels }: MemoryPlace,
  add: Add,
): void {
  const bold = { y: 28, "font-size": 11, "font-weight": 700 };
  if (at === null) {
    add("text", { ...bold, x: width - 1, "text-anchor": "end" }, names.memoryBeyond);
    return;
  }
  const d = linePieces(at, [headHeight - 8, bottom], labels)
    .map(([from, to]) => `M${at} ${from}V${to}`)
    .join("");
  add("path", { d, stroke: "var(--ink)", "stroke-width": 1.5, "stroke-dasharray": "5 3" });
  const half = textWidth(names.memory, 11) / 2;
  const middle = Math.min(Math.max(at, half + 1), width - half - 1);
  add("text", { ...bold, x: middle, "text-anchor": "middle" }, names.memory);
}

interface AxisPlace extends Omit<TextPlace, "y"> {
  readonly most: number;
  readonly right: number;
  readonly bottom: number;
}

function axis(
  { bytesPerUnit, names }: StepBytesData,
  { x, most, bottom, left, right, width, narrow }: AxisPlace,
  add: Add,
): void {
  const small = { "font-size": 11, fill: "var(--muted)" };
  add("path", { d: `M${left} ${bottom}H${right}`, stroke: "var(--edge)" });
  const ticks = scaleLinear([0, most / bytesPerUnit], [0, 1]).ticks(narrow ? 3 : 6);
  for (const value of ticks) {
    const at = x(value * bytesPerUnit);
    add("path", { d: `M${at} ${bottom}v4`, stroke: "var(--edge)" });
    const text = value.toLocaleString("en-US");
    add("text", { x: at, y: bottom + 16, "text-anchor": "middle", ...small }, text);
  }
  add("text", { x: width - 1, y: bottom + 32, "text-anchor": "end", ...small }, names.axis);
}

/** Over the part of a bar that lies beyond the memory. */
function hatching(document: Document, id: string): SVGElement {
  const tile = { id, width: 6, height: 6, patternUnits: "userSpaceOnUse" };
  const line = node(document, "path", { d: "M0 0V6", stroke: "var(--paper)", "stroke-width": 3 });
  const turned = { ...tile, patternTransform: "rotate(45)" };
  return node(document, "defs", {}, node(document, "pattern", turned, line));
}
