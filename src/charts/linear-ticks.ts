/** Round numbers inside a range, at most so many intervals: 1, 2 or 5 times a power of ten apart. */
export function linearTicks(
  [first, last]: readonly [number, number],
  intervals: number,
): readonly number[] {
  const least = (last - first) / intervals;
  if (!(least > 0)) return [first];
  const power = 10 ** Math.floor(Math.log10(least));
  const times = [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10;
  // Divided where it is below 1: 3 × 0.1 is not 0.3.
  const [step, per] = power < 1 ? [times, Math.round(1 / power)] : [times * power, 1];
  const from = Math.ceil((first * per) / step - 1e-9);
  const to = Math.floor((last * per) / step + 1e-9);
  return Array.from({ length: to - from + 1 }, (_, i) => ((from + i) * step) / per);
}
