import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { type BoxGrid, boxGrid } from "./gpu-boxes.ts";
import { hatching } from "./hatching.ts";
import { textWidth } from "./text-width.ts";

/** What lies on one GPU; heads are numbered from 1. */
export interface GpuHeads {
  readonly name: string;
  readonly heads: readonly { readonly head: number; readonly copy: boolean }[];
  /** Places that stay empty beside them. */
  readonly idle: number;
  /** A latent lies here that an earlier GPU has too. */
  readonly copy: boolean;
  /** The query heads that read them; empty where not known. */
  readonly queries: string;
}

export type GpuKeyOf = "own" | "copy" | "idle" | "queries";

export interface GpuHeadsData {
  readonly gpus: readonly GpuHeads[];
  /** Parts of a latent that is not split, instead of heads: a letter, and how many values. */
  readonly latent: readonly { readonly letter: string; readonly values: number }[] | null;
  /** What the marks mean, of those that occur. */
  readonly key: readonly { readonly of: GpuKeyOf; readonly text: string }[];
  readonly caption: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** Where a cell of a box lies, and how large it is. */
interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const [padding, nameHeight, queryHeight, captionHeight] = [8, 20, 14, 24] as const;
const keyHeight = 22;
/** In a narrow drawing, which its place may make smaller still. */
const smallText = { wide: 11, narrow: 12 } as const;

/** One layer's KV heads over GPUs, a box for each: kept once, kept again, and places left empty. */
export function gpuHeads(data: GpuHeadsData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  const grid = boxGrid({
    width,
    narrow,
    gpus: data.gpus.length,
    places: data.latent ? null : placesOf(data),
    digits: String(Math.max(0, ...data.gpus.flatMap(({ heads }) => heads.map(({ head }) => head))))
      .length,
    around: nameHeight + padding + (data.gpus.some(({ queries }) => queries) ? queryHeight : 0),
  });
  const keyTop = captionHeight + grid.height + 14;
  const keyColumns = narrow ? 1 : 2;
  const keyRows = Math.ceil(data.key.length / keyColumns);
  const svg = canvas(document, width, keyTop + keyRows * keyHeight);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const hatch = `heads-hatch-${width}`;
  if (data.gpus.some(({ idle }) => idle > 0)) svg.append(hatching(document, hatch));
  const small = { "font-size": narrow ? smallText.narrow : smallText.wide };
  add("text", { x: 0, y: 12, ...small, fill: "var(--muted)" }, data.caption);
  for (const [i, gpu] of data.gpus.entries()) {
    box({ gpu, latent: data.latent, grid, hatch, ...placeOf(grid, i) }, add);
  }
  for (const [i, { of, text }] of data.key.entries()) {
    const x = (i % keyColumns) * (width / keyColumns);
    const y = keyTop + Math.floor(i / keyColumns) * keyHeight;
    const lettered = data.latent === null && grid.lettered;
    keyMark({ of, x, y, latent: data.latent !== null, lettered, hatch }, add);
    add(
      "text",
      { x: x + (lettered || data.latent ? 42 : 48), y: y + 12, ...small, fill: "var(--muted)" },
      text,
    );
  }
  return figure(svg, data.label);
}

const placesOf = ({ gpus }: GpuHeadsData): number =>
  Math.max(1, ...gpus.map(({ heads, idle }) => heads.length + idle));

const placeOf = (grid: BoxGrid, i: number) => ({
  left: (i % grid.columns) * (grid.boxWidth + grid.gap),
  top: captionHeight + Math.floor(i / grid.columns) * (grid.boxHeight + grid.gap),
});

interface Box {
  readonly gpu: GpuHeads;
  readonly latent: GpuHeadsData["latent"];
  readonly grid: BoxGrid;
  readonly hatch: string;
  readonly left: number;
  readonly top: number;
}

function box({ gpu, latent, grid, hatch, left, top }: Box, add: Add): void {
  const { boxWidth, boxHeight, cellWidth, cellHeight, perLine, lettered } = grid;
  const outline = { x: left + 0.5, y: top + 0.5, width: boxWidth - 1, height: boxHeight - 1 };
  add("rect", { ...outline, fill: "none", stroke: "var(--edge)", class: "gpu" });
  const name = { x: left + padding, y: top + 15, "font-size": 11, "font-weight": 700 };
  add("text", name, gpu.name);
  const inside = { left: left + padding, top: top + nameHeight + 2 };
  if (latent) {
    const strip = { x: inside.left, y: inside.top, width: boxWidth - 2 * padding };
    latentStrip(latent, { ...strip, height: cellHeight }, gpu.copy, add);
  }
  const cellAt = (i: number): Cell => ({
    x: inside.left + (i % perLine) * cellWidth,
    y: inside.top + Math.floor(i / perLine) * (2 * cellHeight + grid.lineGap),
    width: cellWidth - (lettered ? 3 : 2),
    height: cellHeight,
  });
  for (const [i, { head, copy }] of gpu.heads.entries()) {
    if (latent) break;
    const cell = cellAt(i);
    headCell("k", cell, copy, lettered ? `K${head}` : "", add);
    const below = { ...cell, y: cell.y + cellHeight };
    headCell("v", below, copy, lettered ? `V${head}` : "", add);
  }
  for (let i = 0; i < gpu.idle; i++) {
    const cell = cellAt(gpu.heads.length + i);
    idlePlace({ ...cell, height: 2 * cellHeight - 1 }, hatch, add);
  }
  if (!gpu.queries) return;
  const asked = { x: inside.left, y: top + boxHeight - 7, "font-size": 11, fill: "var(--q-text)" };
  add("text", asked, gpu.queries);
}

/** One head's K or V: washed where it is kept first, empty where it is a copy. */
function headCell(role: "k" | "v", cell: Cell, copy: boolean, letter: string, add: Add): void {
  const { x, y, width, height } = cell;
  const wash = letter ? `var(--${role}-wash)` : `var(--${role})`;
  const drawn = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 2 };
  const fill = { fill: copy ? "none" : wash, stroke: `var(--${role})` };
  add("rect", { ...drawn, ...fill, class: copy ? "copy" : "own" });
  if (!letter) return;
  const middle = { x: x + width / 2, y: y + height / 2 + 3, "text-anchor": "middle" };
  add("text", { ...middle, "font-size": 11, fill: `var(--${role}-text)` }, letter);
}

function idlePlace({ x, y, width, height }: Cell, hatch: string, add: Add): void {
  const drawn = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1 };
  add("rect", { ...drawn, fill: `url(#${hatch})`, stroke: "var(--waste)", class: "idle" });
}

/** A latent and what lies beside it, lengths as their values. */
function latentStrip(
  parts: readonly { readonly letter: string; readonly values: number }[],
  { x, y, width, height }: Cell,
  copy: boolean,
  add: Add,
): void {
  const all = parts.reduce((sum, { values }) => sum + values, 0);
  let from = x;
  for (const { letter, values } of parts) {
    const length = (width * values) / all;
    const drawn = { x: from + 0.5, y: y + 0.5, width: length - 1, height: height - 1 };
    const fill = { fill: copy ? "none" : "var(--mla)", "fill-opacity": 0.18 };
    add("rect", { ...drawn, ...fill, stroke: "var(--mla)", class: copy ? "copy" : "own" });
    const middle = { x: from + length / 2, y: y + height / 2 + 4, "text-anchor": "middle" };
    const texts = [`${letter} ${values.toLocaleString("en-US")}`, letter];
    const said = texts.find((text) => textWidth(text, 11) + 4 < length);
    if (letter && said) add("text", { ...middle, "font-size": 11, fill: "var(--mla-text)" }, said);
    from += length;
  }
}

interface KeyMark {
  readonly of: GpuKeyOf;
  readonly x: number;
  readonly y: number;
  readonly latent: boolean;
  readonly lettered: boolean;
  readonly hatch: string;
}

/** The mark itself; beside a cell that is too small for its letter stands the letter. */
function keyMark({ of, x, y, latent, lettered, hatch }: KeyMark, add: Add): void {
  const text = { y: y + 12, "font-size": 11 };
  if (of === "queries") {
    add("text", { ...text, x: x + 17, "text-anchor": "middle", fill: "var(--q-text)" }, "Q");
  } else if (of === "idle") {
    idlePlace({ x, y, width: 35, height: 16 }, hatch, add);
  } else if (latent) {
    const strip = { x, y, width: 35, height: 16 };
    latentStrip([{ letter: "", values: 1 }], strip, of === "copy", add);
  } else {
    for (const [i, role] of (["k", "v"] as const).entries()) {
      const letter = role.toUpperCase();
      if (lettered) {
        headCell(role, { x: x + 18 * i, y, width: 17, height: 17 }, of === "copy", letter, add);
        continue;
      }
      const left = x + 22 * i;
      headCell(role, { x: left, y: y + 3, width: 9, height: 11 }, of === "copy", "", add);
      add("text", { ...text, x: left + 11, fill: `var(--${role}-text)` }, letter);
    }
  }
}
