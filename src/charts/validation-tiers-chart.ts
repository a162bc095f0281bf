import { scaleLog } from "d3-scale";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { type MarkShape, markShape } from "./mark-shape.ts";
import { textWidth } from "./text-width.ts";

export const tierNames = ["naive", "ideal", "ours"] as const;
export type TierName = (typeof tierNames)[number];

export interface ValidationTiersData {
  readonly rows: readonly {
    readonly name: string;
    readonly engine: string;
    /** Cache of a request by the formula, in parts of what the engine took. */
    readonly ratios: Readonly<Record<TierName, number>>;
  }[];
  readonly names: Readonly<Record<TierName, string>>;
  /** A ratio, as it is to be read. */
  readonly times: (ratio: number) => string;
  readonly xAxis: string;
  readonly label: string;
}

const style: Readonly<Record<TierName, { shape: MarkShape; r: number; color: string }>> = {
  naive: { shape: "square", r: 4.6, color: "var(--waste)" },
  ideal: { shape: "diamond", r: 4.6, color: "var(--muted)" },
  ours: { shape: "circle", r: 4.2, color: "var(--kv)" },
};

const keyLine = 18;
const keyMark = 16;
const nameRoom = 200;

/** Three formulas for the same starts: how many times the real cache each counts, on a log axis. */
export function validationTiersChart(
  data: ValidationTiersData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const narrow = width < 500;
  const rowHeight = narrow ? 38 : 26;
  const left = narrow ? 8 : nameRoom;
  const key = keyPlaces(data.names, narrow ? 0 : nameRoom, width);
  const top = (key.at(-1)?.y ?? 0) + keyLine;
  const bottom = top + data.rows.length * rowHeight + 6;
  const svg = canvas(document, width, bottom + 44);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const all = data.rows.flatMap(({ ratios }) => Object.values(ratios));
  const x = scaleLog([Math.min(0.5, ...all) / 1.25, Math.max(2, ...all) * 1.25], [left, width - 8]);

  for (const { tier, x: from, y } of key) {
    mark(tier, from + 6, y, add);
    add("text", { x: from + keyMark, y: y + 4, "font-size": 11 }, data.names[tier]);
  }
  // On a narrow drawing a name has its own line, which the grid leaves free.
  const grid: Spans = narrow
    ? data.rows.map((_, i) => [top + i * rowHeight + 17, top + (i + 1) * rowHeight])
    : [[top, bottom]];
  axis({ x, grid, bottom, width, narrow }, data, add);
  for (const [i, row] of data.rows.entries()) {
    const rowTop = top + i * rowHeight;
    const y = rowTop + (narrow ? 27 : rowHeight / 2);
    svg.append(nameOf(row, { x: 0, y: narrow ? rowTop + 13 : y + 4 }, document));
    marks(row.ratios, x, y, add);
  }
  return figure(svg, data.label);
}

/** From where to where, from above. */
type Spans = readonly (readonly [from: number, to: number])[];

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** Where each mark of the key and its name stand: in lines as wide as there is room. */
function keyPlaces(
  named: Readonly<Record<TierName, string>>,
  left: number,
  right: number,
): readonly { readonly tier: TierName; readonly x: number; readonly y: number }[] {
  let [x, y] = [left, 12];
  return tierNames.map((tier) => {
    const room = keyMark + textWidth(named[tier], 11);
    if (x > left && x + room > right) [x, y] = [left, y + keyLine];
    const place = { tier, x, y };
    x += room + 10;
    return place;
  });
}

const ticks = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100] as const;

function axis(
  at: {
    readonly x: { (value: number): number; domain: () => number[] };
    readonly grid: Spans;
    readonly bottom: number;
    readonly width: number;
    readonly narrow: boolean;
  },
  { times, xAxis }: ValidationTiersData,
  add: Add,
): void {
  const { x, grid, bottom, width, narrow } = at;
  const [first = 0, last = 0] = x.domain();
  const shown = ticks.filter((tick) => tick >= first && tick <= last);
  const small = { "font-size": 11, fill: "var(--muted)" };
  const upright = (tick: number) => grid.map(([from, to]) => `M${x(tick)} ${from}V${to}`).join("");
  add("path", { d: shown.map(upright).join(""), stroke: "var(--rule)", fill: "none" });
  add("path", { d: upright(1), stroke: "var(--edge)", fill: "none" });
  for (const tick of shown.filter((_, i) => !narrow || Math.log10(shown[i] ?? 1) % 1 === 0)) {
    const text = { x: x(tick), y: bottom + 16, "text-anchor": "middle" };
    add("text", { ...text, ...small }, times(tick));
  }
  add("text", { x: width - 8, y: bottom + 36, "text-anchor": "end", ...small }, xAxis);
}

/** A model and its engine. */
function nameOf(
  { name, engine }: ValidationTiersData["rows"][number],
  { x, y }: { readonly x: number; readonly y: number },
  document: Document,
): SVGElement {
  const small = { dx: 6, "font-size": 11, fill: "var(--muted)" };
  return node(document, "text", { x, y, ...halo }, name, node(document, "tspan", small, engine));
}

/** A line over what the formulas say, and their marks; ours on top. */
function marks(
  ratios: Readonly<Record<TierName, number>>,
  x: (value: number) => number,
  y: number,
  add: Add,
): void {
  const all = Object.values(ratios);
  const [from, to] = [x(Math.min(...all)), x(Math.max(...all))];
  add("path", { d: `M${from} ${y}H${to}`, stroke: "var(--rule)", "stroke-width": 2, fill: "none" });
  for (const tier of tierNames) mark(tier, x(ratios[tier]), y, add);
}

/** Only ours is filled, so that all three show where they meet. */
function mark(tier: TierName, x: number, y: number, add: Add): void {
  const { shape, r, color } = style[tier];
  const inside = tier === "ours" ? color : "none";
  const size = tier === "ours" ? r - 1.4 : r + 0.8;
  const d = markShape(shape, x, y, size);
  add("path", { d, fill: inside, stroke: color, "stroke-width": 1.6, class: tier });
}
