import type { TextLine } from "./line-pieces.ts";

type Point = readonly [x: number, y: number];

/** Points from left to right. */
export type Polyline = readonly Point[];

export interface Free {
  readonly lines: readonly Polyline[];
  readonly texts: readonly TextLine[];
  readonly top: number;
  readonly bottom: number;
}

/** Air between a text and a line, and between two texts. */
const [lineAir, textAir] = [2, 3] as const;

/**
 * The baseline nearest to that of `wanted`, in px, from there up (−1) or down (1), at which a text of
 * `size` px lies on none of the lines and texts; `null` where there is none.
 */
export function freeHeight(wanted: TextLine, size: number, way: 1 | -1, free: Free): number | null {
  const [ascent, descent] = [size * 0.8, size * 0.25];
  const isFree = (y: number): boolean => {
    const [top, bottom] = [y - ascent - lineAir, y + descent + lineAir];
    if (top < free.top || bottom > free.bottom) return false;
    const meetsText = free.texts.some(
      (other) =>
        other.left < wanted.right + textAir &&
        other.right > wanted.left - textAir &&
        Math.abs(other.y - y) < size + textAir,
    );
    return !meetsText && free.lines.every((line) => isClear(line, wanted, [top, bottom]));
  };
  for (let away = 0; away < free.bottom - free.top; away++) {
    if (isFree(wanted.y + way * away)) return wanted.y + way * away;
  }
  return null;
}

/** Whether a line stays out of the box from `left` to `right` and from `top` to `bottom`. */
function isClear(
  line: Polyline,
  { left, right }: TextLine,
  [top, bottom]: readonly [number, number],
): boolean {
  return line.slice(1).every((to, i) => {
    const from = line[i] ?? to;
    if (to[0] < left || from[0] > right) return true;
    const heights = [Math.max(from[0], left), Math.min(to[0], right)].map((x) => at(from, to, x));
    return Math.max(...heights) < top || Math.min(...heights) > bottom;
  });
}

/** The height of the line between two points at an `x` between them. */
const at = ([x1, y1]: Point, [x2, y2]: Point, x: number): number =>
  x2 === x1 ? y1 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
