/**
 * Moves label positions apart so that neighbours are at least `gap` px from each other, keeping
 * their order and staying as near as possible above `bottom`.
 */
export function spread(
  positions: readonly number[],
  gap: number,
  bottom = Number.POSITIVE_INFINITY,
): readonly number[] {
  const order = positions.map((_, i) => i).sort((a, b) => at(positions, a) - at(positions, b));
  const placed = [...positions];
  for (let k = 1; k < order.length; k++) {
    const [before, here] = [at(order, k - 1), at(order, k)];
    placed[here] = Math.max(at(placed, here), at(placed, before) + gap);
  }
  let ceiling = bottom;
  for (const here of order.toReversed()) {
    placed[here] = Math.min(at(placed, here), ceiling);
    ceiling = at(placed, here) - gap;
  }
  return placed;
}

function at(list: readonly number[], index: number): number {
  const value = list[index];
  if (value === undefined) throw new RangeError(`no entry ${index}`);
  return value;
}
