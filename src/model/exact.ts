/**
 * The value itself.
 * @throws RangeError when it is not a non-negative integer that a Number holds exactly.
 */
export function exactCount(value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  const isHuge = Number.isInteger(value) && value > 0;
  throw new RangeError(isHuge ? `too large to be exact: ${value}` : `not a count: ${value}`);
}

/**
 * Product of non-negative integers, exact.
 * @throws RangeError when a factor is not a non-negative integer, or the product is past 2^53 − 1.
 */
export function exactProduct(...factors: readonly number[]): number {
  let product = 1;
  for (const factor of factors) product *= exactCount(factor);
  if (!Number.isSafeInteger(product)) {
    throw new RangeError(`too large to be exact: ${factors.join(" × ")}`);
  }
  return product;
}
