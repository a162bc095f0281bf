import assert from "node:assert/strict";
import { test } from "node:test";
import {
  formatBytes,
  formatBytesAuto,
  formatDuration,
  formatInteger,
  formatMoney,
  formatRate,
  formatSigned,
  formatSignificant,
} from "../../src/i18n/format.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("whole numbers are grouped and never shortened", () => {
  assert.equal(formatInteger(327_680), "327,680");
  assert.equal(formatInteger(131_072, "ko"), "131,072");
  assert.equal(formatInteger(0), "0");
  assert.equal(formatInteger(-1234), "-1,234");
});

test("bytes in a unit: four significant digits, rounded once", () => {
  for (const [bytes, unit, text] of [
    [2_684_354_560, "GB", "2.684 GB"],
    [2_684_354_560, "GiB", "2.5 GiB"],
    [80 * 2 ** 30, "GB", "85.90 GB"],
    [80 * 2 ** 30, "GiB", "80 GiB"],
    [687_194_767_360, "GB", "687.2 GB"],
    [21_474_836_480, "GB", "21.47 GB"],
    [335_544_320, "GB", "0.3355 GB"],
    [42_949_672_960, "GB", "42.95 GB"],
    [160_000_000_000, "GB", "160 GB"],
    [12_345_678_900_000, "GB", "12,346 GB"],
    [999_960_000_000, "GB", "1,000 GB"],
    [9_999_960_000, "GB", "10.00 GB"],
    [327_680, "B", "327,680 B"],
    [327_680, "KiB", "320 KiB"],
    [0, "GB", "0 GB"],
    [-2_684_354_560, "GB", "-2.684 GB"],
  ] as const) {
    assert.equal(plain(formatBytes(bytes, unit)), text);
    assert.equal(plain(formatBytes(bytes, unit, "ko")), text);
  }
});

test("a number and its unit are joined by a no-break space", () => {
  for (const text of [formatBytes(1e9, "GB"), formatRate(1e9), formatDuration(3)]) {
    assert.match(text, /^\d+\u00a0[A-Za-z/]+$/);
  }
});

test("the unit is chosen after rounding", () => {
  for (const [bytes, decimal, binary] of [
    [0, "0 B", "0 B"],
    [999, "999 B", "999 B"],
    [1000, "1 kB", "1,000 B"],
    [1024, "1.024 kB", "1 KiB"],
    [999_949, "999.9 kB", "976.5 KiB"],
    [999_960, "1.000 MB", "976.5 KiB"],
    [2 ** 20 - 1, "1.049 MB", "1.000 MiB"],
    [2_684_354_560, "2.684 GB", "2.5 GiB"],
    [1.5e12, "1.5 TB", "1.364 TiB"],
    [5e18, "5,000 PB", "4,441 PiB"],
  ] as const) {
    assert.equal(plain(formatBytesAuto(bytes, "decimal")), decimal);
    assert.equal(plain(formatBytesAuto(bytes, "binary")), binary);
  }
});

test("printed digits are within half a unit of the last one, for any size", () => {
  for (let i = 0; i < 400; i++) {
    const value = 1.37 ** (i - 60);
    const text = formatSignificant(value).replaceAll(",", "");
    const decimals = text.split(".")[1]?.length ?? 0;
    assert.ok(Math.abs(Number(text) - value) <= 0.5000001 * 10 ** -decimals, `${value} as ${text}`);
  }
});

test("durations", () => {
  for (const [ms, text] of [
    [0, "0 ms"],
    [0.0004, "400 ns"],
    [0.04, "40 µs"],
    [0.99996, "1.00 ms"],
    [10.5, "10.5 ms"],
    [12.345, "12.3 ms"],
    [1500, "1.5 s"],
    [119_000, "119 s"],
    [150_000, "2.5 min"],
    [7_200_000, "2 h"],
  ] as const) {
    assert.equal(plain(formatDuration(ms)), text);
  }
});

test("rates and money", () => {
  assert.equal(plain(formatRate(3.35e12)), "3.35 TB/s");
  assert.equal(plain(formatRate(51.2e9)), "51.2 GB/s");
  for (const [usd, text] of [
    [0, "$0.00"],
    [2.49, "$2.49"],
    [0.0034, "$0.0034"],
    [0.0999, "$0.10"],
    [999.5, "$999.50"],
    [12_345.4, "$12,345"],
    [-3, "-$3.00"],
  ] as const) {
    assert.equal(formatMoney(usd), text);
  }
});

test("what is not a finite number is refused", () => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => formatInteger(bad), RangeError);
    assert.throws(() => formatBytesAuto(bad, "binary"), RangeError);
    assert.throws(() => formatDuration(bad), RangeError);
    assert.throws(() => formatMoney(bad), RangeError);
  }
});

test("a difference has a sign, unless it rounds to nothing", () => {
  assert.equal(formatSigned(49.83, 2), "+49.83");
  assert.equal(formatSigned(-7.9096, 2), "\u22127.91");
  assert.equal(formatSigned(-0.004, 2), "0.00");
  assert.equal(formatSigned(0.4, 0), "0");
  assert.equal(formatSigned(-1234.5, 1, "ko"), "\u22121,234.5");
  assert.throws(() => formatSigned(Number.NaN, 1), RangeError);
});
