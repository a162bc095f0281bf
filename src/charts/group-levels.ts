import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { linearTicks } from "./linear-ticks.ts";

export interface GroupLevelsData {
  readonly part: "k" | "v";
  /** Which numbers these are, and what their scale is. */
  readonly title: string;
  readonly subtitle: string;
  /** Of one group; none before there are any. */
  readonly numbers: readonly {
    readonly was: number;
    readonly is: number;
    readonly isLoud: boolean;
    readonly isChosen: boolean;
  }[];
  /** Numbers that a code can stand for. */
  readonly levels: ArrayLike<number>;
  readonly names: {
    readonly was: string;
    readonly levels: string;
    readonly empty: string;
  };
  readonly number: (value: number) => string;
  readonly label: string;
}

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

const small = { "font-size": 11, fill: "var(--muted)" } as const;
const top = 66;
const from = { y: top, height: 16 };
const to = { y: top + 74, height: 22 };
const height = to.y + to.height + 38;
const margin = 12;

/** Numbers of one group on a line, and the level that each goes to. */
export function groupLevels(
  data: GroupLevelsData,
  { document, width }: ChartContext,
): SVGSVGElement {
  const { numbers, levels, names, part } = data;
  const svg = canvas(document, width, height);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  add("text", { x: 0, y: 13, "font-weight": 700 }, data.title);
  add("text", { x: 0, y: 30, ...small }, data.subtitle);
  if (numbers.length === 0) {
    add("text", { x: 0, y: top, ...small }, names.empty);
    return figure(svg, data.label);
  }
  const all = numbers.flatMap(({ was, is }) => [was, is]);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const span = Math.max(most - least, 1e-6);
  const x = (value: number) => px(margin + ((value - least) / span) * (width - 2 * margin));
  add("text", { x: 0, y: from.y - 12, ...small }, names.was);
  const color = `var(--${part})`;
  const line = { fill: "none", stroke: color };
  const join = ({ was, is }: { was: number; is: number }) =>
    `M${x(was)} ${from.y + from.height}L${x(is)} ${to.y}`;
  const plain = numbers.filter(({ isChosen }) => !isChosen);
  add("path", { d: plain.map(join).join(""), ...line, "stroke-opacity": 0.45, class: "joins" });
  const tick = ({ was }: { was: number }) => `M${x(was)} ${from.y}v${from.height}`;
  add("path", { d: plain.map(tick).join(""), ...line, "stroke-width": 1.5, class: "numbers" });
  const inSight = Array.from(levels).filter(
    (level) => level >= least - 1e-9 && level <= most + 1e-9,
  );
  const steps = inSight.map((level) => `M${x(level)} ${to.y}v${to.height}`).join("");
  const thick = inSight.length > 40 ? 1 : 2;
  add("path", { d: steps, ...line, stroke: "var(--ink)", "stroke-width": thick, class: "levels" });
  add("text", { x: 0, y: height - 4, ...small }, names.levels);
  for (const { was } of numbers.filter(({ isLoud }) => isLoud)) {
    const d = `M${px(x(was) - 4)} ${from.y - 7}h8l-4 6z`;
    add("path", { d, fill: "var(--waste)", class: "loud" });
  }
  for (const one of numbers.filter(({ isChosen }) => isChosen)) {
    const focus = { fill: "none", stroke: "var(--focus)", "stroke-width": 2.5, class: "chosen" };
    add("path", { d: `${tick(one)}${join(one)}v${to.height}`, ...focus });
  }
  for (const value of linearTicks([least, most], width < 500 ? 4 : 8)) {
    const at = { x: x(value), y: to.y + to.height + 15, "text-anchor": "middle" };
    add("text", { ...at, ...small }, data.number(value));
  }
  return figure(svg, data.label);
}

const px = (value: number): number => Math.round(value * 100) / 100;
