/** Largest difference from the reference as a share of the reference's largest value. */
export function relativeError(values: ArrayLike<number>, reference: ArrayLike<number>): number {
  let difference = 0;
  let largest = 0;
  for (let i = 0; i < reference.length; i++) {
    const expected = reference[i] as number;
    difference = Math.max(difference, Math.abs((values[i] as number) - expected));
    largest = Math.max(largest, Math.abs(expected));
  }
  return difference / largest;
}
