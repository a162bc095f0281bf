/**
 * Two decimals as Python's `.2f` prints them: a tie goes to the even one, where JavaScript's
 * `toFixed` goes up. Only odd eighths are ties, as other halves of a hundredth are not exact.
 */
export function printedConcurrency(value: number): number {
  const eighths = value * 8;
  if (!Number.isInteger(eighths) || eighths % 2 === 0) return Number(value.toFixed(2));
  const below = Math.floor(value * 100);
  return (below % 2 === 0 ? below : below + 1) / 100;
}
