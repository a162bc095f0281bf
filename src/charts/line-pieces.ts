/** A line of text: its left and right end and its baseline. */
export interface TextLine {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** What a letter takes above and below its baseline, and the air around it. */
const [above, below, beside] = [12, 5, 4] as const;

/**
 * What is left of an upright line at `x` from `top` to `bottom` that stops at the texts in its way
 * and goes on below them.
 */
export function linePieces(
  x: number,
  [top, bottom]: readonly [top: number, bottom: number],
  texts: readonly TextLine[],
): readonly (readonly [from: number, to: number])[] {
  const found: (readonly [number, number])[] = [];
  let from = top;
  const met = texts.filter(({ left, right }) => left - beside < x && x < right + beside);
  for (const { y } of met.sort((a, b) => a.y - b.y)) {
    const to = Math.min(bottom, y - above);
    if (to > from) found.push([from, to]);
    from = Math.max(from, y + below);
  }
  return bottom > from ? [...found, [from, bottom]] : found;
}
