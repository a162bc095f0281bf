import { scaleLog } from "d3-scale";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { type MarkShape, markShape } from "./mark-shape.ts";
import { textWidth } from "./text-width.ts";

export const planLimits = ["room", "pace", "compute"] as const;
export type PlanLimit = (typeof planLimits)[number];

export interface PlanRowData {
  readonly name: string;
  /** GPUs and how they are used; or why there is nothing. */
  readonly said: string;
  /** Requests a second that it cannot pass, and which of them is the lowest. */
  readonly ceilings: (Readonly<Record<PlanLimit, number>> & { readonly limit: PlanLimit }) | null;
  /** Requests a second that it bears; `null` while it has not been simulated. */
  readonly upTo: number | null;
  readonly picked: boolean;
}

export interface PlanRowsData {
  readonly rows: readonly PlanRowData[];
  /** Requests a second that are asked for. */
  readonly rate: number;
  readonly names: Readonly<Record<PlanLimit, string>> & {
    readonly rate: string;
    readonly axis: string;
  };
  readonly label: string;
}

const shapes: Readonly<Record<PlanLimit, MarkShape>> = {
  room: "square",
  pace: "diamond",
  compute: "triangle",
};
const rowHeight = 58;
const axisHeight = 40;
const keyHeight = 19;
const small = { "font-size": 11, fill: "var(--muted)" };
/** Ceilings further off than so many times the load are left out: they limit nothing. */
const farthest = 64;

/** Ways to serve a load: what each bears, and the three ceilings above it. */
export function planRows(data: PlanRowsData, { document, width }: ChartContext): SVGSVGElement {
  const { rows, rate, names } = data;
  const shown = rows.flatMap(({ ceilings, upTo }) => [
    ...(ceilings ? planLimits.map((limit) => ceilings[limit]) : []),
    upTo ?? rate,
  ]);
  const high = Math.max(2 * rate, ...shown.filter((value) => value <= farthest * rate));
  const low = Math.min(rate / 2, ...shown.filter((value) => value > 0));
  const x = scaleLog([low / 1.1, high * 1.15], [0, width - 1]);
  const key = keyOf(document, names, width);
  const top = key.height + 22;
  const bottom = top + rows.length * rowHeight;
  const svg = canvas(document, width, bottom + axisHeight);
  svg.append(...key.marks);
  const add = (name: string, attributes: Record<string, string | number>, text = "") =>
    svg.append(node(document, name, attributes, text));
  const asked = px(x(rate));
  add("path", {
    ...{ d: `M${asked} ${top - 3}V${bottom}`, stroke: "var(--ink)", "stroke-dasharray": "2 3" },
  });
  const half = textWidth(names.rate, 11) / 2;
  const anchor = asked < half ? "start" : asked > width - half ? "end" : "middle";
  add("text", { x: asked, y: top - 10, "font-size": 11, "text-anchor": anchor }, names.rate);
  for (const [i, { name, said, ceilings, upTo, picked }] of rows.entries()) {
    const y = top + i * rowHeight;
    const bar = y + 24;
    const weight = { "font-weight": picked ? 700 : 400 };
    add("text", { x: 0, y: y + 15, ...halo, ...weight }, name);
    add("text", { x: width - 1, y: y + 15, "text-anchor": "end", ...halo, ...weight }, said);
    add("path", { d: `M0 ${bar + 20}H${width}`, stroke: "var(--edge)" });
    if (upTo !== null) {
      const box = { x: 0, y: bar, width: px(x(upTo)), height: 20, fill: "var(--kv)" };
      add("rect", { ...box, "fill-opacity": picked ? 0.5 : 0.22 });
      add("path", { d: `M${px(x(upTo))} ${bar - 2}v24`, stroke: "var(--ink)", "stroke-width": 2 });
    }
    for (const limit of ceilings ? planLimits : []) {
      const at = ceilings?.[limit] ?? 0;
      if (at <= 0 || at > farthest * rate) continue;
      const binds = ceilings?.limit === limit;
      add("path", {
        d: markShape(shapes[limit], px(x(at)), bar + 10, binds ? 6 : 5),
        ...(binds ? { fill: "var(--waste)" } : { fill: "var(--paper)", "fill-opacity": 0.8 }),
        ...{ stroke: binds ? "var(--waste-text)" : "var(--ink)", "stroke-width": 1.2 },
      });
    }
  }
  for (const tick of ticksOf(low, high)) {
    const at = px(x(tick));
    const where = at < 12 ? "start" : at > width - 13 ? "end" : "middle";
    add("path", { d: `M${at} ${bottom}v4`, stroke: "var(--edge)" });
    add("text", { x: at, y: bottom + 16, "text-anchor": where, ...small }, tickText(tick));
  }
  add("text", { x: width - 1, y: bottom + 34, "text-anchor": "end", ...small }, names.axis);
  return figure(svg, data.label);
}

const halo = { stroke: "var(--paper)", "stroke-width": 3, "paint-order": "stroke" } as const;

/** Powers of two that lie inside. */
function ticksOf(low: number, high: number): readonly number[] {
  const from = Math.ceil(Math.log2(low));
  const count = Math.max(0, Math.floor(Math.log2(high)) - from + 1);
  const every = count > 8 ? 2 : 1;
  return Array.from({ length: Math.ceil(count / every) }, (_, i) => 2 ** (from + i * every));
}

const tickText = (rate: number): string => (rate < 1 ? `1/${1 / rate}` : String(rate));

function keyOf(document: Document, names: PlanRowsData["names"], width: number) {
  const marks: SVGElement[] = [];
  let [x, y] = [0, 0];
  for (const limit of planLimits) {
    const room = 18 + textWidth(names[limit], 11);
    if (x > 0 && x + room > width) [x, y] = [0, y + keyHeight];
    const look = { fill: "none", stroke: "var(--ink)", "stroke-width": 1.2 };
    marks.push(
      node(document, "path", { d: markShape(shapes[limit], x + 7, y + 8, 5), ...look }),
      node(document, "text", { x: x + 18, y: y + 12, "font-size": 11 }, names[limit]),
    );
    x += room + 16;
  }
  return { marks, height: y + keyHeight };
}

const px = (value: number): number => Math.round(value * 100) / 100;
