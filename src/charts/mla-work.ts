import { formatInteger } from "../i18n/format.ts";
import { formatPrefixed } from "../i18n/format-flops.ts";
import type { ChartContext } from "./chart.ts";
import { decades } from "./decades.ts";
import { canvas, figure, node } from "./figure.ts";
import { type Free, freeHeight } from "./free-height.ts";
import { halo } from "./halo.ts";
import type { TextLine } from "./line-pieces.ts";
import { type LogPlace, logAxes, logPlace } from "./log-axes.ts";
import { markShape } from "./mark-shape.ts";
import { textWidth } from "./text-width.ts";

export type MlaForm = "naive" | "absorbed";

export interface WorkLine {
  readonly form: MlaForm;
  readonly name: string;
  readonly own: boolean;
  readonly points: readonly { readonly queries: number; readonly macs: number }[];
  /** At the reader's number of queries. */
  readonly macs: number;
  readonly value: string;
}

export interface WorkBar {
  readonly form: MlaForm;
  readonly name: string;
  readonly own: boolean;
  /** Of the cache, and of K and V made from it for the step. */
  readonly read: number;
  readonly made: number;
  readonly text: string;
}

export interface MlaWorkData {
  readonly lines: readonly WorkLine[];
  readonly queries: number;
  /** From here on expanding is less work; null where it is not on the axis. */
  readonly crossing: {
    readonly queries: number;
    readonly macs: number;
    readonly text: string;
  } | null;
  readonly bars: readonly WorkBar[];
  readonly barsTitle: string;
  readonly xAxis: string;
  readonly yAxis: string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** One hue, for both are MLA: told apart by dash and mark. */
const formStyle = {
  naive: { dash: "none", mark: "square" },
  absorbed: { dash: "10 4", mark: "triangle" },
} as const;

/** The query tokens at which a line has its name: between the ends, and before they cross. */
const nameFrom = { naive: 10, absorbed: 27 } as const;

const line = "var(--mla)";
const ink = "var(--mla-text)";
const [barHeight, barStep, barsHead] = [16, 42, 50] as const;

/**
 * Multiply-adds of one step in both forms of MLA against the query tokens that share the context,
 * both axes logarithmic; below, on a scale of their own, the bytes that the step reads and makes.
 */
export function mlaWork(data: MlaWorkData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  const plot = narrow ? 320 : 350;
  const height = plot + barsHead + data.bars.length * barStep - 22;
  const svg = canvas(document, width, height);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const all = data.lines.flatMap(({ points }) => points);
  const macs = all.map((point) => point.macs);
  const most = Math.max(...all.map(({ queries }) => queries));
  const yDomain = [Math.min(...macs) / 2.5, Math.max(...macs) * 1.3] as const;
  const at = logPlace({
    xDomain: [1, most],
    yDomain,
    left: 52,
    right: width - 16,
    top: 40,
    bottom: plot - 46,
  });
  cursor(data.queries, at, add);
  const powers = Array.from({ length: Math.floor(Math.log2(most) / 2) + 1 }, (_, i) => 4 ** i);
  logAxes(
    at,
    {
      x: powers.map((value) => ({ value, text: formatInteger(value) })),
      y: decades(yDomain).map((value) => ({ value, text: formatPrefixed(value) })),
    },
    { x: data.xAxis, y: data.yAxis },
    add,
  );
  for (const of of data.lines) drawLine(of, at, add);
  words(data, at, add);
  bars(data, { top: plot, width }, add);
  return figure(svg, data.label);
}

function cursor(queries: number, { x, left, right, top, bottom }: LogPlace, add: Add): void {
  const from = Math.max(left, x(queries) - 7);
  const to = Math.min(right, x(queries) + 7);
  const band = { x: px(from), y: top, width: px(to - from), height: bottom - top };
  add("rect", { ...band, fill: "var(--mark-band)" });
}

type Point = readonly [x: number, y: number];

const pointsOf = ({ points }: WorkLine, at: LogPlace): readonly Point[] =>
  points.map(({ queries, macs }) => [at.x(queries), at.y(macs)] as const);

function drawLine(of: WorkLine, at: LogPlace, add: Add): void {
  const d = `M${pointsOf(of, at)
    .map(([x, y]) => `${px(x)} ${px(y)}`)
    .join("L")}`;
  const form = { "stroke-width": of.own ? 3.5 : 2, "stroke-dasharray": formStyle[of.form].dash };
  add("path", { d, fill: "none", stroke: line, ...form, class: `line-${of.form}` });
}

/** The lines' names, the reader's values and the crossing, none over a line or another text. */
function words(data: MlaWorkData, at: LogPlace, add: Add): void {
  const texts: TextLine[] = [];
  const free: Free = {
    lines: data.lines.map((of) => pointsOf(of, at)),
    texts,
    top: at.top - 14,
    bottom: at.bottom,
  };
  const write = (
    said: string,
    [x, y]: Point,
    size: number,
    more: Record<string, string | number>,
  ) => {
    const width = textWidth(said, size);
    const left = Math.min(Math.max(x - width / 2, at.left + 3), at.right - width);
    const places = ([1, -1] as const).flatMap((way) => {
      const wanted = { left, right: left + width, y: way === 1 ? y + 11 + size * 0.8 : y - 10 };
      const height = freeHeight(wanted, size, way, free);
      return height === null ? [] : [{ ...wanted, y: height, away: way * (height - wanted.y) }];
    });
    const [place = { left, right: left + width, y: y - 10 }] = places.sort(
      (a, b) => a.away - b.away,
    );
    texts.push(place);
    const middle = { x: px(left + width / 2), y: px(place.y), "text-anchor": "middle" };
    add("text", { ...middle, "font-size": size, ...more, ...halo }, said);
  };
  crossing(data, at, write, add);
  for (const of of data.lines) {
    const [x, y] = [at.x(data.queries), at.y(of.macs)];
    const d = markShape(formStyle[of.form].mark, px(x), px(y), of.own ? 6 : 5);
    add("path", {
      d,
      fill: line,
      stroke: "var(--paper)",
      "stroke-width": 1.5,
      class: `at-${of.form}`,
    });
    const size = of.own ? 15 : 12;
    write(of.value, [x, y], size, { fill: ink, "font-weight": of.own ? 700 : 400 });
  }
  for (const of of data.lines) {
    const beside = of.points.find(({ queries }) => queries >= nameFrom[of.form]);
    if (!beside) continue;
    const bold = { fill: ink, "font-weight": of.own ? 700 : 400, class: "name" };
    write(of.name, [at.x(beside.queries), at.y(beside.macs)], 12, bold);
  }
}

function crossing(
  { crossing: found }: MlaWorkData,
  at: LogPlace,
  write: (said: string, at: Point, size: number, more: Record<string, string | number>) => void,
  add: Add,
): void {
  if (!found) return;
  const [x, y] = [at.x(found.queries), at.y(found.macs)];
  const drop = { stroke: "var(--ink)", "stroke-dasharray": "2 3", fill: "none" };
  add("path", { d: `M${px(x)} ${px(y)}V${at.bottom}`, ...drop, class: "drop" });
  const ring = { d: markShape("circle", px(x), px(y), 7), fill: "none", stroke: "var(--ink)" };
  add("path", { ...ring, "stroke-width": 1.5, class: "crossing" });
  write(found.text, [x, Math.min(at.bottom - 26, y + 40)], 11, {
    fill: "var(--ink)",
    "font-weight": 700,
  });
}

/** Read from the cache: solid. Made from it: an outline, for whether it meets memory depends. */
function bars(
  { bars: list, barsTitle }: MlaWorkData,
  { top, width }: { readonly top: number; readonly width: number },
  add: Add,
): void {
  add("text", { x: 0, y: top + 18, "font-size": 11, fill: "var(--muted)" }, barsTitle);
  const most = Math.max(...list.map(({ read, made }) => read + made));
  for (const [i, { form, name, own, read, made, text }] of list.entries()) {
    const y = top + barsHead + i * barStep;
    const weight = own ? 700 : 400;
    add("text", { x: 0, y: y - 6, fill: ink, "font-weight": weight }, `${name}: ${text}`);
    const length = (bytes: number) => (width * bytes) / most;
    const bar = { y, height: barHeight };
    add("rect", {
      ...bar,
      x: 0,
      width: px(length(read)),
      fill: "var(--kv)",
      class: `read-${form}`,
    });
    if (made === 0) continue;
    const outline = { fill: "none", stroke: "var(--kv)", "stroke-dasharray": "4 3" };
    const rest = { x: px(length(read)) + 0.5, width: px(length(made)) - 1 };
    add("rect", { ...rest, y: y + 0.5, height: barHeight - 1, ...outline, class: `made-${form}` });
  }
}

const px = (value: number): number => Math.round(value * 100) / 100;
