import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { type MathSymbol, symbolText, symbolWidth } from "./symbol-text.ts";

export interface WeightShape {
  readonly symbol: MathSymbol;
  readonly rows: number;
  readonly columns: number;
  /** How many of that shape there are. */
  readonly copies: number;
  readonly role: "q" | "k" | "v" | "mix" | "out";
  /** Rows and columns as they are to be read; "" where there is no room or no need. */
  readonly size: string;
}

export interface WeightShapesData {
  readonly layers: readonly {
    readonly name: string;
    readonly note: string;
    readonly role: "vha" | "gqa";
    readonly matrices: readonly WeightShape[];
  }[];
  readonly label: string;
}

const headRoom = 56;
const footRoom = 28;
const gap = 10;
const mostHeight = 110;

/** The matrices of one layer's attention, all layers to one scale: lengths are rows and columns. */
export function weightShapes(
  { layers, label }: WeightShapesData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const columns = narrow ? 1 : layers.length;
  const panel = (width - (columns - 1) * 20) / columns;
  const tallest = Math.max(...layers.flatMap((of) => of.matrices.map(({ rows }) => rows)));
  const perRow = Math.min(pxPerRow(layers, panel), mostHeight / tallest);
  const heights = layers.map(
    ({ matrices }) => headRoom + Math.max(...matrices.map(({ rows }) => rows)) * perRow + footRoom,
  );
  const height = narrow ? heights.reduce((sum, own) => sum + own, 0) : Math.max(...heights);
  const svg = canvas(document, width, height);
  let top = 0;
  for (const [i, layer] of layers.entries()) {
    drawLayer(layer, { x: (i % columns) * (panel + 20), top, perRow }, document, svg);
    if (narrow) top += heights[i] ?? 0;
  }
  return figure(svg, label);
}

/** So that the widest layer fills its panel. */
function pxPerRow(layers: WeightShapesData["layers"], panel: number): number {
  const scales = layers.map(({ matrices }) => {
    const wide = matrices.reduce((sum, { columns, copies }) => sum + columns * copies, 0);
    const gaps = matrices.reduce((sum, { copies }) => sum + gap + (copies - 1) * 3, -gap);
    return (panel - gaps) / wide;
  });
  return Math.min(...scales);
}

interface Where {
  readonly x: number;
  readonly top: number;
  readonly perRow: number;
}

function drawLayer(
  { name, note, role, matrices }: WeightShapesData["layers"][number],
  { x, top, perRow }: Where,
  document: Document,
  svg: SVGSVGElement,
): void {
  const add = (tag: string, attributes: Record<string, string | number>, text = "") =>
    svg.append(node(document, tag, attributes, text));
  add("text", { x, y: top + 13, "font-weight": 700, fill: `var(--${role}-text)` }, name);
  add("text", { x, y: top + 29, "font-size": 11, fill: "var(--muted)" }, note);
  let left = x;
  for (const matrix of matrices) {
    const { line, fill, text } = styleOf(matrix.role);
    const [wide, high] = [matrix.columns * perRow, matrix.rows * perRow];
    const style = { "font-size": 12, fill: text };
    const y = top + headRoom;
    svg.append(symbolText(document, matrix.symbol, { x: left, y: y - 8, ...style }));
    for (let copy = 0; copy < matrix.copies; copy++) {
      const at = { x: left + copy * (wide + 3), y, width: wide, height: high };
      add("rect", { ...at, fill, stroke: line, class: `shape-${matrix.role}` });
    }
    const size = { x: left, y: y + high + 14, "font-size": 11, fill: "var(--muted)" };
    if (matrix.size !== "") add("text", size, matrix.size);
    const taken = matrix.copies * (wide + 3) - 3;
    left += Math.max(taken, symbolWidth(matrix.symbol, 12) - gap + 4) + gap;
  }
}

function styleOf(role: WeightShape["role"]) {
  switch (role) {
    case "mix":
      return { line: "var(--vha)", fill: "var(--vha)", text: "var(--vha-text)" };
    case "out":
      return { line: "var(--weights)", fill: "var(--figure)", text: "var(--ink)" };
    default:
      return { line: `var(--${role})`, fill: `var(--${role}-wash)`, text: `var(--${role}-text)` };
  }
}
