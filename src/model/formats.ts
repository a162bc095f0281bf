/**
 * How values of the cache are stored. The bytes of a row of n values (one head's K or V of one
 * token) are `⌈n · bits / 8⌉ + ⌈n / groupValues⌉ · groupBytes + rowBytes`. What the bytes hold, the
 * codecs of `quant` say; what they encode is as long as is said here.
 */
export interface ElementFormat {
  /** Bits of one value, without scales. */
  readonly bits: number;
  /** Values that share a scale, and the bytes of that scale (and zero point). */
  readonly groupValues?: number;
  readonly groupBytes?: number;
  /** Bytes of a scale that belongs to the row. */
  readonly rowBytes?: number;
  /** Groups run along tokens, each within a channel, instead of along a token's channels. */
  readonly perChannel?: true;
  /** So many of the newest tokens stay in 16 bits. */
  readonly newestTokens?: number;
  /** Tokens stay in 16 bits until so many are there, and then leave together. */
  readonly blockTokens?: number;
  /** Of the keys, where they are stored in another way than the values. */
  readonly keys?: ElementFormat;
  /** MLA only: the latent in `bits` with its scales, the RoPE key in so many bits. */
  readonly ropeBits?: number;
}

function grouped(bits: number, groupValues: number, groupBytes: number) {
  return { bits, groupValues, groupBytes };
}

function kivi(bits: number) {
  const groups = grouped(bits, 32, 4);
  return {
    ...{ ...groups, newestTokens: 128 },
    keys: { ...groups, perChannel: true, blockTokens: 128 },
  } as const satisfies ElementFormat;
}

/**
 * Formats by the name their engine or paper gives them.
 * - `int8`, `int4`, `int2`: groups of 128, 32 and 32 with a 16-bit scale and a 16-bit zero point
 *   each; `int4-g64` and the like name another group.
 * - `fp8_ds_mla`: 512 fp8 values with four fp32 scales and a bf16 RoPE key, 656 B
 *   (vLLM `v1/kv_cache_interface.py`).
 * - `kivi-4`, `kivi-2`: keys per channel in groups of 32 tokens, each 128 tokens at once; values per
 *   token in groups of 32, the newest 128 tokens in 16 bits (arXiv:2402.02750 and its code,
 *   https://github.com/jy-yuan/KIVI/blob/main/models/llama_kivi.py).
 * - `nvfp4`: one fp8 scale for 16 values; `mxfp4`: one 8-bit exponent for 32.
 * - `q8_0` … `iq4_nl`: blocks of 32 (ggml `ggml-common.h`); `q8_KV`: 8 B a row (ik_llama.cpp).
 */
export const elementFormats = {
  fp32: { bits: 32 },
  fp16: { bits: 16 },
  bf16: { bits: 16 },
  fp8: { bits: 8 },
  fp8_per_token_head: { bits: 8, rowBytes: 4 },
  int8_per_token_head: { bits: 8, rowBytes: 4 },
  fp8_ds_mla: { bits: 8, groupValues: 128, groupBytes: 4, ropeBits: 16 },
  int8: grouped(8, 128, 4),
  int4: grouped(4, 32, 4),
  int2: grouped(2, 32, 4),
  "kivi-4": kivi(4),
  "kivi-2": kivi(2),
  nvfp4: grouped(4, 16, 1),
  mxfp4: grouped(4, 32, 1),
  q8_0: grouped(8, 32, 2),
  q5_1: grouped(5, 32, 4),
  q5_0: grouped(5, 32, 2),
  q4_1: grouped(4, 32, 4),
  q4_0: grouped(4, 32, 2),
  iq4_nl: grouped(4, 32, 2),
  q8_KV: { bits: 8, rowBytes: 8 },
} as const satisfies Readonly<Record<string, ElementFormat>>;
export type FormatName = keyof typeof elementFormats;

/** The format of that name, `int4-g64` and the like included; `null` for a name not known. */
export function formatNamed(name: string): ElementFormat | null {
  if (Object.hasOwn(elementFormats, name)) return elementFormats[name as FormatName];
  const parts = /^int([248])-g(16|32|64|128|256)$/.exec(name);
  return parts ? grouped(Number(parts[1]), Number(parts[2]), 4) : null;
}

/** Formats of K and of V. */
export interface CacheFormat {
  readonly k: ElementFormat;
  readonly v: ElementFormat;
}

/** K and V in that format, which may store them in two ways. */
export const cacheFormat = (name: FormatName): CacheFormat => sameFormat(elementFormats[name]);

export const sameFormat = (format: ElementFormat): CacheFormat => ({
  k: format.keys ?? format,
  v: format,
});

/** Tokens of `tokens` that are still in 16 bits. */
export function newestTokens(
  { newestTokens, blockTokens }: Pick<ElementFormat, "newestTokens" | "blockTokens">,
  tokens: number,
): number {
  return blockTokens ? tokens % blockTokens : Math.min(tokens, newestTokens ?? 0);
}

/**
 * Bytes of `tokens` rows of `values` values: where groups run along tokens, channel by channel, the last
 * group with as many tokens as there are.
 */
export function rowsBytes(format: ElementFormat, values: number, tokens: number): number {
  const young = newestTokens(format, tokens);
  const old = tokens - young;
  const { perChannel, groupValues = 1 } = format;
  const groups = perChannel ? Math.floor(old / groupValues) : 0;
  const stored = perChannel
    ? values *
      (groups * groupRowBytes(format, groupValues) + groupRowBytes(format, old % groupValues))
    : old * rowBytes(format, values);
  return stored + young * values * 2;
}

/** Bytes of a row of `values` values, scales included: of one token, or its share in full groups. */
export function rowBytes(format: ElementFormat, values: number): number {
  const { perChannel, groupValues = 1 } = format;
  if (!perChannel) return groupRowBytes(format, values);
  return Math.ceil((values * groupRowBytes(format, groupValues)) / groupValues);
}

/** Bytes of values that lie one after the other, in groups. */
function groupRowBytes(format: ElementFormat, values: number): number {
  const scales = format.groupValues ? Math.ceil(values / format.groupValues) : 0;
  return (
    Math.ceil((values * format.bits) / 8) +
    scales * (format.groupBytes ?? 0) +
    (format.rowBytes ?? 0)
  );
}

/** Bits of one value with its share of the scales, in rows of `values` values. */
export const effectiveBits = (format: ElementFormat, values: number): number =>
  (rowBytes(format, values) * 8) / values;

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

/** Bytes of `params` weights in `format`, rounded up to a whole byte. */
export function weightBytes(params: number, format: WeightFormat): number {
  return Math.ceil((params * weightFormats[format].bitsTimes4) / 32);
}
