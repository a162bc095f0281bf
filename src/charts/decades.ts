/** Powers of ten inside a domain, every `every`th of them. */
export function decades([first, last]: readonly [number, number], every = 1): readonly number[] {
  const from = Math.ceil(Math.log10(first) - 1e-9);
  const to = Math.floor(Math.log10(last) + 1e-9);
  const powers = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  return powers.filter((power) => (to - power) % every === 0).map((power) => 10 ** power);
}
