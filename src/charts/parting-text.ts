import { type Free, freeHeight, type Polyline } from "./free-height.ts";
import type { TextLine } from "./line-pieces.ts";
import { textWidth } from "./text-width.ts";

export interface PartingText extends TextLine {
  readonly said: string;
  readonly anchor: "start" | "end";
}

/** What the text has to stay clear of, and the edges of the plot. */
export interface Surroundings {
  readonly lines: readonly Polyline[];
  readonly band: readonly [left: number, right: number];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Too narrow for a text that lies on something. */
  readonly narrow: boolean;
}

const size = 11;

/**
 * The text at the top of an upright at `x`: the first of `texts` that has a side where neither a
 * line nor the band is. Where none has, the first one, or nothing on a narrow drawing.
 */
export function partingText(
  x: number,
  texts: readonly [string, ...string[]],
  around: Surroundings,
): PartingText | null {
  const y = around.top + 20;
  const start = (said: string): PartingText => {
    const left = x + 5;
    return { said, left, right: left + textWidth(said, size), y, anchor: "start" };
  };
  const end = (said: string): PartingText => {
    const right = x - 5;
    return { said, left: right - textWidth(said, size), right, y, anchor: "end" };
  };
  const sides = x < (around.left + around.right) / 2 ? [start, end] : [end, start];
  const found = texts
    .flatMap((said) => sides.map((side) => side(said)))
    .find((text) => isClear(text, around));
  if (found) return found;
  return around.narrow ? null : (sides[0] ?? start)(texts[0]);
}

function isClear(text: PartingText, { lines, band, left, right, top, bottom }: Surroundings) {
  if (text.left < left || text.right > right) return false;
  if (text.right > band[0] && text.left < band[1]) return false;
  const free: Free = { lines, texts: [], top, bottom };
  return freeHeight(text, size, 1, free) === text.y;
}
