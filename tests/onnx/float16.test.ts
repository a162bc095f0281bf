import assert from "node:assert/strict";
import { test } from "node:test";
import { fromFloat16, toFloat16 } from "../../src/onnx/float16.ts";

test("numbers and their bits, as IEEE 754 writes binary16", () => {
  // https://en.wikipedia.org/wiki/Half-precision_floating-point_format#Half_precision_examples
  for (const [value, bits] of [
    [0, 0x0000],
    [-0, 0x8000],
    [2 ** -24, 0x0001],
    [2 ** -14 - 2 ** -24, 0x03ff],
    [2 ** -14, 0x0400],
    [0.33325195, 0x3555],
    [1, 0x3c00],
    [1.00097656, 0x3c01],
    [-2, 0xc000],
    [65_504, 0x7bff],
    [Number.POSITIVE_INFINITY, 0x7c00],
    [Number.NEGATIVE_INFINITY, 0xfc00],
  ] as const) {
    assert.equal(toFloat16(value), bits, String(value));
  }
  assert.equal(fromFloat16(0x7bff), 65_504);
  assert.equal(fromFloat16(0x0001), 2 ** -24);
  assert.equal(fromFloat16(0xc000), -2);
});

test("every pattern but those that are no number comes back as itself", () => {
  for (let bits = 0; bits < 65_536; bits++) {
    const value = fromFloat16(bits);
    if (Number.isNaN(value)) assert.equal((bits & 0x7c00) === 0x7c00 && (bits & 0x3ff) > 0, true);
    else assert.equal(toFloat16(value), bits);
  }
});

test("rounds to the nearest, ties to even; too large is infinite", () => {
  const step = 2 ** -10;
  assert.equal(toFloat16(1 + step / 2), 0x3c00, "a tie goes to the even neighbour");
  assert.equal(toFloat16(1 + 1.5 * step), 0x3c02);
  assert.equal(toFloat16(1 + 0.51 * step), 0x3c01);
  assert.equal(toFloat16(2 ** -25), 0, "half the smallest step");
  assert.equal(toFloat16(1.5 * 2 ** -24), 2);
  assert.equal(toFloat16(65_519), 0x7bff);
  assert.equal(toFloat16(65_520), 0x7c00);
  assert.equal(toFloat16(1e9), 0x7c00);
  assert.equal(Number.isNaN(fromFloat16(toFloat16(Number.NaN))), true);
});
