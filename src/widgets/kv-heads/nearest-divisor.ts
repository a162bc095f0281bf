/** The divisor of `whole` that is nearest to `wanted`; of two as near, the larger. */
export function nearestDivisor(whole: number, wanted: number): number {
  let nearest = 1;
  for (let divisor = 1; divisor <= whole; divisor++) {
    if (whole % divisor !== 0) continue;
    if (Math.abs(divisor - wanted) <= Math.abs(nearest - wanted)) nearest = divisor;
  }
  return nearest;
}
