import assert from "node:assert/strict";
import { test } from "node:test";
import { scientific } from "../../src/widgets/kv-attention-run/scientific.ts";

test("two significant digits and a power, as it is written by hand", () => {
  for (const [value, text] of [
    [0, "0"],
    [2.5e-7, "2.5 × 10⁻⁷"],
    [1.26e-7, "1.3 × 10⁻⁷"],
    [9.96e-7, "1.0 × 10⁻⁶"],
    [1.2345e-10, "1.2 × 10⁻¹⁰"],
    [0.05, "5.0 × 10⁻²"],
    [1, "1.0 × 10⁰"],
    [48_000, "4.8 × 10⁴"],
  ] as const) {
    assert.equal(scientific(value), text);
  }
});
