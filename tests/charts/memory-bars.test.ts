import assert from "node:assert/strict";
import { test } from "node:test";
import { type MemoryBarsData, memoryBars } from "../../src/charts/memory-bars.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const data: MemoryBarsData = {
  totalBytes: 320e9,
  weightBytes: 141_104_000_000,
  reserveBytes: 20e9,
  rows: [
    { variant: "mha", name: "MHA 64", requests: 7, requestBytes: 21_474_836_480, own: false },
    { variant: "gqa", name: "GQA 8", requests: 59, requestBytes: 2_684_354_560, own: true },
    { variant: "mqa", name: "MQA 1", requests: 473, requestBytes: 335_544_320, own: false },
  ],
  names: { weights: "Weights", cache: "For the cache", short: "Memory 160 GB" },
  label: "What fills the memory",
};

const bars = (svg: SVGSVGElement, fill: string) => [
  ...svg.querySelectorAll(`rect[fill="var(--${fill})"]`),
];
const hatched = (svg: SVGSVGElement) => [...svg.querySelectorAll("rect[fill^='url(']")];
const lengths = (rects: readonly Element[]) => rects.map((rect) => numberOf(rect, "width"));
const close = (a: number, b: number) => Math.abs(a / b - 1) < 1e-9;

test("weights, caches and what is free are as long as their bytes", () => {
  const pictures = drawn(memoryBars, data);
  for (const width of widths) {
    const svg = pictures[width];
    const weights = lengths(bars(svg, "weights"));
    const caches = lengths(bars(svg, "kv"));
    assert.equal(weights.length, 3);
    const perByte = (weights[0] ?? 0) / data.weightBytes;
    for (const length of weights) assert.ok(close(length / data.weightBytes, perByte));
    for (const [i, { requests, requestBytes }] of data.rows.entries()) {
      assert.ok(close((caches[i] ?? 0) / (requests * requestBytes), perByte), data.rows[i]?.name);
    }
    const ends = [...svg.querySelectorAll("rect")].map(
      (rect) => numberOf(rect, "x") + numberOf(rect, "width"),
    );
    assert.ok(Math.max(...ends) <= numberOf(svg, "width"));
    assert.equal(hatched(svg).length, 0);
  }
});

test("a request is cut from the next where the cut can be seen", () => {
  const cuts = (svg: SVGSVGElement, row: number) => {
    const y = numberOf(bars(svg, "kv")[row] as Element, "y");
    return [...svg.querySelectorAll("path")].filter((path) =>
      path.getAttribute("d")?.includes(` ${y}V`),
    ).length;
  };
  const { wide, narrow } = drawn(memoryBars, data);
  assert.deepEqual([cuts(wide, 0), cuts(wide, 1), cuts(wide, 2)], [6, 58, 0]);
  assert.deepEqual([cuts(narrow, 0), cuts(narrow, 1), cuts(narrow, 2)], [6, 0, 0]);
});

test("no room for a request draws no cache and leaves the rest free", () => {
  const rows = data.rows.map((row) => ({ ...row, requests: 0 }));
  const { wide } = drawn(memoryBars, { ...data, rows });
  assert.deepEqual(lengths(bars(wide, "kv")), [0, 0, 0]);
});

test("weights that do not fit are hatched beyond the end of the memory", () => {
  const rows = data.rows.map((row) => ({ ...row, requests: 0 }));
  const pictures = drawn(memoryBars, { ...data, totalBytes: 160e9, rows });
  for (const width of widths) {
    const svg = pictures[width];
    const beyond = hatched(svg);
    assert.equal(beyond.length, 3);
    assert.equal(bars(svg, "kv").length, 0);
    const perByte = (lengths(bars(svg, "weights"))[0] ?? 0) / data.weightBytes;
    for (const length of lengths(beyond)) assert.ok(close(length / 1_104_000_000, perByte));
    const id = beyond[0]?.getAttribute("fill")?.slice(5, -1);
    assert.ok(svg.querySelector(`pattern[id="${id}"]`), "the hatch is defined");
    assert.match(svg.textContent ?? "", /Memory 160 GB/);
    assert.doesNotMatch(svg.textContent ?? "", /For the cache/);
    const ends = [...svg.querySelectorAll("rect")].map(
      (rect) => numberOf(rect, "x") + numberOf(rect, "width"),
    );
    assert.ok(Math.max(...ends) <= numberOf(svg, "width"));
  }
});

test("the two widths do not share the name of their hatch", () => {
  const { wide, narrow } = drawn(memoryBars, data);
  assert.notEqual(wide.querySelector("pattern")?.id, narrow.querySelector("pattern")?.id);
});
