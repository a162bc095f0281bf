import { float16, fromMinifloat, toMinifloat } from "./minifloat.ts";
import { type RowCodec, requireFinite, viewOf } from "./row-codec.ts";

/** Numbers of a block. A row is whole blocks: llama.cpp refuses others. */
const blockValues = 32;

interface BlockFormat {
  /** 4, 5 or 8. */
  readonly bits: number;
  /** With the block's smallest number beside its scale. */
  readonly hasMinimum: boolean;
}

/**
 * llama.cpp's cache types in blocks of 32: the scale in float16 (then the smallest number, where there
 * is one), the fifth bits of all codes, then their lower four, code `i` beside code `i + 16`.
 *
 * - q4_0, q5_0: the number largest in size gets code 0, which stands for −8 or −16 scales; rounds
 *   `x / scale + 8.5` down, as with a fused multiply-add.
 * - q4_1, q5_1: from the smallest to the largest number, `(x − min) / scale + 0.5` rounded down.
 * - q8_0: `scale = largest / 127`, rounds half away from 0.
 *
 * All in float32, bit by bit as the reference.
 * @source https://github.com/ggml-org/llama.cpp/blob/master/ggml/src/ggml-quants.c,
 *   https://github.com/ggml-org/llama.cpp/blob/master/gguf-py/gguf/quants.py
 */
export const llamaBlocks = {
  q8_0: blockRows({ bits: 8, hasMinimum: false }),
  q5_1: blockRows({ bits: 5, hasMinimum: true }),
  q5_0: blockRows({ bits: 5, hasMinimum: false }),
  q4_1: blockRows({ bits: 4, hasMinimum: true }),
  q4_0: blockRows({ bits: 4, hasMinimum: false }),
} as const satisfies Readonly<Record<string, RowCodec>>;

function blockRows(format: BlockFormat): RowCodec {
  const { bits, hasMinimum } = format;
  const headBytes = hasMinimum ? 4 : 2;
  const blockBytes = headBytes + (blockValues * bits) / 8;
  const offset = offsetOf(format);
  const codes = new Uint8Array(blockValues);
  return {
    rowBytes(values) {
      if (values % blockValues === 0) return (values / blockValues) * blockBytes;
      throw new RangeError(
        `${values} numbers a row: blocks hold ${blockValues}, rows whole blocks`,
      );
    },
    encode(row, into) {
      requireFinite(row);
      for (let block = 0; block < row.length / blockValues; block++) {
        const bytes = into.subarray(block * blockBytes, (block + 1) * blockBytes);
        const values = row.subarray(block * blockValues, (block + 1) * blockValues);
        const { scale, minimum } = quantize(values, format, codes);
        const view = viewOf(bytes);
        view.setUint16(0, toMinifloat(float16, scale), true);
        if (hasMinimum) view.setUint16(2, toMinifloat(float16, minimum), true);
        lay(codes, bits, bytes.subarray(headBytes));
      }
    },
    decode(bytes, into) {
      for (let block = 0; block < into.length / blockValues; block++) {
        const view = viewOf(bytes.subarray(block * blockBytes, (block + 1) * blockBytes));
        const scale = fromMinifloat(float16, view.getUint16(0, true));
        const minimum = hasMinimum ? fromMinifloat(float16, view.getUint16(2, true)) : 0;
        take(bytes.subarray(block * blockBytes + headBytes), bits, codes);
        for (let i = 0; i < blockValues; i++) {
          const steps = Math.fround(scale * ((codes[i] as number) - offset));
          into[block * blockValues + i] = minimum + steps;
        }
      }
    },
  };
}

/** What a code of 0 stands for, in scales. */
function offsetOf({ bits, hasMinimum }: BlockFormat): number {
  if (hasMinimum) return 0;
  return 2 ** (bits - 1);
}

function quantize(values: Float32Array, format: BlockFormat, codes: Uint8Array) {
  const { bits, hasMinimum } = format;
  const last = 2 ** bits - 1;
  let [minimum, maximum, peak] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const value of values) {
    minimum = Math.min(minimum, value);
    maximum = Math.max(maximum, value);
    if (Math.abs(value) > Math.abs(peak)) peak = value;
  }
  if (hasMinimum) {
    const scale = Math.fround(Math.fround(maximum - minimum) / last);
    const inverse = inverseOf(scale);
    for (let i = 0; i < blockValues; i++) {
      const steps = Math.fround(Math.fround((values[i] as number) - minimum) * inverse);
      codes[i] = Math.min(last, Math.trunc(Math.fround(steps + 0.5)));
    }
    return { scale, minimum };
  }
  if (bits === 8) {
    const scale = Math.fround(Math.abs(peak) / 127);
    const inverse = inverseOf(scale);
    for (let i = 0; i < blockValues; i++) {
      const steps = Math.fround((values[i] as number) * inverse);
      codes[i] = Math.sign(steps) * Math.floor(Math.abs(steps) + 0.5) + offsetOf(format);
    }
    return { scale, minimum: 0 };
  }
  const offset = offsetOf(format);
  const scale = Math.fround(peak / -offset);
  const inverse = inverseOf(scale);
  for (let i = 0; i < blockValues; i++) {
    const steps = Math.fround((values[i] as number) * inverse + (offset + 0.5));
    codes[i] = Math.min(last, Math.trunc(steps));
  }
  return { scale, minimum: 0 };
}

const inverseOf = (scale: number): number => (scale === 0 ? 0 : Math.fround(1 / scale));

/** Puts a block's codes where llama.cpp has them. */
function lay(codes: Uint8Array, bits: number, into: Uint8Array): void {
  if (bits === 8) {
    for (let i = 0; i < blockValues; i++) into[i] = ((codes[i] as number) - 128) & 255;
    return;
  }
  const half = blockValues / 2;
  const lower = bits === 5 ? into.subarray(4) : into;
  for (let i = 0; i < half; i++) {
    lower[i] = ((codes[i] as number) & 15) | (((codes[i + half] as number) & 15) << 4);
  }
  if (bits < 5) return;
  let fifths = 0;
  for (let i = 0; i < blockValues; i++) fifths |= ((codes[i] as number) >>> 4) << i;
  viewOf(into).setUint32(0, fifths >>> 0, true);
}

function take(bytes: Uint8Array, bits: number, codes: Uint8Array): void {
  if (bits === 8) {
    for (let i = 0; i < blockValues; i++) codes[i] = ((bytes[i] as number) + 128) & 255;
    return;
  }
  const half = blockValues / 2;
  const lower = bits === 5 ? bytes.subarray(4) : bytes;
  const fifths = bits === 5 ? viewOf(bytes).getUint32(0, true) : 0;
  for (let i = 0; i < half; i++) {
    const pair = lower[i] as number;
    codes[i] = (pair & 15) | (((fifths >>> i) & 1) << 4);
    codes[i + half] = (pair >>> 4) | (((fifths >>> (i + half)) & 1) << 4);
  }
}
