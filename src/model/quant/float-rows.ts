import { e4m3fn, type Minifloat, minifloatValues, toMinifloat } from "./minifloat.ts";
import {
  type LevelledRowCodec,
  type RowCodec,
  requireFinite,
  roundHalfEven,
  viewOf,
} from "./row-codec.ts";

/** float32 as it is, little-endian. */
export const float32Rows: RowCodec = {
  rowBytes: (values) => 4 * values,
  encode(row, into) {
    const view = viewOf(into);
    for (let i = 0; i < row.length; i++) view.setFloat32(4 * i, row[i] as number, true);
  },
  decode(bytes, into) {
    const view = viewOf(bytes);
    for (let i = 0; i < into.length; i++) into[i] = view.getFloat32(4 * i, true);
  },
};

/**
 * Numbers one by one in a small float, without a scale, little-endian: fp16, bf16, and fp8 as engines
 * store it uncalibrated, with a scale of 1.0. Too large a number becomes the largest, NaN stays NaN.
 */
export function floatRows(type: Minifloat): LevelledRowCodec {
  const width = type.bits / 8;
  const values = minifloatValues(type);
  return {
    rowBytes: (count) => width * count,
    encode(row, into) {
      const view = viewOf(into);
      for (let i = 0; i < row.length; i++) {
        const code = toMinifloat(type, row[i] as number);
        if (width === 2) view.setUint16(2 * i, code, true);
        else into[i] = code;
      }
    },
    decode(bytes, into) {
      const view = viewOf(bytes);
      for (let i = 0; i < into.length; i++) {
        const code = width === 2 ? view.getUint16(2 * i, true) : (bytes[i] as number);
        into[i] = values[code] as number;
      }
    },
    levels: () => ascending(values),
  };
}

/** The finite ones of some numbers, ascending, each once: −0 is 0. */
export function ascending(values: Float32Array): Float32Array {
  const finite = new Set(values.filter(Number.isFinite).map((value) => value + 0));
  return Float32Array.from(finite).sort();
}

/**
 * 8-bit codes of a row, then one float32 scale for all of them, which puts the row's largest number on
 * the largest code: vLLM's `fp8_per_token_head` and `int8_per_token_head`.
 * @source https://docs.vllm.ai/en/latest/features/quantization/quantized_kvcache.html
 */
export function scaledRows(
  largest: number,
  to: (value: number) => number,
  from: Float32Array,
): RowCodec {
  return {
    rowBytes: (values) => values + 4,
    encode(row, into) {
      requireFinite(row);
      const scale = Math.fround(largestOf(row) / largest);
      for (let i = 0; i < row.length; i++)
        into[i] = scale === 0 ? 0 : to((row[i] as number) / scale);
      viewOf(into).setFloat32(row.length, scale, true);
    },
    decode(bytes, into) {
      const scale = viewOf(bytes).getFloat32(into.length, true);
      for (let i = 0; i < into.length; i++) into[i] = (from[bytes[i] as number] as number) * scale;
    },
  };
}

export const scaledFp8Rows: RowCodec = scaledRows(
  448,
  (value) => toMinifloat(e4m3fn, value),
  minifloatValues(e4m3fn),
);

const signedBytes = Float32Array.from({ length: 256 }, (_, byte) => (byte << 24) >> 24);

export const scaledInt8Rows: RowCodec = scaledRows(
  127,
  (value) => clampedTo(127, roundHalfEven(value)) & 255,
  signedBytes,
);

const clampedTo = (most: number, value: number): number => Math.max(-most, Math.min(most, value));

/** The largest size among numbers. */
export function largestOf(row: Float32Array): number {
  let largest = 0;
  for (const value of row) largest = Math.max(largest, Math.abs(value));
  return largest;
}
