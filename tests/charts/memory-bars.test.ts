import assert from "node:assert/strict";
import { test } from "node:test";
import { type MemoryBarsData, memoryBars } from "../../src/charts/memory-bars.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const data: MemoryBarsData = {
  totalBytes: 320e9,
  weightBytes: 141_104_000_000,
  reserveBytes: 20e9,
  rows: [
    {
      variant: "mha",
      name: "MHA 64",
      requests: 7,
      requestBytes: 21_474_836_480,
      count: "7",
      own: false,
    },
    {
      variant: "gqa",
      name: "GQA 8",
      requests: 59,
      requestBytes: 2_684_354_560,
      count: "59",
      own: true,
    },
    {
      variant: "mqa",
      name: "MQA 1",
      requests: 473,
      requestBytes: 335_544_320,
      count: "473",
      own: false,
    },
  ],
  bytesPerUnit: 1e9,
  names: {
    weights: "Weights 141.1 GB",
    reserve: "Reserve 20 GB",
    cache: "For the cache 158.9 GB",
    end: "memory ends at 160 GB",
    axis: "Memory (GB)",
  },
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
    const drawings = [...svg.querySelectorAll("path")].map((path) => path.getAttribute("d") ?? "");
    return drawings.join("").split(` ${y}v24`).length - 1;
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
    assert.match(svg.textContent ?? "", /memory ends at 160 GB/);
    assert.doesNotMatch(svg.textContent ?? "", /For the cache/);
    const ends = [...svg.querySelectorAll("rect")].map(
      (rect) => numberOf(rect, "x") + numberOf(rect, "width"),
    );
    assert.ok(Math.max(...ends) <= numberOf(svg, "width"));
  }
});

const textsOf = (svg: SVGSVGElement) => [...svg.querySelectorAll("text")];
const said = (svg: SVGSVGElement) => textsOf(svg).map((text) => text.textContent);
const placeOf = (svg: SVGSVGElement, text: string) => {
  const found = textsOf(svg).find(({ textContent }) => textContent === text);
  assert.ok(found, text);
  return { x: numberOf(found, "x"), y: numberOf(found, "y"), end: found };
};

test("requests too fine to be cut are counted on the bar, the others are not", () => {
  const { wide, narrow } = drawn(memoryBars, data);
  const counts = (svg: SVGSVGElement) =>
    said(svg).filter((text) => /^(7|59|473)$/.test(text ?? ""));
  assert.deepEqual(counts(wide), ["473"]);
  assert.deepEqual(counts(narrow), ["59", "473"]);
  for (const svg of [wide, narrow]) {
    const bar = bars(svg, "kv")[2] as Element;
    const { x, y } = placeOf(svg, "473");
    assert.ok(Math.abs(x - numberOf(bar, "x") - numberOf(bar, "width") / 2) < 1e-6);
    assert.ok(y > numberOf(bar, "y") && y < numberOf(bar, "y") + numberOf(bar, "height"));
  }
});

test("the parts are named above the bars: the reserve over its own part", () => {
  const pictures = drawn(memoryBars, data);
  for (const width of widths) {
    const svg = pictures[width];
    const top = Math.min(...bars(svg, "weights").map((bar) => numberOf(bar, "y")));
    const names = [data.names.weights, data.names.reserve, data.names.cache];
    for (const name of names) assert.ok(placeOf(svg, name).y < top, name);
    const [reserve] = bars(svg, "figure");
    assert.ok(reserve);
    const middle = numberOf(reserve, "x") + numberOf(reserve, "width") / 2;
    assert.ok(Math.abs(placeOf(svg, data.names.reserve).x - middle) < 1e-6);
    assert.notEqual(placeOf(svg, data.names.reserve).y, placeOf(svg, data.names.cache).y);
  }
});

test("the axis is in the reader's unit: a tick stands where its bytes end", () => {
  for (const [bytesPerUnit, ticks] of [
    [1e9, [0, 50, 100, 150, 200, 250, 300]],
    [2 ** 30, [0, 50, 100, 150, 200, 250]],
  ] as const) {
    const { wide } = drawn(memoryBars, { ...data, bytesPerUnit });
    const [weights] = bars(wide, "weights");
    assert.ok(weights);
    const perByte = numberOf(weights, "width") / data.weightBytes;
    for (const tick of ticks) {
      const expected = numberOf(weights, "x") + tick * bytesPerUnit * perByte;
      assert.ok(Math.abs(placeOf(wide, String(tick)).x - expected) < 0.01, String(tick));
    }
    assert.ok(said(wide).includes("Memory (GB)"));
  }
  const narrow = said(drawn(memoryBars, data).narrow).filter((text) => /^\d00?$/.test(text ?? ""));
  assert.deepEqual(narrow, ["100", "200", "300"]);
});

test("the two widths do not share the name of their hatch", () => {
  const { wide, narrow } = drawn(memoryBars, data);
  assert.notEqual(wide.querySelector("pattern")?.id, narrow.querySelector("pattern")?.id);
});
