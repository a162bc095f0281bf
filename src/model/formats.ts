/** How one value of the cache is stored, without scales. */
export const kvFormats = {
  bf16: { elementBytes: 2 },
  fp8: { elementBytes: 1 },
} as const;
export type KvFormat = keyof typeof kvFormats;

/**
 * How weights are stored. `int4`: groups of 128 with a 16-bit scale and a 16-bit zero point each,
 * 4 + 32 / 128 = 4.25 bits a weight.
 */
export const weightFormats = {
  bf16: { bitsTimes4: 64 },
  fp8: { bitsTimes4: 32 },
  int4: { bitsTimes4: 17 },
} as const;
export type WeightFormat = keyof typeof weightFormats;

/** Bytes of one cached value. */
export const kvElementBytes = (format: KvFormat): number => kvFormats[format].elementBytes;

/** Bytes of `params` weights in `format`, rounded up to a whole byte. */
export function weightBytes(params: number, format: WeightFormat): number {
  return Math.ceil((params * weightFormats[format].bitsTimes4) / 32);
}
