import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { type HeadFanLayout, headFanLayout, type Lettering } from "./head-fan-layout.ts";
import { lightHeads } from "./light-heads.ts";
import { textWidth } from "./text-width.ts";

export interface HeadFanData {
  readonly heads: number;
  readonly groups: number;
  /** The query head that is lit and its KV head, numbered from 1. */
  readonly lit: { readonly head: number; readonly kv: number } | null;
  readonly names: {
    /** Above the query heads. */
    readonly queries: string;
    /** At the bar of what is kept, and at the rest of what MHA would keep; empty for MHA. */
    readonly kept: string;
    readonly rest: string;
  };
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const small = { "font-size": 11 };
const [cellHeight, kvHeight, barHeight] = [22, 20, 14] as const;
const queryTop = 52;

/** Query heads above, the K and V they read below, and the share of MHA's bytes that is kept. */
export function headFan(data: HeadFanData, { document, width }: ChartContext): SVGSVGElement {
  const { heads, groups, lit, names } = data;
  const narrow = width < 500;
  const layout = headFanLayout(width, heads, groups);
  const kvTop = queryTop + cellHeight + (narrow ? 84 : 96);
  const barTop = kvTop + 2 * kvHeight + (layout.kvs === "solid" ? 48 : 34);
  const svg = canvas(document, width, barTop + barHeight + 4);
  svg.setAttribute("data-heads", String(heads));
  svg.setAttribute("data-groups", String(groups));
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));

  add("text", { x: 0, y: 12, ...small, fill: "var(--muted)" }, names.queries);
  lines(data, layout, kvTop, add);
  queryCells(data, layout, add);
  kvCells(data, layout, kvTop, add);
  rowLetters(layout, kvTop, add);
  pointers(data, layout, kvTop, add);
  keptBar(data, { width, top: barTop }, add);
  // One invisible column over each head: what a pointer meets.
  for (let head = 0; head < heads; head++) {
    const { pitch } = layout;
    const column = { x: layout.queryX(head) - pitch / 2, y: 16, width: pitch };
    const height = kvTop + 2 * kvHeight - 16;
    add("rect", {
      ...column,
      height,
      fill: "none",
      "pointer-events": "all",
      "data-head": head + 1,
    });
  }
  lightHeads(svg, lit && { ...lit, heads, groups });
  return figure(svg, data.label);
}

const kvOf = ({ heads, groups }: HeadFanData, head: number): number =>
  Math.floor((head * groups) / heads);

function lines(data: HeadFanData, layout: HeadFanLayout, kvTop: number, add: Add): void {
  const [from, to] = [queryTop + cellHeight + 2, kvTop - 2];
  const middle = (from + to) / 2;
  for (let head = 0; head < data.heads; head++) {
    const [x1, x2] = [layout.queryX(head), layout.landingX(head)];
    const d = `M${x1} ${from}C${x1} ${middle} ${x2} ${middle} ${x2} ${to}`;
    const of = { "data-part": "line", "data-head": head + 1, "data-kv": kvOf(data, head) + 1 };
    add("path", { d, fill: "none", ...of });
  }
}

function queryCells(data: HeadFanData, layout: HeadFanLayout, add: Add): void {
  for (let head = 0; head < data.heads; head++) {
    const box = {
      x: layout.queryX(head),
      y: queryTop,
      width: layout.cellWidth,
      height: cellHeight,
    };
    const of = { "data-head": head + 1, "data-kv": kvOf(data, head) + 1 };
    headCell("q", head + 1, box, layout.queries, of, add);
  }
}

function kvCells({ groups }: HeadFanData, layout: HeadFanLayout, kvTop: number, add: Add): void {
  for (let kv = 0; kv < groups; kv++) {
    for (const [i, role] of (["k", "v"] as const).entries()) {
      const y = kvTop + i * kvHeight;
      const box = { x: layout.kvX(kv), y, width: layout.kvWidth, height: kvHeight - 2 };
      headCell(role, kv + 1, box, layout.kvs, { "data-kv": kv + 1 }, add);
    }
  }
}

interface Box {
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Washed with its letter, or solid where there is no room for one. */
function headCell(
  role: "q" | "k" | "v",
  number: number,
  { x, y, width, height }: Box,
  lettering: Lettering,
  of: Record<string, number>,
  add: Add,
): void {
  const fill = lettering === "solid" ? `var(--${role})` : `var(--${role}-wash)`;
  const part = lettering === "solid" ? "solid" : role;
  add("rect", { x: x - width / 2, y, width, height, fill, "data-part": part, ...of });
  if (lettering === "solid") return;
  const at = { x, y: y + height / 2 + 4, "text-anchor": "middle", fill: `var(--${role}-text)` };
  add("text", { ...at, ...small }, `${lettering === "full" ? role.toUpperCase() : ""}${number}`);
}

/** Q, K and V once for a row, where its cells do not say it. */
function rowLetters(layout: HeadFanLayout, kvTop: number, add: Add): void {
  if (layout.gutter === 0) return;
  const letter = (role: "q" | "k" | "v", y: number) =>
    add("text", { x: 0, y, ...small, fill: `var(--${role}-text)` }, role.toUpperCase());
  letter("q", queryTop + 15);
  letter("k", kvTop + 13);
  letter("v", kvTop + kvHeight + 13);
}

/** Hidden until lit: each head's name over an arrow, each group's bracket, names of small cells. */
function pointers(data: HeadFanData, layout: HeadFanLayout, kvTop: number, add: Add): void {
  const { heads, groups } = data;
  const edges = { left: layout.queryX(0), right: layout.queryX(heads - 1) };
  const bold = { ...small, "font-weight": 700 };
  for (let head = 0; head < heads; head++) {
    const x = layout.queryX(head);
    const of = { "data-part": "pointer", "data-head": head + 1, "data-kv": kvOf(data, head) + 1 };
    const name = `Q${head + 1}`;
    add("path", { d: `M${x - 5} ${queryTop - 14}h10l-5 7z`, ...of });
    add("text", { ...within(x, name, edges), y: queryTop - 18, ...bold, ...of }, name);
  }
  const perKv = heads / groups;
  const half = layout.cellWidth / 2;
  for (let kv = 0; kv < groups; kv++) {
    const [first, last] = [kv * perKv, (kv + 1) * perKv - 1].map(layout.queryX) as [number, number];
    const d = `M${first - half} ${queryTop - 2}v-3H${last + half}v3`;
    const bracket = { d, fill: "none", stroke: "var(--ink)", "stroke-width": 1.5 };
    add("path", { ...bracket, "data-part": "bracket", "data-kv": kv + 1 });
    if (layout.kvs !== "solid") continue;
    const name = `K${kv + 1} V${kv + 1}`;
    const of = { "data-part": "pointer", "data-kv": kv + 1 };
    const below = { ...within(layout.kvX(kv), name, edges), y: kvTop + 2 * kvHeight + 12 };
    add("text", { ...below, ...bold, ...of }, name);
  }
}

/** Centred on `x`, or as near as the edges let it be. */
function within(x: number, text: string, { left, right }: { left: number; right: number }) {
  const half = textWidth(text, small["font-size"]) / 2;
  return { x: Math.min(Math.max(x, left + half), right - half), "text-anchor": "middle" };
}

/** The bytes that MHA would keep, as long as the picture; filled as far as they are kept. */
function keptBar(
  { heads, groups, names }: HeadFanData,
  { width, top }: { readonly width: number; readonly top: number },
  add: Add,
): void {
  const slot = width / heads;
  const cut = slot > 6 ? 1.5 : 0.75;
  for (let kv = 0; kv < groups; kv++) {
    const box = { x: kv * slot, y: top, width: slot - cut, height: barHeight };
    add("rect", { ...box, fill: "var(--kv)", class: "kept" });
  }
  const said = { y: top - 7, ...small };
  add("text", { x: 0, ...said, fill: "var(--kv-text)", "font-weight": 700, ...halo }, names.kept);
  if (groups === heads) return;
  const from = groups * slot + 0.5;
  const rest = { x: from, y: top + 0.5, width: width - from - 0.5, height: barHeight - 1 };
  const dashed = { fill: "none", stroke: "var(--edge)", "stroke-dasharray": "3 2" };
  add("rect", { ...rest, ...dashed, class: "rest" });
  const right = { x: width, ...said, "text-anchor": "end", fill: "var(--muted)" };
  add("text", right, names.rest);
}
