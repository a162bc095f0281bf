import { scaleLinear } from "d3-scale";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { markShape } from "./mark-shape.ts";
import { textWidth } from "./text-width.ts";
import { variantMark } from "./variant-mark.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

/** What is known of one variant for one goal. */
export interface GoalCell {
  /** `null`: only the text says something. */
  readonly value: number | null;
  readonly text: string;
  /** For a narrow picture, where the text is too long for it. */
  readonly short?: string;
  /** Half the width of its error bar. */
  readonly error?: number;
  /** Without a value: from where to where it lies. */
  readonly range?: readonly [number, number];
  /** Without either: that it lies left of 0, nobody says how far. */
  readonly lower?: boolean;
  /** A number that is printed elsewhere for the same thing. */
  readonly claim?: { readonly value: number; readonly text: string };
  /** A second line, where the drawing is wide. */
  readonly note?: string;
}

export interface GoalPanel {
  readonly title: string;
  readonly unit: string;
  /** Both for a narrow picture. */
  readonly titleShort: string;
  readonly unitShort: string;
  /** On which side of the baseline a variant is better, in words too. */
  readonly better: "left" | "right";
  readonly betterText: string;
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  /** Where the variant is to which all are held. */
  readonly baseline: number;
  /** One for each row. */
  readonly cells: readonly GoalCell[];
}

export interface GoalPanelsData {
  readonly rows: readonly {
    readonly variant: VariantKey;
    readonly name: string;
    /** Its heads, small. */
    readonly detail: string;
  }[];
  readonly panels: readonly GoalPanel[];
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

interface Layout {
  readonly narrow: boolean;
  readonly width: number;
  /** Top of each row, and the bottom of the last. */
  readonly tops: readonly number[];
  readonly bottom: number;
}

const small = { "font-size": 11, fill: "var(--muted)" };
const gap = 10;
const nameRoom = 70;
const headHeight = 56;

/** Goals side by side, a row for each variant: where it stands, and where the baseline does. */
export function goalPanels(data: GoalPanelsData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  const layout = layoutOf(data, narrow, width);
  const svg = canvas(document, width, layout.bottom + 24);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const left = narrow ? 0 : nameRoom;
  const each = (width - left - gap * (data.panels.length - 1)) / data.panels.length;
  const places = data.panels.map((panel, i) =>
    placeOf(panel, left + i * (each + gap), each, layout),
  );
  for (const place of places) background(place, layout, add);
  for (const [i, top] of layout.tops.entries()) {
    add("path", { d: `M0 ${top}H${width}`, stroke: "var(--rule)" });
    rowName(data.rows[i], top, narrow, add);
  }
  for (const place of places) {
    head(place, add);
    for (const [i, top] of layout.tops.entries()) {
      const [cell, row] = [place.panel.cells[i], data.rows[i]];
      if (cell && row) drawCell(cell, row.variant, place, top, narrow, add);
    }
  }
  return figure(svg, data.label);
}

/** A row is higher where a printed number has a line of its own. */
function layoutOf({ rows, panels }: GoalPanelsData, narrow: boolean, width: number): Layout {
  const tops: number[] = [];
  let bottom = headHeight;
  for (const i of rows.keys()) {
    tops.push(bottom);
    const claimed = panels.some(({ cells }) => cells[i]?.claim);
    bottom += narrow ? (claimed ? 69 : 54) : 40;
  }
  return { narrow, width, tops, bottom };
}

interface Place {
  readonly panel: GoalPanel;
  readonly left: number;
  readonly right: number;
  readonly x: (value: number) => number;
  readonly narrow: boolean;
}

function placeOf(panel: GoalPanel, left: number, width: number, { narrow }: Layout): Place {
  const [from, right] = [left + 8, left + width];
  const to = narrow ? right - 12 : lastMark(panel, from, right);
  return { panel, left, right, x: scaleLinear([...panel.domain], [from, to]), narrow };
}

/** The end of the scale at which every text right of its mark fits, in coarse steps. */
function lastMark(
  { cells, domain: [first, last] }: GoalPanel,
  from: number,
  right: number,
): number {
  const most = cells.map((cell) => {
    const room = right - from - textWidth(cell.text, 11) - 16;
    const part = (Math.max(...endsOf(cell)) - first) / (last - first);
    return part === 0 ? Number.POSITIVE_INFINITY : room / part;
  });
  const step = 8;
  return from + step * Math.floor(Math.min(right - from - 12, ...most) / step);
}

/** What text right of a cell's mark has to stay clear of. */
const endsOf = ({ value, error = 0, range, claim }: GoalCell): readonly number[] => [
  0,
  ...(value === null ? [] : [value + error]),
  ...(range ?? []),
  ...(claim ? [claim.value] : []),
];

/** The better side on the paper of figures, the baseline, and the axis with its ticks. */
function background(
  { panel, left, right, x, narrow }: Place,
  { tops, bottom }: Layout,
  add: Add,
): void {
  const top = tops[0] ?? headHeight;
  const at = x(panel.baseline);
  const [from, to] = panel.better === "left" ? [left, at] : [at, right];
  const side = { x: from, y: top, width: to - from, height: bottom - top };
  add("rect", { ...side, fill: "var(--figure)", class: "better" });
  add("path", { d: `M${left} ${bottom}H${right}`, stroke: "var(--edge)" });
  const line = { stroke: "var(--edge)", "stroke-dasharray": "2 3", class: "baseline" };
  // On a narrow drawing it leaves the lines of text free.
  const spans = narrow ? tops.map((row) => [row + 20, row + 39]) : [[top, bottom]];
  const d = spans.map(([a, b]) => `M${at} ${a}V${b}`).join("");
  add("path", { d, ...line });
  for (const tick of panel.ticks) {
    add("path", { d: `M${x(tick)} ${bottom}v4`, stroke: "var(--edge)" });
    const text = written(tick);
    const half = textWidth(text, 11) / 2;
    const middle = Math.min(Math.max(x(tick), left + half), right - half);
    add("text", { x: middle, y: bottom + 17, "text-anchor": "middle", ...small }, text);
  }
}

const written = (value: number): string => value.toLocaleString("en-US").replace("-", "\u2212");

function head({ panel, left, right, narrow }: Place, add: Add): void {
  add(
    "text",
    { x: left, y: 13, "font-weight": 700, "font-size": 12 },
    narrow ? panel.titleShort : panel.title,
  );
  add("text", { x: left, y: 29, ...small }, narrow ? panel.unitShort : panel.unit);
  const end = panel.better === "left" ? "start" : "end";
  const side = { x: end === "start" ? left : right, "text-anchor": end };
  add("text", { ...side, y: headHeight - 7, ...small }, panel.betterText);
}

function rowName(
  row: GoalPanelsData["rows"][number] | undefined,
  top: number,
  narrow: boolean,
  add: Add,
): void {
  if (!row) return;
  const name = { y: top + 16, "font-weight": 700, fill: variantStyle[row.variant].text };
  add("text", { x: 0, ...name, "font-size": 12 }, row.name);
  const detail = narrow ? { x: textWidth(row.name, 12) + 8, y: top + 16 } : { x: 0, y: top + 31 };
  add("text", { ...detail, ...small }, row.detail);
}

function drawCell(
  cell: GoalCell,
  variant: VariantKey,
  place: Place,
  top: number,
  narrow: boolean,
  add: Add,
): void {
  const { x } = place;
  const y = top + (narrow ? 29 : 14);
  const { line, text } = variantStyle[variant];
  if (cell.range) {
    const [from, to] = cell.range.map(x) as [number, number];
    const ends = `M${from} ${y - 4}v8M${to} ${y - 4}v8`;
    add("path", {
      d: `M${from} ${y}H${to}`,
      stroke: line,
      "stroke-dasharray": "3 3",
      class: "range",
    });
    add("path", { d: ends, stroke: line, "stroke-width": 1.5 });
  }
  if (cell.lower) {
    const arrow = `M${x(0)} ${y}h-24`;
    add("path", { d: arrow, stroke: line, "stroke-dasharray": "3 3", class: "lower" });
    const tip = `M${x(0) - 20} ${y - 4}l-5 4l5 4`;
    add("path", { d: tip, fill: "none", stroke: line, "stroke-width": 1.5 });
  }
  if (cell.value !== null) {
    const at = x(cell.value);
    add("path", { d: `M${x(0)} ${y}H${at}`, stroke: line, "stroke-width": 2, class: "stem" });
    if (cell.error !== undefined) errorBar(cell.value, cell.error, y, place, add);
    add("path", { ...variantMark(variant, at, y, 5), class: "place" });
  }
  if (cell.claim) {
    const d = markShape("circle", x(cell.claim.value), y, 9);
    add("path", { d, fill: "none", stroke: "var(--ink)", "stroke-width": 1.2, class: "claim" });
  }
  const known = cell.value !== null;
  const at = narrow ? { x: place.left, y: top + 49 } : { x: besideMark(cell, place), y: y + 4 };
  const weight = { fill: known ? text : "var(--muted)", "font-weight": known ? 700 : 400 };
  add(
    "text",
    { ...at, "font-size": 11, ...weight, ...halo },
    narrow ? (cell.short ?? cell.text) : cell.text,
  );
  const second = cell.claim?.text ?? (narrow ? undefined : cell.note);
  if (second === undefined) return;
  const start = Math.min(at.x, place.right - textWidth(second, 11));
  add("text", { x: start, y: narrow ? top + 63 : y + 21, ...small, ...halo }, second);
}

function errorBar(value: number, error: number, y: number, { x }: Place, add: Add): void {
  const [from, to] = [x(value - error), x(value + error)];
  const d = `M${from} ${y}H${to}M${from} ${y - 5}v10M${to} ${y - 5}v10`;
  add("path", { d, fill: "none", stroke: "var(--ink)", "stroke-width": 1.2, class: "spread" });
}

/** Where text stands right of all that is drawn: of the stem, the mark, its error, the print. */
function besideMark(cell: GoalCell, { x }: Place): number {
  const { value, error, claim } = cell;
  const radius = claim ? 9 : value !== null && error === undefined ? 6 : 1;
  return x(Math.max(...endsOf(cell))) + radius + 6;
}
