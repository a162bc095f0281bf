import { float16, fromMinifloat, toMinifloat } from "./minifloat.ts";
import { packBits, unpackBits } from "./pack-bits.ts";
import { type LevelledRowCodec, requireFinite, roundHalfEven, viewOf } from "./row-codec.ts";

export interface IntegerGroups {
  /** 2, 3, 4 or 8. */
  readonly bits: number;
  /** Numbers that share a scale; the last group of a row may have fewer. */
  readonly group: number;
  /** Codes around 0 with a scale; otherwise from the smallest to the largest, with a zero point too. */
  readonly symmetric: boolean;
}

/**
 * Integers with a float16 scale for each group: all codes of the row, packed, then the scales, each with
 * its zero point where there is one.
 *
 * - Asymmetric, as KIVI: `zero = fp16(min)`, `scale = fp16((max − min) / (2^b − 1))`, codes
 *   `0 … 2^b − 1`, value `zero + code · scale`.
 * - Symmetric: `scale = fp16(largest / (2^(b−1) − 1))`, codes `−(2^(b−1) − 1) … 2^(b−1) − 1`.
 *
 * Rounds to the nearest, ties to even. A group beyond float16 gets float16's largest scale.
 * @source https://arxiv.org/abs/2402.02750
 */
export function integerRows({ bits, group, symmetric }: IntegerGroups): LevelledRowCodec {
  const most = symmetric ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
  const scaleBytes = symmetric ? 2 : 4;
  const codeBytes = (values: number) => Math.ceil((values * bits) / 8);
  /** Scale of a group, and what its code 0 stands for. */
  const groupAt = (view: DataView, values: number, index: number) => {
    const at = codeBytes(values) + scaleBytes * index;
    const scale = fromMinifloat(float16, view.getUint16(at, true));
    if (symmetric) return { scale, zero: -most * scale };
    return { scale, zero: fromMinifloat(float16, view.getUint16(at + 2, true)) };
  };
  return {
    rowBytes: (values) => codeBytes(values) + scaleBytes * Math.ceil(values / group),
    encode(row, into) {
      requireFinite(row);
      const view = viewOf(into);
      const codes = new Uint8Array(row.length);
      for (let from = 0; from < row.length; from += group) {
        const to = Math.min(from + group, row.length);
        const [least, largest] = range(row, from, to);
        const zero = symmetric ? 0 : inFloat16(least);
        const span = symmetric ? Math.max(-least, largest) : largest - least;
        const scale = inFloat16(span / most);
        for (let i = from; i < to; i++) {
          const steps = scale === 0 ? 0 : roundHalfEven(((row[i] as number) - zero) / scale);
          codes[i] =
            Math.max(symmetric ? -most : 0, Math.min(most, steps)) + (symmetric ? most : 0);
        }
        const at = codeBytes(row.length) + scaleBytes * (from / group);
        view.setUint16(at, toMinifloat(float16, scale), true);
        if (!symmetric) view.setUint16(at + 2, toMinifloat(float16, zero), true);
      }
      packBits(codes, bits, into);
    },
    decode(bytes, into) {
      const view = viewOf(bytes);
      const codes = new Uint8Array(into.length);
      unpackBits(bytes, bits, codes);
      for (let from = 0; from < into.length; from += group) {
        const { scale, zero } = groupAt(view, into.length, from / group);
        const to = Math.min(from + group, into.length);
        for (let i = from; i < to; i++) into[i] = zero + (codes[i] as number) * scale;
      }
    },
    scales(bytes, values) {
      const view = viewOf(bytes);
      const groups = Math.ceil(values / group);
      return Float32Array.from({ length: groups }, (_, i) => groupAt(view, values, i).scale);
    },
    levels(bytes, values, place) {
      const { scale, zero } = groupAt(viewOf(bytes), values, Math.floor(place / group));
      const codes = scale === 0 ? 1 : symmetric ? 2 * most + 1 : most + 1;
      return Float32Array.from({ length: codes }, (_, code) => zero + code * scale);
    },
  };
}

const inFloat16 = (value: number): number => fromMinifloat(float16, toMinifloat(float16, value));

function range(row: Float32Array, from: number, to: number): readonly [number, number] {
  let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = from; i < to; i++) {
    least = Math.min(least, row[i] as number);
    largest = Math.max(largest, row[i] as number);
  }
  return [least, largest];
}
