import assert from "node:assert/strict";
import { test } from "node:test";
import { scientific } from "../../src/i18n/scientific.ts";

test("two significant digits and a power, as it is written by hand, on one line", () => {
  for (const [value, text] of [
    [0, "0"],
    [2.5e-7, "2.5\u00a0×\u00a010⁻⁷"],
    [1.26e-7, "1.3\u00a0×\u00a010⁻⁷"],
    [9.96e-7, "1.0\u00a0×\u00a010⁻⁶"],
    [1.2345e-10, "1.2\u00a0×\u00a010⁻¹⁰"],
    [0.05, "5.0\u00a0×\u00a010⁻²"],
    [1, "1.0\u00a0×\u00a010⁰"],
    [48_000, "4.8\u00a0×\u00a010⁴"],
  ] as const) {
    assert.equal(scientific(value), text);
  }
});
