import { scaleLinear } from "d3-scale";
import type { Lang } from "../i18n/locales.ts";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { halo } from "./halo.ts";
import { markShape } from "./mark-shape.ts";
import { qualityAxis } from "./quality-axis.ts";
import { textWidth } from "./text-width.ts";

interface Point {
  readonly step: number;
  readonly value: number;
}

export interface TrainingProgressData {
  readonly lang: Lang;
  /** The last step there will be. */
  readonly steps: number;
  /** On the texts of each step, before it. */
  readonly trained: readonly Point[];
  /** On held-out texts. */
  readonly loss: readonly Point[];
  readonly accuracy: readonly Point[];
  /** The model's share of right answers before its heads were pooled. */
  readonly source: { readonly value: number; readonly name: string } | null;
  readonly xTicks: readonly { readonly step: number; readonly text: string }[];
  readonly names: {
    readonly trained: string;
    readonly heldOut: string;
    readonly loss: string;
    readonly accuracy: string;
    readonly steps: string;
    readonly empty: string;
  };
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const small = { "font-size": 11, fill: "var(--muted)" };
const left = 44;
const ink = { stroke: "var(--ink)", "stroke-width": 2, fill: "none" };

/** A training as it goes: the loss of every step above, right answers below. */
export function trainingProgress(
  data: TrainingProgressData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const panel = width < 500 ? 128 : 140;
  const [lossTop, shareTop] = [46, 46 + panel + 44];
  const bottom = shareTop + panel;
  const svg = canvas(document, width, bottom + 40);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const right = width - 12;
  const scale = scaleLinear([0, data.steps], [left, right]);
  const x = (step: number) => scale(step);
  const losses = [...data.trained, ...data.loss].map(({ value }) => value);
  const above = {
    ...qualityAxis("loss", losses, [lossTop, lossTop + panel], data.lang),
    ...{ x, top: lossTop, bottom: lossTop + panel, right },
  };
  const below = {
    ...qualityAxis("accuracy", [], [shareTop, bottom], data.lang),
    ...{ x, top: shareTop, bottom, right },
  };
  add("text", { x: 0, y: lossTop - 10, ...small }, data.names.loss);
  add("text", { x: 0, y: shareTop - 12, ...small }, data.names.accuracy);
  key(data, add);
  axes(above, add);
  axes(below, add);
  for (const { step, text } of data.xTicks) {
    add("path", { d: `M${x(step)} ${bottom}v4`, stroke: "var(--edge)" });
    const anchor = step === 0 ? "start" : step === data.steps ? "end" : "middle";
    add("text", { x: x(step), y: bottom + 18, "text-anchor": anchor, ...small }, text);
  }
  add("text", { x: left, y: bottom + 35, ...small }, data.names.steps);
  if (data.source) {
    const y = below.y(data.source.value);
    const dash = { stroke: "var(--mha)", "stroke-dasharray": "2 4", class: "before" };
    add("path", { d: `M${left} ${y}H${right}`, ...dash });
    const place = { x: right, y: y + 14, "text-anchor": "end", fill: "var(--mha-text)", ...halo };
    add("text", { ...place, "font-size": 11 }, data.source.name);
  }
  line(data.trained, above, { ...ink, stroke: "var(--edge)", "stroke-width": 1.2 }, "trained", add);
  for (const [points, at] of [
    [data.loss, above],
    [data.accuracy, below],
  ] as const) {
    line(points, at, ink, "held-out", add);
    for (const { step, value } of points) mark(at.x(step), at.y(value), add);
  }
  if (losses.length === 0) {
    const middle = { x: (left + right) / 2, y: lossTop + panel / 2, "text-anchor": "middle" };
    add("text", { ...middle, fill: "var(--muted)" }, data.names.empty);
  }
  return figure(svg, data.label);
}

interface Panel {
  readonly x: (step: number) => number;
  readonly y: (value: number) => number;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
  readonly bottom: number;
  readonly right: number;
}

function axes({ ticks, y, bottom, right }: Panel, add: Add): void {
  const grid = ticks.map(({ value }) => `M${left} ${y(value)}H${right}`).join("");
  if (grid) add("path", { d: grid, stroke: "var(--rule)" });
  for (const { value, text } of ticks) {
    add("text", { x: left - 8, y: y(value) + 4, "text-anchor": "end", ...small }, text);
  }
  add("path", { d: `M${left} ${bottom}H${right}`, stroke: "var(--edge)" });
}

function line(
  points: readonly Point[],
  at: Panel,
  style: Record<string, string | number>,
  name: string,
  add: Add,
): void {
  if (points.length < 2) return;
  const d = points.map(({ step, value }) => `${at.x(step)} ${at.y(value)}`).join("L");
  add("path", { d: `M${d}`, ...style, class: name });
}

function mark(x: number, y: number, add: Add): void {
  const style = { fill: "var(--mark)", stroke: "var(--ink)", "stroke-width": 1.5 };
  add("path", { d: markShape("square", x, y, 4.5), ...style, class: "judged" });
}

function key({ names }: TrainingProgressData, add: Add): void {
  add("path", { d: "M0 10h18", ...ink, stroke: "var(--edge)", "stroke-width": 1.2 });
  add("text", { x: 24, y: 14, "font-size": 11 }, names.trained);
  const x = 44 + textWidth(names.trained, 11);
  mark(x + 6, 10, add);
  add("text", { x: x + 18, y: 14, "font-size": 11 }, names.heldOut);
}
