import { formatCosine } from "../i18n/format-cosine.ts";
import type { Lang } from "../i18n/locales.ts";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { headPool } from "./head-pool.ts";

/** Cosine of the weights of two heads, numbered from 0, the second before the first. */
export interface PairCosine {
  readonly heads: readonly [number, number];
  readonly cosine: number;
}

export interface CosineMap {
  readonly role: "k" | "v";
  readonly title: string;
  /** One line for each half: below the diagonal, and above it. */
  readonly notes: readonly string[];
  readonly below: readonly PairCosine[];
  readonly above: readonly PairCosine[];
}

export interface HeadMergeData {
  readonly lang: Lang;
  readonly heads: number;
  readonly groups: number;
  readonly pooling: "mean" | "first" | "random" | "aligned";
  readonly names: { readonly before: string; readonly after: string };
  readonly maps: readonly CosineMap[];
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const cell = { width: 36, height: 22 } as const;
const poolHeight = 190;
const notesHeight = 50;
/** Where two heads count as alike: the darkest tone. */
const alike = 0.5;
const darkest = 0.4;

/** Heads that become one, and below how alike their weights were, pair by pair. */
export function headMerge(data: HeadMergeData, { document, width }: ChartContext): SVGSVGElement {
  const side = data.heads * cell.width;
  const columns = 2 * side + 24 <= width ? 2 : 1;
  const mapHeight = notesHeight + data.heads * cell.height + 22;
  const rows = Math.ceil(data.maps.length / columns);
  const svg = canvas(document, width, poolHeight + rows * mapHeight);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  headPool(data, width, add);
  for (const [i, map] of data.maps.entries()) {
    const left = (i % columns) * (width - side);
    cosineMap(map, data, { left, top: poolHeight + Math.floor(i / columns) * mapHeight }, add);
  }
  return figure(svg, data.label);
}

interface Corner {
  readonly left: number;
  readonly top: number;
}

function cosineMap(map: CosineMap, data: HeadMergeData, { left, top }: Corner, add: Add): void {
  const { heads, groups } = data;
  const title = { "font-weight": 700, fill: `var(--${map.role}-text)` };
  add("text", { x: left, y: top + 12, ...title }, map.title);
  for (const [i, note] of map.notes.entries()) {
    add("text", { x: left, y: top + 27 + i * 14, "font-size": 11, fill: "var(--muted)" }, note);
  }
  const place = (row: number, column: number) => ({
    x: left + column * cell.width,
    y: top + notesHeight + row * cell.height,
  });
  for (let head = 0; head < heads; head++) {
    const { x, y } = place(head, head);
    const wash = { fill: `var(--${map.role}-wash)`, class: "head" };
    add("rect", { x, y, ...cell, ...wash });
    centred(x, y, String(head + 1), { fill: `var(--${map.role}-text)` }, add);
  }
  for (const [half, pairs] of [
    ["below", map.below],
    ["above", map.above],
  ] as const) {
    for (const { heads: pair, cosine } of pairs) {
      const [row, column] = half === "below" ? pair : [pair[1], pair[0]];
      const { x, y } = place(row, column);
      const tone = darkest * Math.min(1, Math.abs(cosine) / alike);
      const fill = { fill: `var(--${cosine < 0 ? "waste" : "kv"})`, "fill-opacity": tone };
      add("rect", { x, y, ...cell, ...fill, class: half });
      centred(x, y, formatCosine(cosine, data.lang), {}, add);
    }
  }
  const group = heads / groups;
  for (let first = 0; first < heads; first += group) {
    const { x, y } = place(first, first);
    const box = { x, y, width: group * cell.width, height: group * cell.height };
    add("rect", { ...box, fill: "none", stroke: "var(--edge)", class: "group" });
  }
}

function centred(
  x: number,
  y: number,
  text: string,
  style: Record<string, string | number>,
  add: Add,
): void {
  const middle = { x: x + cell.width / 2, y: y + cell.height / 2 + 4, "text-anchor": "middle" };
  add("text", { ...middle, "font-size": 11, ...style }, text);
}
