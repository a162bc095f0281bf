import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { rampCells, rampKey, rampKeyHeight } from "./ramp-cells.ts";
import { hasLetters, tokenLabels } from "./token-labels.ts";

export interface AttentionMapData {
  readonly letters: readonly string[];
  /** So many of them are the prompt's. */
  readonly prompt: number;
  /** All tokens there will be at the end. */
  readonly columns: number;
  /** The newest one's row; `null` where none is new. */
  readonly fresh: number | null;
  /** Row by row a query's weights, over the keys up to its own; none before a run. */
  readonly weights: readonly ArrayLike<number>[];
  /** Least weight of each darker step, and how it is written. */
  readonly steps: readonly { readonly from: number; readonly text: string }[];
  readonly names: { readonly query: string; readonly key: string; readonly ramp: string };
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const color = "var(--ink)";
const largestCell = 16;
const left = 26;
const top = 38;
/** From this height of a cell on, letters one below the other keep apart. */
const leastHeight = 14;
/** Below this, stairs are finer than the dashes they are drawn with. */
const leastStair = 8;

/** Which keys each query weighs, a row a query: never a key that comes after it. */
export function attentionMap(
  data: AttentionMapData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const { letters, prompt, columns, fresh, weights, steps, names } = data;
  const count = letters.length;
  const side = Math.min(width - left - 2, 480, columns * largestCell);
  const cell = side / columns;
  const svg = canvas(document, width, Math.ceil(top + side + 20 + rampKeyHeight));
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  add("text", { x: 0, y: 12, "font-size": 11, fill: "var(--q-text)" }, names.query);
  const key = { x: left + side, y: 12, "text-anchor": "end", "font-size": 11 };
  add("text", { ...key, fill: "var(--k-text)" }, names.key);
  const axis = { letters, prompt, fresh, cell };
  const middle = (token: number) => (token + 0.5) * cell;
  tokenLabels(
    { ...axis, color: "var(--k-text)" },
    (token) => ({ x: left + middle(token), y: top - 6 }),
    "middle",
    add,
  );
  // Letters are higher than they are wide: where cells are low, each second one steps aside.
  const aside = (token: number) =>
    hasLetters(cell) && cell < leastHeight && token % 2 === 1 ? 9 : 0;
  tokenLabels(
    { ...axis, color: "var(--q-text)" },
    (token) => ({ x: left - 6 - aside(token), y: top + middle(token) + 4 }),
    "end",
    add,
  );
  add("path", { d: stairs(columns, cell), ...outline, "stroke-dasharray": "2 3" });
  add("path", { d: stairs(count, cell), ...outline, fill: "var(--paper)", class: "stairs" });
  const grid = { x: left, y: top, columns: count, rows: count, cellWidth: cell, cellHeight: cell };
  const stepAt = (row: number, column: number): number => {
    const weight = weights[row]?.[column] ?? 0;
    return steps.findLastIndex(({ from }) => weight >= from);
  };
  rampCells(grid, { steps: steps.length, color }, stepAt, add);
  if (fresh !== null) {
    const row = { x: left, y: px(top + fresh * cell), width: px((fresh + 1) * cell) };
    const stroke = { stroke: "var(--q)", "stroke-width": 1.5, class: "fresh" };
    add("rect", { ...row, height: px(cell), fill: "none", ...stroke });
  }
  const texts = steps.map(({ text }) => text);
  rampKey({ title: names.ramp, texts, color }, { y: top + side + 20 }, width, add);
  return figure(svg, data.label);
}

/** Around the cells there can be: a query, and a key before it or its own. */
function stairs(count: number, cell: number): string {
  if (cell < leastStair) {
    const side = px(count * cell);
    return `M${left} ${top}L${px(left + side)} ${px(top + side)}H${left}Z`;
  }
  let d = `M${left} ${top}`;
  for (let token = 1; token <= count; token++) {
    d += `H${px(left + token * cell)}V${px(top + token * cell)}`;
  }
  return `${d}H${left}Z`;
}

const outline = { fill: "none", stroke: "var(--edge)" } as const;

const px = (value: number): number => Math.round(value * 100) / 100;
