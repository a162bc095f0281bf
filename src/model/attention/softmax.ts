/** exp(x) ÷ Σ exp(x), in float64, shifted by the largest so that nothing overflows. */
export function softmax(values: Float64Array): Float64Array {
  const largest = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const powers = values.map((value) => Math.exp(value - largest));
  const total = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / total);
}
