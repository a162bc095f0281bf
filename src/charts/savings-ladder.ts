import { scaleLog } from "d3-scale";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { textWidth } from "./text-width.ts";

export interface LadderStep {
  readonly name: string;
  /** What it is multiplied with, in words; empty for the first. */
  readonly factor: string;
  /** Users after it; `null` where there is no room. */
  readonly users: number | null;
  readonly usersText: string;
  /** Fewer than before it. */
  readonly loses: boolean;
}

export interface SavingsLadderData {
  readonly steps: readonly LadderStep[];
  readonly label: string;
}

const rowHeight = 44;
const bar = 14;

/** Users at once, factor by factor, on a logarithmic axis: steps of equal length multiply alike. */
export function savingsLadder(
  { steps, label }: SavingsLadderData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const svg = canvas(document, width, steps.length * rowHeight);
  const users = steps.flatMap((step) => (step.users === null ? [] : [step.users]));
  const widest = Math.max(...steps.map(({ usersText }) => textWidth(usersText, 12))) + 8;
  const x = scaleLog(
    [Math.min(...users) / 1.6, Math.max(...users)],
    [0, Math.max(40, width - widest)],
  );
  const add = (name: string, attributes: Record<string, string | number>, text = "") =>
    svg.append(node(document, name, attributes, text));
  let before: number | null = null;
  for (const [i, step] of steps.entries()) {
    const y = i * rowHeight;
    add("text", { x: 0, y: y + 14 }, step.name);
    add("text", { x: width - 1, y: y + 14, "text-anchor": "end", "font-weight": 700 }, step.factor);
    const floor = y + 20;
    if (step.users === null) {
      add("text", { x: 0, y: floor + 11, fill: "var(--muted)" }, step.usersText);
      continue;
    }
    const end = px(x(step.users));
    const start = before === null ? 0 : px(x(before));
    const [from, to] = [Math.min(start, end), Math.max(start, end)];
    const row = { y: floor, height: bar };
    add("rect", {
      ...row,
      x: 0,
      width: Math.min(start || end, end),
      fill: "var(--kv)",
      "fill-opacity": 0.22,
    });
    if (before !== null && to > from) {
      const fill = step.loses ? "var(--waste)" : "var(--kv)";
      add("rect", { ...row, x: from, width: px(to - from), fill, "fill-opacity": 0.6 });
    }
    add("path", { d: `M${end} ${floor - 2}v${bar + 4}`, stroke: "var(--ink)", "stroke-width": 2 });
    add("text", { x: Math.max(end, step.loses ? to : end) + 6, y: floor + 11 }, step.usersText);
    before = step.users;
  }
  return figure(svg, label);
}

const px = (value: number): number => Math.round(value * 100) / 100;
