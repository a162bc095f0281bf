import { ascending, largestOf } from "./float-rows.ts";
import { e2m1, e4m3fn, fromMinifloat, minifloatValues, toMinifloat } from "./minifloat.ts";
import { type LevelledRowCodec, requireFinite } from "./row-codec.ts";

interface SharedScale {
  /** Numbers that share a scale. */
  readonly values: number;
  /** The code of the scale for numbers of at most that size. */
  readonly codeFor: (largest: number) => number;
  readonly scaleOf: (code: number) => number;
}

/**
 * Blocks of 32 FP4 (E2M1) numbers with one exponent: the power of two that is `2^(floor(log2 largest) − 2)`,
 * biased by 127. A block is its exponent, then code `i` beside code `i + 16`, as llama.cpp lays it out.
 * A number above six scales becomes six: so the specification has it.
 * @source https://www.opencompute.org/documents/ocp-microscaling-formats-mx-v1-0-spec-final-pdf
 */
export const mxfp4Rows: LevelledRowCodec = fp4Rows({
  values: 32,
  codeFor: (largest) => (largest === 0 ? 0 : Math.max(0, exponentOf(largest) - 2 + 127)),
  scaleOf: (code) => 2 ** (code - 127),
});

/**
 * Blocks of 16 FP4 (E2M1) numbers with an E4M3 scale: a sixth of the largest, rounded. The second scale,
 * one float32 for a whole tensor, is 1 here, as in an uncalibrated cache; with it the block's scale is
 * at most 448.
 * @source https://developer.nvidia.com/blog/introducing-nvfp4-for-efficient-and-accurate-low-precision-inference/
 */
export const nvfp4Rows: LevelledRowCodec = fp4Rows({
  values: 16,
  codeFor: (largest) => toMinifloat(e4m3fn, largest / 6),
  scaleOf: (code) => fromMinifloat(e4m3fn, code),
});

/** llama.cpp writes 0 for what rounds to it from below. */
const negativeZero = 8;

const float = new Float32Array(1);
const word = new Uint32Array(float.buffer);

/** Floor of the base-2 logarithm of a positive float32; −127 below its normal numbers. */
function exponentOf(value: number): number {
  float[0] = value;
  return ((word[0] as number) >>> 23) - 127;
}

function fp4Rows({ values, codeFor, scaleOf }: SharedScale): LevelledRowCodec {
  const blockBytes = 1 + values / 2;
  const half = values / 2;
  const table = minifloatValues(e2m1);
  const scaleAt = (bytes: Uint8Array, block: number) =>
    scaleOf(bytes[block * blockBytes] as number);
  return {
    rowBytes(count) {
      if (count % values === 0) return (count / values) * blockBytes;
      throw new RangeError(`${count} numbers a row: blocks hold ${values}, rows whole blocks`);
    },
    encode(row, into) {
      requireFinite(row);
      for (let block = 0; block < row.length / values; block++) {
        const numbers = row.subarray(block * values, (block + 1) * values);
        const code = codeFor(largestOf(numbers));
        const scale = scaleOf(code);
        const at = block * blockBytes;
        into[at] = code;
        const fp4 = (i: number) => {
          const code = scale === 0 ? 0 : toMinifloat(e2m1, (numbers[i] as number) / scale);
          return code === negativeZero ? 0 : code;
        };
        for (let i = 0; i < half; i++) into[at + 1 + i] = fp4(i) | (fp4(i + half) << 4);
      }
    },
    decode(bytes, into) {
      for (let block = 0; block < into.length / values; block++) {
        const at = block * blockBytes;
        const scale = scaleAt(bytes, block);
        for (let i = 0; i < half; i++) {
          const pair = bytes[at + 1 + i] as number;
          into[block * values + i] = (table[pair & 15] as number) * scale;
          into[block * values + i + half] = (table[pair >>> 4] as number) * scale;
        }
      }
    },
    scales: (bytes, count) =>
      Float32Array.from({ length: count / values }, (_, block) => scaleAt(bytes, block)),
    levels(bytes, _, place) {
      const scale = scaleAt(bytes, Math.floor(place / values));
      return ascending(table.map((value) => value * scale));
    },
  };
}
