/** A mark and the label that belongs to it. */
export interface NearWanted {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface NearPlace {
  /** Left end and baseline. */
  readonly x: number;
  readonly y: number;
  /** So far from its mark that a thread has to lead there. */
  readonly moved: boolean;
}

/** Points of a line that no label should lie on. */
export type NearLine = readonly (readonly [x: number, y: number])[];

export interface NearEdges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const [beside, markReach, ascent, descent] = [9, 6, 10, 3] as const;
/** Furthest that a label moves up or down, and in which steps. */
const [furthest, step] = [150, 7] as const;

/**
 * Places for labels beside their marks: none over another label, a mark or a line, each as near as
 * it can be; right of its mark before left of it. Where nothing is free, a label keeps its first
 * place.
 */
export function placeNear(
  wanted: readonly NearWanted[],
  edges: NearEdges,
  lines: readonly NearLine[] = [],
): readonly NearPlace[] {
  const marks = wanted.map(({ x, y }) => ({
    left: x - markReach,
    right: x + markReach,
    top: y - markReach,
    bottom: y + markReach,
  }));
  const taken: Box[] = [];
  const inTheWay = [...marks, ...lines.flatMap(dotted)];
  const placed = new Map<NearWanted, NearPlace>();
  for (const label of [...wanted].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const candidates = candidatesOf(label);
    const free = candidates.find((place) => {
      const box = boxOf(place, label.width);
      return isInside(box, edges) && ![...taken, ...inTheWay].some((other) => meets(box, other));
    });
    const place = free ?? inside(candidates[0] ?? { ...label, moved: false }, label, edges);
    taken.push(boxOf(place, label.width));
    placed.set(label, place);
  }
  return wanted.map((label) => placed.get(label) ?? { x: label.x, y: label.y, moved: false });
}

/** A line as boxes so small and so near each other that a label on it meets one. */
function dotted(line: NearLine): readonly Box[] {
  return line.slice(1).flatMap(([x2, y2], i) => {
    const [x1, y1] = line[i] ?? [x2, y2];
    const parts = Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 4);
    return Array.from({ length: parts }, (_, k) => {
      const [x, y] = [x1 + ((x2 - x1) * k) / parts, y1 + ((y2 - y1) * k) / parts];
      return { left: x - 1, right: x + 1, top: y - 1, bottom: y + 1 };
    });
  });
}

/** From the nearest to the furthest. */
function candidatesOf({ x, y, width }: NearWanted): readonly NearPlace[] {
  const [right, left, middle] = [x + beside, x - beside - width, x - width / 2];
  const found: NearPlace[] = [];
  for (let shift = 0; shift <= furthest; shift += step) {
    for (const way of shift === 0 ? [1] : [1, -1]) {
      const baseline = y + 4 + way * shift;
      const moved = shift > step;
      found.push({ x: right, y: baseline, moved }, { x: left, y: baseline, moved });
    }
    if (shift !== step) continue;
    found.push(
      { x: middle, y: y - beside, moved: false },
      { x: middle, y: y + beside + ascent, moved: false },
    );
  }
  return found;
}

const boxOf = ({ x, y }: NearPlace, width: number): Box => ({
  left: x,
  right: x + width,
  top: y - ascent,
  bottom: y + descent,
});

const isInside = (box: Box, edges: NearEdges): boolean =>
  box.left >= edges.left &&
  box.right <= edges.right &&
  box.top >= edges.top &&
  box.bottom <= edges.bottom;

const meets = (one: Box, other: Box): boolean =>
  one.left < other.right + 2 &&
  other.left < one.right + 2 &&
  one.top < other.bottom &&
  other.top < one.bottom;

const inside = (
  place: NearPlace,
  { width }: NearWanted,
  { left, right }: NearEdges,
): NearPlace => ({
  ...place,
  x: Math.max(left, Math.min(place.x, right - width)),
});
