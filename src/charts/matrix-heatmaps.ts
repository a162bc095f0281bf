import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { rampCells, rampKey, rampKeyHeight } from "./ramp-cells.ts";
import { type MathSymbol, symbolText, symbolWidth } from "./symbol-text.ts";

export interface Heatmap {
  readonly symbol: MathSymbol;
  /** Beside the symbol, and two lines below. */
  readonly name: string;
  readonly notes: readonly [string, string];
  /** Rows and columns. */
  readonly size: number;
  /** Size of each entry, row by row. */
  readonly entries: readonly number[];
}

export interface MatrixHeatmapsData {
  /** Those of a kind stand side by side. */
  readonly maps: readonly Heatmap[];
  /** Least size of each darker step, and how it is written. */
  readonly steps: readonly { readonly from: number; readonly text: string }[];
  readonly keyTitle: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const headRoom = 50;
const columnGap = { wide: 48, narrow: 28 } as const;
const color = "var(--kv)";

/** Square matrices as cells of one ramp from paper to KV, with the ramp's key. */
export function matrixHeatmaps(
  data: MatrixHeatmapsData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const columns = narrow ? 2 : data.maps.length;
  const gap = narrow ? columnGap.narrow : columnGap.wide;
  // A multiple of the cells of every map, so that no cell is cut by a pixel.
  const side = Math.floor((width - gap * (columns - 1)) / columns / 16) * 16;
  const rows = Math.ceil(data.maps.length / columns);
  const rowHeight = headRoom + side + 20;
  const svg = canvas(document, width, rows * rowHeight + rampKeyHeight);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  for (const [i, map] of data.maps.entries()) {
    const x = (i % columns) * (side + gap);
    const top = Math.floor(i / columns) * rowHeight;
    const title = { "font-size": 14, "font-weight": 700, fill: "var(--vha-text)" };
    svg.append(symbolText(document, map.symbol, { x, y: top + 14, ...title }));
    const beside = x + symbolWidth(map.symbol, 14) + 7;
    add("text", { x: beside, y: top + 14, "font-weight": 700 }, map.name);
    for (const [line, said] of map.notes.entries()) {
      const y = top + 29 + line * 14;
      add("text", { x, y, "font-size": 11, fill: "var(--muted)" }, said);
    }
    cells(map, { x, y: top + headRoom, side }, data.steps, add);
  }
  const texts = data.steps.map(({ text }) => text);
  rampKey({ title: data.keyTitle, texts, color }, { y: rows * rowHeight }, width, add);
  return figure(svg, data.label);
}

function cells(
  { size, entries }: Heatmap,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
  steps: MatrixHeatmapsData["steps"],
  add: Add,
): void {
  const cell = side / size;
  add("rect", { x, y, width: side, height: side, fill: "var(--paper)", stroke: "var(--edge)" });
  const grid = { x, y, columns: size, rows: size, cellWidth: cell, cellHeight: cell };
  const step = (row: number, column: number) => stepOf(entries[row * size + column] ?? 0, steps);
  rampCells(grid, { steps: steps.length, color }, step, add);
}

/** Index of the darkest step that an entry reaches; −1 below the first. */
const stepOf = (entry: number, steps: MatrixHeatmapsData["steps"]): number =>
  steps.findLastIndex(({ from }) => entry >= from);
