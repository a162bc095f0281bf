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
