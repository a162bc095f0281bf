/** A binary float of at most 16 bits: sign, exponent, mantissa, as IEEE 754 lays them out. */
export interface Minifloat {
  readonly bits: number;
  readonly mantissaBits: number;
  readonly bias: number;
  /** The code of its largest finite value. */
  readonly largest: number;
  /** The code of infinity; `null` where there is none. */
  readonly infinity: number | null;
  /** The code of a NaN; `null` where there is none. */
  readonly nan: number | null;
}

/**
 * OCP FP8 E4M3: no infinities, NaN only where all bits are set, largest 448.
 * @source https://www.opencompute.org/documents/ocp-8-bit-floating-point-specification-ofp8-revision-1-0-2023-12-01-pdf-1
 */
export const e4m3fn: Minifloat = {
  ...{ bits: 8, mantissaBits: 3, bias: 7, largest: 0x7e, infinity: null, nan: 0x7f },
};

/** OCP FP8 E5M2: IEEE 754 in 8 bits, largest 57,344. Source as of `e4m3fn`. */
export const e5m2: Minifloat = {
  ...{ bits: 8, mantissaBits: 2, bias: 15, largest: 0x7b, infinity: 0x7c, nan: 0x7e },
};

/**
 * FP4 of the OCP microscaling formats: 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives.
 * @source https://www.opencompute.org/documents/ocp-microscaling-formats-mx-v1-0-spec-final-pdf
 */
export const e2m1: Minifloat = {
  ...{ bits: 4, mantissaBits: 1, bias: 1, largest: 0x7, infinity: null, nan: null },
};

/** IEEE 754 binary16, largest 65,504. */
export const float16: Minifloat = {
  ...{ bits: 16, mantissaBits: 10, bias: 15, largest: 0x7bff, infinity: 0x7c00, nan: 0x7e00 },
};

/** The upper half of a float32. */
export const bfloat16: Minifloat = {
  ...{ bits: 16, mantissaBits: 7, bias: 127, largest: 0x7f7f, infinity: 0x7f80, nan: 0x7fc0 },
};

const float = new Float32Array(1);
const word = new Uint32Array(float.buffer);

/**
 * The code of the nearest value, ties to the even mantissa. What is too large, infinity included,
 * becomes the largest finite value, as engines convert a cache (CUDA's `__NV_SATFINITE`); NaN stays NaN.
 * @param value a float32; other numbers are rounded to one first
 * @param beyond the code of what is too large, where it is not the largest: infinity
 * @throws RangeError for NaN where the type has none
 */
export function toMinifloat(type: Minifloat, value: number, beyond = type.largest): number {
  const { bits, mantissaBits, bias, largest, nan } = type;
  float[0] = value;
  const all = word[0] as number;
  const sign = (all >>> 31) << (bits - 1);
  const size = all & 0x7fffffff;
  if (size > 0x7f800000) {
    if (nan === null) throw new RangeError("NaN has no code in a type without NaN");
    return sign | nan;
  }
  // A float32 below its own normals has no hidden bit, and the exponent of the smallest of them.
  const field = Math.max(size >>> 23, 1);
  const mantissa = (size & 0x7fffff) | (size >>> 23 === 0 ? 0 : 0x800000);
  const exponent = Math.max(field - 127 + bias, 1);
  const shift = 23 - mantissaBits + (exponent - (field - 127 + bias));
  if (shift > 25) return sign;
  // As a code, normal or not: the hidden bit adds one to the exponent's field where it is there.
  const code = ((exponent - 1) << mantissaBits) + roundedShift(mantissa, shift);
  return sign | (code > largest ? beyond : code);
}

/** `value / 2^shift`, ties to even. */
function roundedShift(value: number, shift: number): number {
  const kept = value >>> shift;
  const rest = value & ((1 << shift) - 1);
  const half = 1 << (shift - 1);
  return kept + (rest > half || (rest === half && (kept & 1) === 1) ? 1 : 0);
}

/** Values by code: 256 or 65,536 of them, made when first asked for. */
const tables = new Map<Minifloat, Float32Array>();

export function minifloatValues(type: Minifloat): Float32Array {
  const known = tables.get(type);
  if (known) return known;
  const table = Float32Array.from({ length: 2 ** type.bits }, (_, code) => codeValue(type, code));
  tables.set(type, table);
  return table;
}

/** The value of a code. */
export const fromMinifloat = (type: Minifloat, code: number): number =>
  minifloatValues(type)[code] as number;

function codeValue(
  { bits, mantissaBits, bias, largest, infinity }: Minifloat,
  code: number,
): number {
  const size = code & (2 ** (bits - 1) - 1);
  const sign = size === code ? 1 : -1;
  if (size > largest) return size === infinity ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  const field = size >>> mantissaBits;
  const mantissa = (size & (2 ** mantissaBits - 1)) + (field === 0 ? 0 : 2 ** mantissaBits);
  return sign * mantissa * 2 ** (Math.max(field, 1) - bias - mantissaBits);
}
