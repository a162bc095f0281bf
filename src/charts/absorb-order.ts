import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { hatching } from "./hatching.ts";
import { markShape } from "./mark-shape.ts";
import { type MathSymbol, symbolText } from "./symbol-text.ts";

/** A step of a layer: a matrix that is multiplied by, or anything else. */
export interface OrderStep {
  readonly symbol: MathSymbol | null;
  readonly name: string;
  readonly role: "matrix" | "mix" | "other";
  /** Stands where it makes absorbing wrong. */
  readonly wrong: boolean;
}

/** A step of the absorbed layer, and the trained steps that went into it. */
export interface ServedStep extends OrderStep {
  readonly of: readonly number[];
  /** Where along the trained steps it stands. */
  readonly at: number;
}

export interface AbsorbOrderData {
  readonly trained: readonly OrderStep[];
  readonly served: readonly ServedStep[];
  /** Trained steps that nothing of the absorbed layer comes from. */
  readonly lost: readonly number[];
  readonly names: { readonly trained: string; readonly served: string; readonly lost: string };
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const hatch = "hatch-wrong";
/** The same for any number of steps, so that nothing below moves when one is put between. */
const narrowHeight = 330;

/** The steps of a layer as it is trained and once absorbed, and which went into which. */
export function absorbOrder(
  data: AbsorbOrderData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const count = data.trained.length;
  const place = narrow ? columns(width, count) : rowsOf(width, count);
  const svg = canvas(document, width, narrow ? narrowHeight : 170);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  svg.append(hatching(document, hatch));
  const head = { "font-size": 12, "font-weight": 700 };
  const { trained, served } = place.heads;
  add("text", { ...trained, ...head, fill: "var(--vha-text)" }, data.names.trained);
  add("text", { ...served, ...head, fill: "var(--gqa-text)" }, data.names.served);
  for (const step of data.served) {
    const to = place.box(step.at, "served");
    for (const from of step.of) {
      const wrong = step.wrong && (data.trained[from]?.wrong || data.trained[from]?.role === "mix");
      thread(place.box(from, "trained"), to, narrow, wrong ?? false, add);
    }
  }
  for (const from of data.lost) stub(place.box(from, "trained"), narrow, data.names.lost, add);
  const draw = (step: OrderStep, box: Box) => drawStep(step, box, document, svg, add);
  for (const [i, step] of data.trained.entries()) draw(step, place.box(i, "trained"));
  for (const step of data.served) draw(step, place.box(step.at, "served"));
  return figure(svg, data.label);
}

type Side = "trained" | "served";

interface Place {
  readonly heads: Readonly<Record<Side, Readonly<Record<string, number | string>>>>;
  readonly box: (at: number, side: Side) => Box;
}

/** Two rows, left to right. */
function rowsOf(width: number, count: number): Place {
  const pitch = (width + 6) / count;
  const y = { trained: 24, served: 114 };
  return {
    heads: { trained: { x: 0, y: 13 }, served: { x: 0, y: 163 } },
    box: (at, side) => ({ x: 1 + at * pitch, y: y[side], width: pitch - 8, height: 30 }),
  };
}

/** Two columns, top to bottom. */
function columns(width: number, count: number): Place {
  const boxWidth = 118;
  const x = { trained: 1, served: width - boxWidth - 1 };
  const pitch = (narrowHeight - 24) / count;
  return {
    heads: { trained: { x: 0, y: 13 }, served: { x: width, y: 13, "text-anchor": "end" } },
    box: (at, side) => ({ x: x[side], y: 24 + at * pitch, width: boxWidth, height: 30 }),
  };
}

function thread(from: Box, to: Box, narrow: boolean, wrong: boolean, add: Add): void {
  const d = narrow
    ? `M${from.x + from.width} ${from.y + 15}L${to.x} ${to.y + 15}`
    : `M${from.x + from.width / 2} ${from.y + 30}L${to.x + to.width / 2} ${to.y}`;
  const style: Record<string, string | number> = wrong
    ? { stroke: "var(--waste)", "stroke-width": 2, "stroke-dasharray": "5 3" }
    : { stroke: "var(--edge)", "stroke-width": 1 };
  add("path", { d, fill: "none", ...style, class: wrong ? "thread wrong" : "thread" });
}

const stubLength = 22;

/** A thread that ends in a cross: nothing of the absorbed layer comes from here. */
function stub({ x, y, width, height }: Box, narrow: boolean, said: string, add: Add): void {
  const start = narrow ? [x + width, y + height / 2] : [x + width / 2, y + height];
  const [fromX = 0, fromY = 0] = start;
  const [toX, toY] = narrow ? [fromX + stubLength, fromY] : [fromX, fromY + stubLength];
  const style = { fill: "none", stroke: "var(--waste)", "stroke-width": 2 };
  add("path", { d: `M${fromX} ${fromY}L${toX} ${toY}`, ...style, "stroke-dasharray": "5 3" });
  add("path", { d: markShape("cross", toX, toY, 5), ...style, class: "lost" });
  // A narrow picture has no room for it between the threads; the sentence says it.
  if (narrow) return;
  const text = { "font-size": 11, fill: "var(--waste-text)", ...halo };
  add("text", { x: toX + 10, y: toY + 4, ...text }, said);
}

/** Matrices are solid, mixes are VHA's, everything else is outlined in grey. */
function drawStep(
  { symbol, name, role, wrong }: OrderStep,
  box: Box,
  document: Document,
  svg: SVGSVGElement,
  add: Add,
): void {
  const line = wrong
    ? "var(--waste)"
    : { matrix: "var(--ink)", mix: "var(--vha)", other: "var(--edge)" }[role];
  const text = wrong
    ? "var(--waste-text)"
    : { matrix: "var(--ink)", mix: "var(--vha-text)", other: "var(--muted)" }[role];
  const { x, y, width, height } = box;
  const fill = role === "other" ? "var(--paper)" : "var(--figure)";
  const strong = role === "other" && !wrong ? 1 : 2;
  add("rect", { x, y, width, height, fill, stroke: line, "stroke-width": strong, class: "step" });
  if (wrong) add("rect", { x, y, width: 8, height, fill: `url(#${hatch})` });
  const at = { x: x + width / 2 + (wrong ? 4 : 0), y: y + height / 2 + 4, "text-anchor": "middle" };
  if (symbol) {
    const style = { "font-size": 14, "font-weight": 700, fill: text };
    svg.append(symbolText(document, symbol, { ...at, ...style }, name));
  } else {
    add("text", { ...at, "font-size": 12, fill: text }, name);
  }
}
