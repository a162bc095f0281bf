/**
 * Shape of two operands that are stretched to each other: aligned at the right, equal or 1.
 * @throws RangeError when they do not fit
 */
export function broadcast(
  operator: string,
  a: readonly number[],
  b: readonly number[],
): readonly number[] {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, i) => {
    const [left, right] = [a[i - rank + a.length] ?? 1, b[i - rank + b.length] ?? 1];
    if (left === right || right === 1) return left;
    if (left === 1) return right;
    throw new RangeError(`${operator}: [${a}] and [${b}] do not fit each other`);
  });
}
