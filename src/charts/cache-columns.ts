import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { rampCells } from "./ramp-cells.ts";
import { tokenLabels } from "./token-labels.ts";

export interface CacheColumnsData {
  /** Letters of the tokens that have been read, or will be first. */
  readonly letters: readonly string[];
  /** So many of them are the prompt's. */
  readonly prompt: number;
  /** All columns there will be at the end. */
  readonly columns: number;
  /** Column that the last step has put there. */
  readonly fresh: number | null;
  readonly parts: readonly {
    readonly of: "key" | "value" | "latent" | "rope-key";
    readonly name: string;
    readonly rows: number;
    /** [columns][rows], of each token that has been read. */
    readonly values: readonly ArrayLike<number>[];
    /** Size from which on a cell is darkest. */
    readonly largest: number;
  }[];
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const tones = 5;
const cellHeight = 6;
const headRoom = 20;
const labelRoom = 20;

const colors = {
  key: ["var(--k)", "var(--k-text)"],
  value: ["var(--v)", "var(--v-text)"],
  latent: ["var(--mla)", "var(--mla-text)"],
  "rope-key": ["var(--k)", "var(--k-text)"],
} as const;

/** The cache of one layer as it lies: a column a token, the newest outlined, room for those to come. */
export function cacheColumns(
  data: CacheColumnsData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const { letters, prompt, columns, fresh, parts } = data;
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const height = labelRoom + parts.length * headRoom + rows * cellHeight + 4;
  const svg = canvas(document, width, height);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const cell = Math.min(16, (width - 2) / columns);
  const x = (token: number) => 1 + token * cell;
  const axis = { letters, prompt, fresh, cell, color: "var(--ink)" };
  tokenLabels(axis, (token) => ({ x: x(token + 0.5), y: 12 }), "middle", add);
  let y = labelRoom;
  for (const part of parts) {
    const [color, ink] = colors[part.of];
    add("text", { x: 0, y: y + 13, "font-size": 11, fill: ink }, part.name);
    y += headRoom;
    draw(data, part, { x: x(0), y, cell, color }, add);
    y += part.rows * cellHeight;
  }
  return figure(svg, data.label);
}

function draw(
  { letters, columns, fresh }: CacheColumnsData,
  { rows, values, largest }: CacheColumnsData["parts"][number],
  at: { readonly x: number; readonly y: number; readonly cell: number; readonly color: string },
  add: Add,
): void {
  const { x, y, cell, color } = at;
  const height = rows * cellHeight;
  const box = (from: number, count: number) => ({
    x: px(x + from * cell),
    y,
    width: px(count * cell),
    height,
  });
  const filled = values.length > 0 ? values.length : letters.length;
  add("rect", {
    ...box(0, columns),
    fill: "none",
    stroke: "var(--edge)",
    "stroke-dasharray": "2 3",
  });
  add("rect", { ...box(0, filled), fill: "var(--paper)", stroke: "var(--edge)" });
  const grid = { x, y, columns: values.length, rows, cellWidth: cell, cellHeight };
  const tone = (row: number, column: number): number => {
    const share = Math.abs(values[column]?.[row] ?? 0) / largest;
    return Math.min(tones, Math.floor(share * (tones + 1))) - 1;
  };
  rampCells(grid, { steps: tones, color }, tone, add);
  if (fresh === null) return;
  add("rect", { ...box(fresh, 1), fill: "none", stroke: "var(--ink)", class: "fresh" });
}

const px = (value: number): number => Math.round(value * 100) / 100;
