/** Where a label would like to stand: right below its point. */
export interface Wanted {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface Placed {
  /** Left end and baseline. */
  readonly x: number;
  readonly y: number;
  /** Further from its point than it wanted to be. */
  readonly moved: boolean;
}

export interface Edges {
  readonly right: number;
  readonly bottom: number;
  /** How far from the left a label may begin whose upper edge is at this height: after the roof. */
  readonly left: (y: number) => number;
}

const [beside, below, lineHeight, air] = [10, 15, 15, 6] as const;

/**
 * Places for the labels of points on a roof that rises to the right: below it, each as near as
 * possible to its point and none over another. Points whose label can stand beside them choose
 * before those whose label has to move, and points further right before those further left.
 */
export function placeLabels(wanted: readonly Wanted[], edges: Edges): readonly Placed[] {
  const taken: { left: number; right: number; y: number }[] = [];
  const placed = new Map<Wanted, Placed>();
  const start = ({ x, width }: Wanted) => Math.min(x + beside, edges.right - width);
  const roofed = (x: number, y: number) => x < edges.left(y - lineHeight + 2) + air;
  const moves = (label: Wanted) => Number(roofed(start(label), label.y + below));
  const order = [...wanted].sort((a, b) => moves(a) - moves(b) || b.x - a.x || a.y - b.y);
  for (const label of order) {
    const x = start(label);
    const first = label.y + below;
    const meets = (y: number) =>
      taken.some(
        (other) =>
          Math.abs(other.y - y) < lineHeight &&
          other.left < x + label.width + air &&
          x < other.right + air,
      );
    let y = first;
    while (y < edges.bottom && (meets(y) || roofed(x, y))) y++;
    // No room below: over the roof rather than over another label.
    if (meets(y) || y > edges.bottom) {
      y = Math.min(first, edges.bottom);
      while (y > lineHeight && meets(y)) y--;
    }
    taken.push({ left: x, right: x + label.width, y });
    placed.set(label, { x, y, moved: y !== first });
  }
  return wanted.map((label) => placed.get(label) ?? { x: label.x, y: label.y, moved: false });
}
