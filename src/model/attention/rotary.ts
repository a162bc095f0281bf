/** How the dimensions of a head are paired: the two halves (Llama), or neighbours (DeepSeek). */
export type RotaryPairs = "halves" | "neighbours";

/**
 * Cosines and sines by which RoPE turns each dimension at each position, each [positions, dim].
 *
 * Dimension pair `i` turns by position · base^(−2i / dim).
 * @throws RangeError when `dim` is odd
 * @source Su et al. 2021, https://arxiv.org/abs/2104.09864
 */
export function rotaryTables(
  positions: readonly number[],
  dim: number,
  { base = 10_000, pairs = "halves" }: { base?: number; pairs?: RotaryPairs } = {},
): { readonly cos: Float64Array; readonly sin: Float64Array } {
  if (dim % 2 !== 0) throw new RangeError(`RoPE turns pairs, ${dim} is odd`);
  const angles = positions.flatMap((position) =>
    Array.from({ length: dim }, (_, d) => {
      const pair = pairs === "halves" ? d % (dim / 2) : Math.floor(d / 2);
      return position * base ** ((-2 * pair) / dim);
    }),
  );
  return { cos: Float64Array.from(angles, Math.cos), sin: Float64Array.from(angles, Math.sin) };
}

/** The dimension that is paired with `d`, and the sign with which its value enters. */
export function rotaryPartner(
  d: number,
  dim: number,
  pairs: RotaryPairs,
): { readonly partner: number; readonly sign: -1 | 1 } {
  const first = pairs === "halves" ? d < dim / 2 : d % 2 === 0;
  const distance = pairs === "halves" ? dim / 2 : 1;
  return first ? { partner: d + distance, sign: -1 } : { partner: d - distance, sign: 1 };
}

/**
 * One row turned by RoPE: x · cos + partner(x) · sin.
 * @param row index of the position in the tables
 */
export function rotated(
  x: ArrayLike<number>,
  row: number,
  { cos, sin }: { readonly cos: ArrayLike<number>; readonly sin: ArrayLike<number> },
  pairs: RotaryPairs = "halves",
): Float64Array {
  const dim = x.length;
  const turned = new Float64Array(dim);
  for (let d = 0; d < dim; d++) {
    const { partner, sign } = rotaryPartner(d, dim, pairs);
    const at = row * dim + d;
    turned[d] =
      (x[d] as number) * (cos[at] as number) + sign * (x[partner] as number) * (sin[at] as number);
  }
  return turned;
}
