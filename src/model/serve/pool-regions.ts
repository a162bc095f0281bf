import type { HeldSequence, PoolFrame } from "./pool-frames.ts";
import type { PoolUsage } from "./pool-usage.ts";

/** Neighbouring slots in one state, of one owner. */
export interface PoolRegion {
  readonly state: keyof PoolUsage;
  readonly from: number;
  /** The first slot after it. */
  readonly to: number;
  /** The request that has them, the first of several; `null` for slots of nobody. */
  readonly request: number | null;
  /** Requests that read them. */
  readonly readers: number;
}

/** The pool that a frame is of. */
export interface PoolShape {
  readonly slots: number;
  /** Paged: tokens of a block; `null` for contiguous memory. */
  readonly blockTokens: number | null;
}

/** The whole pool from its first slot to its last; lengths by state are the frame's usage. */
export function poolRegions(frame: PoolFrame, shape: PoolShape): readonly PoolRegion[] {
  const { blockTokens } = shape;
  const owned = (
    blockTokens === null ? frame.held.flatMap(piecesOf) : blocksOf(frame, blockTokens)
  ).sort((a, b) => a.from - b.from);
  return joined(withHoles(owned, frame, shape));
}

function piecesOf({ request, tokens, most, piece }: HeldSequence): PoolRegion[] {
  if (!piece) return [];
  const { from, asked, taken } = piece;
  return parts(request, 1, [
    ["tokens", from, from + tokens],
    ["reserved", from + tokens, from + most],
    ["internal", from + most, from + asked],
    ["external", from + asked, from + taken],
  ]);
}

function blocksOf(frame: PoolFrame, blockTokens: number): PoolRegion[] {
  const readers = readersOf(frame);
  const seen = new Set<number>();
  const owned = frame.held.flatMap(({ request, tokens, most, blocks }) =>
    blocks.flatMap((block, i) => {
      if (seen.has(block)) return [];
      seen.add(block);
      const from = block * blockTokens;
      const filled = Math.min(blockTokens, Math.max(0, tokens - i * blockTokens));
      const wanted = Math.min(blockTokens, Math.max(filled, most - i * blockTokens));
      return parts(request, readers.get(block) ?? 1, [
        ["tokens", from, from + filled],
        ["reserved", from + filled, from + wanted],
        ["internal", from + wanted, from + blockTokens],
      ]);
    }),
  );
  const kept = frame.cached.flatMap((block) =>
    parts(null, 0, [["cached", block * blockTokens, (block + 1) * blockTokens]]),
  );
  return [...owned, ...kept];
}

/** How many of the sequences read each block. */
export function readersOf({ held }: PoolFrame): ReadonlyMap<number, number> {
  const readers = new Map<number, number>();
  for (const { blocks } of held) {
    for (const block of blocks) readers.set(block, (readers.get(block) ?? 0) + 1);
  }
  return readers;
}

type Part = readonly [state: PoolRegion["state"], from: number, to: number];

const parts = (request: number | null, readers: number, of: readonly Part[]): PoolRegion[] =>
  of
    .filter(([, from, to]) => to > from)
    .map(([state, from, to]) => ({ state, from, to, request, readers }));

/** With what nobody has: free, unless somebody waits for it in vain; and what makes no whole block. */
function withHoles(
  owned: readonly PoolRegion[],
  { usage }: PoolFrame,
  { slots, blockTokens }: PoolShape,
): PoolRegion[] {
  const usable = blockTokens === null ? slots : slots - usage.external;
  const hole = blockTokens === null && usage.free === 0 ? "external" : "free";
  const all: PoolRegion[] = [];
  let at = 0;
  for (const region of owned) {
    all.push(...parts(null, 0, [[hole, at, region.from]]), region);
    at = region.to;
  }
  all.push(...parts(null, 0, [[hole, at, usable]]));
  all.push(...parts(null, 0, [["external", usable, slots]]));
  return all;
}

/** Neighbours that say the same become one. */
function joined(regions: readonly PoolRegion[]): readonly PoolRegion[] {
  const all: PoolRegion[] = [];
  for (const region of regions) {
    const last = all.at(-1);
    const isSame =
      last?.state === region.state &&
      last.request === region.request &&
      last.readers === region.readers &&
      last.to === region.from;
    if (last && isSame) all[all.length - 1] = { ...last, to: region.to };
    else all.push(region);
  }
  return all;
}
