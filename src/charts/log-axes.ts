import { scaleLog } from "d3-scale";

type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** A drawing whose both axes are logarithmic: its scales, in px, and its edges. */
export interface LogPlace {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface LogFrame {
  readonly xDomain: readonly [number, number];
  readonly yDomain: readonly [number, number];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function logPlace(frame: LogFrame): LogPlace {
  const { left, right, top, bottom } = frame;
  const x = scaleLog([...frame.xDomain], [left, right]);
  const y = scaleLog([...frame.yDomain], [bottom, top]);
  return { x: (value) => x(value), y: (value) => y(value), left, right, top, bottom };
}

export interface Tick {
  readonly value: number;
  readonly text: string;
}

/** Powers of ten inside a domain, every `every`th of them. */
export function decades([first, last]: readonly [number, number], every = 1): readonly number[] {
  const from = Math.ceil(Math.log10(first) - 1e-9);
  const to = Math.floor(Math.log10(last) + 1e-9);
  const powers = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  return powers.filter((power) => (to - power) % every === 0).map((power) => 10 ** power);
}

/** Grid, ticks and titles: the y title above its axis, the x title below at the right. */
export function logAxes(
  at: LogPlace,
  ticks: { readonly x: readonly Tick[]; readonly y: readonly Tick[] },
  titles: { readonly x: string; readonly y: string },
  add: Add,
): void {
  const small = { "font-size": 11, fill: "var(--muted)" };
  const grid = ticks.y.map(({ value }) => `M${at.left} ${at.y(value)}H${at.right}`).join("");
  add("path", { d: grid, stroke: "var(--rule)" });
  for (const { value, text } of ticks.y) {
    add("text", { x: at.left - 7, y: at.y(value) + 4, "text-anchor": "end", ...small }, text);
  }
  const marks = ticks.x.map(({ value }) => `M${at.x(value)} ${at.bottom}v4`).join("");
  add("path", { d: `M${at.left} ${at.bottom}H${at.right}${marks}`, stroke: "var(--edge)" });
  for (const { value, text } of ticks.x) {
    add("text", { x: at.x(value), y: at.bottom + 17, "text-anchor": "middle", ...small }, text);
  }
  add("text", { x: 0, y: 12, ...small }, titles.y);
  add("text", { x: at.right, y: at.bottom + 36, "text-anchor": "end", ...small }, titles.x);
}
