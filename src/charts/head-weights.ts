import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { lightHeads } from "./light-heads.ts";

/** One query head's weights over all tokens. */
export interface WeightsRow {
  readonly weights: readonly number[];
  /** Its largest weight, as it is to be read, wide and narrow. */
  readonly says: string;
  readonly short: string;
}

export interface HeadWeightsData {
  readonly heads: number;
  readonly groups: number;
  readonly tokens: number;
  /** Head by head; `null` before a run: then only the places are drawn. */
  readonly rows: readonly WeightsRow[] | null;
  /** Of the shape of this picture, numbered from 1. */
  readonly lit: { readonly head: number; readonly kv: number } | null;
  readonly names: {
    readonly caption: string;
    /** What is said where nothing is drawn yet. */
    readonly empty: string;
    readonly axis: string;
    /** Over the largest weights. */
    readonly largest: string;
  };
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** Where things lie in the picture. */
interface Places {
  readonly rowHeight: number;
  readonly top: (head: number) => number;
  readonly bottom: number;
  readonly plot: { readonly left: number; readonly right: number };
  readonly slot: number;
}

const small = { "font-size": 11 };
const [kvWidth, queryWidth, groupGap, topRoom, axisRoom] = [24, 28, 8, 44, 34] as const;

/** A row of bars for each query head over the tokens, heads that share K and V together. */
export function headWeights(
  data: HeadWeightsData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const { heads, groups, lit, names, rows } = data;
  const narrow = width < 500;
  const places = placesOf(data, width, narrow);
  const svg = canvas(document, width, places.bottom + axisRoom);
  svg.setAttribute("data-heads", String(heads));
  svg.setAttribute("data-groups", String(groups));
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));

  add("text", { x: 0, y: 12, ...small, fill: "var(--muted)" }, names.caption);
  if (rows !== null) {
    const at = { x: narrow ? width : places.plot.right + 10, y: topRoom - 10 };
    const anchor = narrow ? "end" : "start";
    add("text", { ...at, "text-anchor": anchor, ...small, fill: "var(--muted)" }, names.largest);
  }
  sharedCells(data, places, add);
  const most = Math.max(...(rows ?? []).flatMap(({ weights }) => weights));
  for (let head = 0; head < heads; head++) {
    const of = { "data-head": head + 1, "data-kv": Math.floor((head * groups) / heads) + 1 };
    const y = places.top(head);
    const { left, right } = places.plot;
    const band = { x: left - 2, y, width: width - left + 2, height: places.rowHeight - 2 };
    add("rect", { ...band, "data-part": "row", ...of });
    queryCell(head + 1, y, places.rowHeight, of, add);
    const line = y + places.rowHeight - 2.5;
    add("path", { d: `M${left} ${line}H${right}`, stroke: "var(--rule)" });
    const row = rows?.[head];
    if (row) bars(row, most, y, places, add);
    if (row) largest(row, { width, y, narrow }, places, add);
  }
  axis(data, places, add);
  if (rows === null) {
    const x = (places.plot.left + places.plot.right) / 2;
    const y = (topRoom + places.bottom) / 2 + 4;
    add("text", { x, y, "text-anchor": "middle", fill: "var(--muted)", ...halo }, names.empty);
  }
  lightHeads(svg, lit && { ...lit, heads, groups });
  return figure(svg, data.label);
}

function placesOf(
  { heads, groups, tokens }: HeadWeightsData,
  width: number,
  narrow: boolean,
): Places {
  const rowHeight = heads > 8 ? 20 : 26;
  const left = 2 * kvWidth + queryWidth + 12;
  const right = width - (narrow ? 40 : 118);
  const perKv = heads / groups;
  const gap = perKv === 1 ? 2 : groupGap;
  const top = (head: number) => topRoom + head * rowHeight + Math.floor(head / perKv) * gap;
  return {
    rowHeight,
    top,
    bottom: top(heads - 1) + rowHeight,
    plot: { left, right },
    slot: (right - left) / tokens,
  };
}

/** One K and one V beside all the rows that read them. */
function sharedCells({ heads, groups }: HeadWeightsData, places: Places, add: Add): void {
  const perKv = heads / groups;
  for (let kv = 0; kv < groups; kv++) {
    const y = places.top(kv * perKv);
    const height = places.top((kv + 1) * perKv - 1) + places.rowHeight - 2 - y;
    for (const [i, role] of (["k", "v"] as const).entries()) {
      const box = { x: i * kvWidth + 0.5, y, width: kvWidth - 3, height };
      const of = { "data-part": role, "data-kv": kv + 1 };
      add("rect", { ...box, fill: `var(--${role}-wash)`, ...of });
      const at = { x: box.x + box.width / 2, y: y + height / 2 + 4, "text-anchor": "middle" };
      const letter = `${role.toUpperCase()}${kv + 1}`;
      add("text", { ...at, ...small, fill: `var(--${role}-text)` }, letter);
    }
  }
}

function queryCell(
  head: number,
  y: number,
  rowHeight: number,
  of: Record<string, number>,
  add: Add,
): void {
  const box = { x: 2 * kvWidth + 3, y, width: queryWidth, height: rowHeight - 2 };
  add("rect", { ...box, fill: "var(--q-wash)", "data-part": "q", ...of });
  const at = { x: box.x + queryWidth / 2, y: y + rowHeight / 2 + 3, "text-anchor": "middle" };
  add("text", { ...at, ...small, fill: "var(--q-text)" }, `Q${head}`);
}

/** Heights are weights, of the largest in the picture; a row's own largest is darker. */
function bars(
  { weights }: WeightsRow,
  most: number,
  y: number,
  { plot, slot, rowHeight }: Places,
  add: Add,
): void {
  const top = Math.max(...weights);
  const line = y + rowHeight - 2.5;
  for (const [token, weight] of weights.entries()) {
    const height = (weight / most) * (rowHeight - 4);
    const box = { x: plot.left + token * slot + 1, width: slot - 2, y: line - height, height };
    const isTop = weight === top;
    const fill = isTop ? "var(--ink)" : "var(--edge)";
    add("rect", { ...box, fill, class: isTop ? "weight largest" : "weight" });
  }
}

/** A row's largest weight in words, at its end. */
function largest(
  { says, short }: WeightsRow,
  { width, y, narrow }: { readonly width: number; readonly y: number; readonly narrow: boolean },
  { plot, rowHeight }: Places,
  add: Add,
): void {
  const at = narrow
    ? { x: width, "text-anchor": "end" }
    : { x: plot.right + 10, "text-anchor": "start" };
  add("text", { ...at, y: y + rowHeight / 2 + 3, ...small }, narrow ? short : says);
}

/** Numbers of tokens from 1, and what they are. */
function axis({ tokens, names }: HeadWeightsData, { plot, slot, bottom }: Places, add: Add): void {
  const every = Math.max(1, Math.round(tokens / 4));
  const ticks = Array.from({ length: tokens }, (_, i) => i + 1).filter(
    (token) => token === 1 || token % every === 0,
  );
  for (const token of ticks) {
    const at = { x: plot.left + (token - 0.5) * slot, y: bottom + 12, "text-anchor": "middle" };
    add("text", { ...at, ...small, fill: "var(--muted)" }, String(token));
  }
  const name = { x: plot.right, y: bottom + 28, "text-anchor": "end" };
  add("text", { ...name, ...small, fill: "var(--muted)" }, names.axis);
}
