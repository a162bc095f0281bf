/**
 * x ÷ √(mean(x²) + ε) · scale, in float64.
 * @source Zhang and Sennrich 2019, https://arxiv.org/abs/1910.07467
 */
export function rmsNorm(
  x: ArrayLike<number>,
  scale: ArrayLike<number>,
  epsilon = 1e-6,
): Float64Array {
  const values = Float64Array.from(x);
  const meanSquare = values.reduce((sum, value) => sum + value * value, 0) / values.length;
  const root = Math.sqrt(meanSquare + epsilon);
  return values.map((value, i) => (value / root) * (scale[i] as number));
}
