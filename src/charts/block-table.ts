import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { textWidth } from "./text-width.ts";

export interface BlockTableData {
  /** In the order of the sequence. */
  readonly blocks: readonly {
    /** Where it lies in the pool. */
    readonly block: number;
    /** Share of it that holds tokens. */
    readonly filled: number;
    readonly readers: number;
  }[];
  /** As many as the longest sequence can have: room is kept for them. */
  readonly mostBlocks: number;
  readonly names: {
    readonly logical: string;
    readonly physical: string;
    /** Blocks that did not fit into the drawing. */
    readonly more: (count: number) => string;
    /** Stands alone where there is no table. */
    readonly empty: string;
  };
  readonly label: string;
}

const cell = { width: 40, height: 26, gap: 4 } as const;
const band = 62;
const headWidth = 74;
const mostBands = 3;

/** A block table: below each block of the sequence, the block of the pool that it is in. */
export function blockTable(data: BlockTableData, { document, width }: ChartContext): SVGSVGElement {
  const { blocks, names, label } = data;
  const perBand = Math.floor((width - headWidth + cell.gap) / (cell.width + cell.gap));
  const shown = blocks.slice(0, perBand * mostBands);
  const bands = Math.ceil(shown.length / perBand);
  const left = blocks.length - shown.length;
  const kept = Math.min(mostBands, Math.ceil(data.mostBlocks / perBand));
  const cut = data.mostBlocks > perBand * mostBands;
  const svg = canvas(document, width, kept * band + (cut ? 20 : 0) + 6);
  const add = (name: string, attributes: Record<string, string | number>, text = "") =>
    svg.append(node(document, name, attributes, text));
  const muted = { "font-size": 11, fill: "var(--muted)" };
  if (blocks.length === 0) {
    add("text", { x: 0, y: 30, ...muted, "font-size": 12 }, names.empty);
    return figure(svg, label);
  }
  for (let i = 0; i < bands; i++) {
    add("text", { x: 0, y: i * band + 14, ...muted }, names.logical);
    add("text", { x: 0, y: i * band + 38, ...muted }, names.physical);
  }
  for (const [i, { block, filled, readers }] of shown.entries()) {
    const x = headWidth + (i % perBand) * (cell.width + cell.gap);
    const y = Math.floor(i / perBand) * band + 20;
    const middle = { x: x + cell.width / 2, "text-anchor": "middle" };
    add("text", { ...middle, y: y - 6, ...muted }, `${i}`);
    const box = { x, y, height: cell.height };
    add("rect", { ...box, width: cell.width, fill: "none", stroke: "var(--kv)" });
    add("rect", { ...box, width: cell.width * filled, fill: "var(--kv)", "fill-opacity": 0.3 });
    add("text", { ...middle, y: y + 17, "font-weight": 700 }, `${block}`);
    if (readers > 1) readersMark(`×${readers}`, x, y, add);
  }
  if (left > 0) add("text", { x: headWidth, y: bands * band + 12, ...muted }, names.more(left));
  return figure(svg, label);
}

function readersMark(
  said: string,
  x: number,
  y: number,
  add: (name: string, attributes: Record<string, string | number>, text?: string) => void,
): void {
  const room = textWidth(said, 10) + 6;
  const from = x + cell.width - room + 2;
  add("rect", { x: from, y: y + cell.height - 5, width: room, height: 14, fill: "var(--mark)" });
  const at = { x: from + room / 2, y: y + cell.height + 5.5, "text-anchor": "middle" };
  add("text", { ...at, "font-size": 10 }, said);
}
