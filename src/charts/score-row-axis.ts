import { scaleLinear } from "d3-scale";
import { textWidth } from "./text-width.ts";

/** A row as its axis sees it. */
export interface MarkedRow {
  readonly marks: readonly {
    readonly at: number;
    readonly error: number | null;
    readonly text: string;
    readonly short: string;
  }[];
  /** Whether the short texts are shown. */
  readonly short: boolean;
}

/**
 * Where the label of the `i`th of a row's marks stands, from the left: those of two or three on
 * either side and above, a single one on the side away from what it is compared with.
 */
export function sideOf(
  marks: readonly { readonly at: number }[],
  i: number,
  zero: number | null,
): "left" | "right" | "above" {
  if (marks.length === 1) return zero !== null && (marks[0]?.at ?? 0) < zero ? "left" : "right";
  if (i === marks.length - 1) return "right";
  return i === 0 ? "left" : "above";
}

export interface RowAxis {
  readonly x: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly ticks: (count: number) => readonly number[];
}

export interface RowFrame {
  readonly domain: readonly [number, number];
  readonly zero: number | null;
  readonly left: number;
  readonly right: number;
}

/** From a mark's middle to its label, and of air at the ends of the axis. */
export const labelGap = 10;
const air = 8;

/**
 * Where on the picture the least and the greatest value stand so that all marks have room for their
 * labels: the ends are drawn in until no label beside a mark leaves the picture.
 */
export function rowRange(
  frame: RowFrame,
  rows: readonly MarkedRow[],
): readonly [from: number, to: number] {
  const { domain, left, right } = frame;
  let [from, to] = [left + air, right - air];
  // Each round brings the furthest label in; what it moves the others by shrinks from round to round.
  for (let round = 0; round < 40; round++) {
    const x = scaleLinear([...domain], [from, to]);
    const { before, after } = overhang(rows, x, frame);
    if (before < 0.5 && after < 0.5) break;
    // Labels wider than the picture: the marks keep a part of it.
    if (to - from - before - after < (right - left) / 5) break;
    from += before;
    to -= after;
  }
  return [from, to];
}

/** The axis around the middle of a domain that makes every unit so many px long. */
export function rowAxis(
  { domain, left, right }: RowFrame,
  [from, to]: readonly [number, number],
  unit: number,
): RowAxis {
  const [middle, half] = [(domain[0] + domain[1]) / 2, (to - from) / unit / 2];
  const scale = scaleLinear([middle - half, middle + half], [from, to]);
  const whole = scaleLinear([scale.invert(left), scale.invert(right)], [left, right]);
  const ticks = (count: number) => aroundValues(whole.ticks(count), domain);
  return { x: (value) => scale(value), left, right, ticks };
}

/** Without ticks that stand only where labels need room: at most one beyond the values on each side. */
function aroundValues(
  ticks: readonly number[],
  [least, most]: readonly [number, number],
): readonly number[] {
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
  const kept = ticks.filter((tick) => least - step < tick && tick < most + step);
  return kept.length > 1 ? kept : ticks;
}

/** How far labels reach over the left and the right edge, in px. */
function overhang(
  rows: readonly MarkedRow[],
  x: (value: number) => number,
  { left, right, zero }: RowFrame,
) {
  let [before, after] = [0, 0];
  for (const { marks, short } of rows) {
    const sorted = marks.toSorted((a, b) => a.at - b.at);
    for (const [i, mark] of sorted.entries()) {
      const width = textWidth(short ? mark.short : mark.text, 11) + labelGap;
      const [low, high] = [x(mark.at - (mark.error ?? 0)), x(mark.at + (mark.error ?? 0))];
      const side = sideOf(sorted, i, zero);
      if (side === "left") before = Math.max(before, left - (low - width));
      else if (side === "right") after = Math.max(after, high + width - right);
      before = Math.max(before, left + air - low);
      after = Math.max(after, high + air - right);
    }
  }
  return { before, after };
}
