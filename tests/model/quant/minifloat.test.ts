import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  bfloat16,
  e2m1,
  e4m3fn,
  e5m2,
  float16,
  fromMinifloat,
  type Minifloat,
  minifloatValues,
  toMinifloat,
} from "../../../src/model/quant/minifloat.ts";

const types = { e4m3fn, e5m2, e2m1, float16, bfloat16 };

/** What the formats' specifications print. */
const printed: Readonly<Record<keyof typeof types, Readonly<Record<string, number>>>> = {
  e4m3fn: { "00": 0, "01": 2 ** -9, "07": 0.875 * 2 ** -6, "08": 2 ** -6, "38": 1, "7e": 448 },
  e5m2: { "00": 0, "01": 2 ** -16, "03": 0.75 * 2 ** -14, "04": 2 ** -14, "3c": 1, "7b": 57_344 },
  e2m1: { "0": 0, "1": 0.5, "2": 1, "3": 1.5, "4": 2, "5": 3, "6": 4, "7": 6 },
  float16: {
    "0001": 2 ** -24,
    "0400": 2 ** -14,
    "3c00": 1,
    "3555": 0.333251953125,
    "7bff": 65_504,
  },
  bfloat16: { "0080": 2 ** -126, "3f80": 1, "4049": 3.140625, "7f7f": 255 * 2 ** 120 },
};

/** Finite values with their codes, ascending by value; of both zeros the positive one. */
function finite(type: Minifloat): readonly { value: number; code: number }[] {
  return [...minifloatValues(type)]
    .map((value, code) => ({ value, code }))
    .filter(({ value, code }) => Number.isFinite(value) && !(value === 0 && code !== 0))
    .sort((a, b) => a.value - b.value);
}

const float = new Float32Array(1);
const word = new Int32Array(float.buffer);
/** The float32 next to one, away from 0 or towards it. */
function beside(value: number, by: 1 | -1): number {
  float[0] = value;
  word[0] = (word[0] as number) + by;
  return float[0] as number;
}

for (const [name, type] of Object.entries(types)) {
  describe(name, () => {
    test("values as its specification prints them, and their negatives", () => {
      for (const [hex, value] of Object.entries(printed[name as keyof typeof types])) {
        const code = Number.parseInt(hex, 16);
        assert.equal(fromMinifloat(type, code), value, hex);
        assert.equal(fromMinifloat(type, code | (1 << (type.bits - 1))), -value, `-${hex}`);
      }
    });

    test("every value goes to its own code", () => {
      for (const { value, code } of finite(type)) assert.equal(toMinifloat(type, value), code);
    });

    test("between two values: the nearest, and in the middle the even one", () => {
      const all = finite(type);
      for (const [i, low] of all.entries()) {
        const high = all[i + 1];
        if (!high) continue;
        const middle = (low.value + high.value) / 2;
        // bfloat16's largest steps are float32's own: there is a float32 in the middle everywhere.
        assert.equal(Math.fround(middle), middle);
        const even = low.code % 2 === 0 ? low.code : high.code;
        const zero = middle < 0 && even === 0 ? 1 << (type.bits - 1) : even;
        assert.equal(toMinifloat(type, middle), zero, `${middle}`);
        const [less, more] = middle > 0 ? ([-1, 1] as const) : ([1, -1] as const);
        const below = toMinifloat(type, beside(middle, less));
        const above = toMinifloat(type, beside(middle, more));
        assert.equal(fromMinifloat(type, below) + 0, low.value);
        assert.equal(fromMinifloat(type, above) + 0, high.value);
      }
    });

    test("what is too large becomes the largest, infinity too; NaN stays NaN or is refused", () => {
      const largest = fromMinifloat(type, type.largest);
      for (const value of [largest * 1.01, 3.4e38, Number.POSITIVE_INFINITY, 1e300]) {
        assert.equal(fromMinifloat(type, toMinifloat(type, value)), largest);
        assert.equal(fromMinifloat(type, toMinifloat(type, -value)), -largest);
      }
      if (type.nan === null) assert.throws(() => toMinifloat(type, Number.NaN), RangeError);
      else assert.ok(Number.isNaN(fromMinifloat(type, toMinifloat(type, Number.NaN))));
    });

    test("zeros keep their sign, and so does what is too small", () => {
      for (const value of [0, 1e-45, 2 ** -149]) {
        if (type === bfloat16 && value > 0) continue;
        assert.ok(Object.is(fromMinifloat(type, toMinifloat(type, value)), 0), `${value}`);
        assert.ok(Object.is(fromMinifloat(type, toMinifloat(type, -value)), -0), `-${value}`);
      }
    });
  });
}

test("codes that are no number: E4M3FN has two, E5M2 eight with its infinities, FP4 none", () => {
  const others = (type: Minifloat) =>
    minifloatValues(type).reduce((n, value) => n + (Number.isFinite(value) ? 0 : 1), 0);
  assert.deepEqual([others(e4m3fn), others(e5m2), others(e2m1)], [2, 8, 0]);
  assert.equal(fromMinifloat(e5m2, 0xfc), Number.NEGATIVE_INFINITY);
});
