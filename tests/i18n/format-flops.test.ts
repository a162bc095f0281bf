import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFlops, formatIntensity, formatPrefixed } from "../../src/i18n/format-flops.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("three significant digits, with the prefix that leaves 1 to 999", () => {
  const rows: [number, string][] = [
    [0, "0 FLOP/s"],
    [12, "12 FLOP/s"],
    [999_499, "999 kFLOP/s"],
    [999_999, "1.00 MFLOP/s"],
    [8.5e9, "8.5 GFLOP/s"],
    [306.9e12, "307 TFLOP/s"],
    [3957.6e12, "3.96 PFLOP/s"],
    [1e21, "1 ZFLOP/s"],
    [1e25, "10,000 ZFLOP/s"],
  ];
  for (const [value, text] of rows) assert.equal(plain(formatFlops(value, "FLOP/s")), text);
  assert.equal(plain(formatFlops(1.2439e15, "FLOP")), "1.24 PFLOP");
});

test("intensities and ticks", () => {
  assert.equal(plain(formatIntensity(22.87)), "22.9 FLOP/B");
  assert.equal(plain(formatIntensity(8651)), "8,651 FLOP/B");
  assert.deepEqual(
    [1, 100, 1e9, 1e14].map((value) => plain(formatPrefixed(value))),
    ["1", "100", "1 G", "100 T"],
  );
});
