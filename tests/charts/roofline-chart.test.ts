import assert from "node:assert/strict";
import { test } from "node:test";
import { placeLabels } from "../../src/charts/place-labels.ts";
import { type RooflineData, rooflineChart } from "../../src/charts/roofline-chart.ts";
import { textWidth } from "../../src/charts/text-width.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const point = (of: RooflineData["points"][number]["of"], intensity: number, own = false) => ({
  of,
  name: `${of} name`,
  value: `${intensity} FLOP/B`,
  short: `${of}, ${intensity} FLOP/B`,
  intensity,
  flopsPerSecond: Math.min(intensity * 13.4e12, 3957.6e12),
  own,
});

const data: RooflineData = {
  bytesPerSecond: 13.4e12,
  peakFlopsPerSecond: 3957.6e12,
  ridge: 3957.6 / 13.4,
  points: [
    point("decode", 22.9, true),
    point("mha", 1),
    point("gqa", 8, true),
    point("mqa", 64),
    point("prefill", 8651, true),
  ],
  measured: null,
  names: { slope: "Bandwidth", peak: "Peak", ridge: "Ridge" },
  xAxis: "FLOP/B",
  yAxis: "FLOP/s",
  label: "Roofline",
};

const measured = {
  name: "Measured",
  value: "8.5 GFLOP/s",
  short: "Measured: 8.5 GFLOP/s",
  intensity: 0.5,
  flopsPerSecond: 8.5e9,
  bytesPerSecond: 30e9,
  slope: "Copy",
};

const numbers = (path: Element | null | undefined) =>
  (path?.getAttribute("d")?.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);

/** Left end, corner and right end of the roof. */
function roof(svg: SVGSVGElement) {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3] = numbers(
    svg.querySelector("path[fill=none][stroke='var(--ink)'][stroke-width='2']"),
  );
  return { from: [x1, y1] as const, corner: [x2, y2] as const, end: x3 };
}

const marks = (svg: SVGSVGElement) => [...svg.querySelectorAll("path[stroke-width='1.5'][fill]")];
const crosses = (svg: SVGSVGElement) => [...svg.querySelectorAll("path[stroke-width='3']")];
const dashed = (svg: SVGSVGElement) => svg.querySelector("path[stroke-dasharray='6 4']");
const said = (svg: SVGSVGElement) =>
  [...svg.querySelectorAll("text")].map((text) => text.textContent ?? "");

test("each point is on the roof: on its slope before the ridge, on the peak after it", () => {
  const pictures = drawn(rooflineChart, data);
  for (const width of widths) {
    const svg = pictures[width];
    const { from, corner, end } = roof(svg);
    assert.equal(marks(svg).length, 5);
    // The circle of the decode step begins at its left: M x-r y a r.
    const [left = 0, y = 0, r = 0] = numbers(marks(svg)[0]);
    const slope = (corner[1] - from[1]) / (corner[0] - from[0]);
    assert.ok(Math.abs(from[1] + slope * (left + r - from[0]) - y) < 1e-6);
    // The square of the prefill: M x-0.9r y-0.9r.
    const [squareX = 0, squareY = 0] = numbers(marks(svg)[4]);
    assert.ok(Math.abs(squareY + 4.5 - corner[1]) < 1e-6 && squareX + 4.5 > corner[0]);
    assert.ok(end !== undefined && squareX + 4.5 < end);
  }
});

test("without a published peak the roof is its slope alone", () => {
  const pictures = drawn(rooflineChart, { ...data, peakFlopsPerSecond: null, ridge: null });
  for (const width of widths) {
    assert.equal(roof(pictures[width]).end, undefined);
    assert.ok(!said(pictures[width]).includes("Ridge"));
    assert.ok(said(pictures[width]).includes("Peak"), "says that it is not published");
  }
});

test("the measured point is a cross of its own under a dashed slope of its own", () => {
  const without = drawn(rooflineChart, data);
  const pictures = drawn(rooflineChart, { ...data, measured });
  for (const width of widths) {
    assert.equal(crosses(without[width]).length, 0);
    assert.equal(dashed(without[width]), null);
    const svg = pictures[width];
    assert.equal(marks(svg).length, 5, "the others stay what they are");
    const [x = 0, y = 0] = numbers(crosses(svg)[0]);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers(dashed(svg));
    // 8.5 GFLOP/s at 0.5 FLOP/B is below the 15 that 30 GB/s allow.
    const allowed = y1 + ((y2 - y1) * (x + 5 - x1)) / (x2 - x1);
    assert.ok(y + 5 > allowed, "drawn downwards");
    assert.ok(said(svg).includes("Copy"));
    const size = [numberOf(svg, "width"), numberOf(svg, "height")] as const;
    for (const [at, most] of [
      [x1, 0],
      [x2, 0],
      [y1, 1],
      [y2, 1],
    ] as const) {
      assert.ok(at >= 0 && at <= size[most]);
    }
  }
});

test("a measured point without a copy has no slope", () => {
  const { wide } = drawn(rooflineChart, {
    ...data,
    measured: { ...measured, bytesPerSecond: null },
  });
  assert.equal(crosses(wide).length, 1);
  assert.equal(dashed(wide), null);
});

test("a narrow picture takes the short names", () => {
  const { wide, narrow } = drawn(rooflineChart, data);
  assert.ok(said(wide).includes("mqa name: 64 FLOP/B"));
  assert.ok(said(narrow).includes("mqa, 64 FLOP/B"));
});

test("the name of the slope lies between marks where it fits, and above them everywhere", () => {
  const slope = { ...data.names, slope: "Bandwidth 13.4 TB/s" };
  const pictures = drawn(rooflineChart, { ...data, names: slope });
  const nameIn = (svg: SVGSVGElement) => {
    const text = [...svg.querySelectorAll("text")].find((of) => of.textContent === slope.slope);
    assert.ok(text);
    return text;
  };
  const { from, corner } = roof(pictures.wide);
  const steep = Math.hypot(corner[0] - from[0], corner[1] - from[1]) / (corner[0] - from[0]);
  const start = numberOf(nameIn(pictures.wide), "x");
  const end = start + textWidth(slope.slope, 11) / steep;
  for (const mark of marks(pictures.wide)) {
    const [left = 0] = numbers(mark);
    assert.ok(left + 5 < start || left + 5 > end, `${left}`);
  }
  // Letters reach 3 px below their line, marks 6 above theirs.
  for (const width of widths) assert.ok(numberOf(nameIn(pictures[width]), "dy") <= -9);
});

test("a label that can stand beside its point does, before one that has to move", () => {
  // Right of the roof at their own height; the second reaches the roof there.
  const wanted = [
    { x: 100, y: 50, width: 60 },
    { x: 280, y: 20, width: 190 },
  ];
  const [first, second] = placeLabels(wanted, { right: 300, bottom: 200, left: () => 112 - 10 });
  assert.deepEqual([first?.moved, second?.moved], [false, false]);
  const tight = placeLabels(wanted, { right: 300, bottom: 200, left: (y) => 150 - y });
  assert.deepEqual([tight[0]?.moved, tight[1]?.moved], [false, true]);
  assert.ok((tight[1]?.y ?? 0) >= (tight[0]?.y ?? 0) + 15);
});

test("labels stand below their points, apart, right of the roof and inside the picture", () => {
  const wanted = [10, 12, 14, 200, 290].map((x, i) => ({ x, y: 100 - i * 5, width: 80 }));
  const left = (y: number) => 150 - y;
  const placed = placeLabels(wanted, { right: 300, bottom: 260, left });
  for (const [i, here] of placed.entries()) {
    assert.ok(here.x + 80 <= 300 && here.y <= 260);
    assert.ok(here.y >= (wanted[i]?.y ?? 0) + 15);
    assert.ok(here.x >= left(here.y - 13));
    for (const other of placed.slice(i + 1)) {
      const apart = Math.abs(here.y - other.y) >= 15;
      assert.ok(apart || Math.abs(here.x - other.x) >= 80, `${i}`);
    }
  }
  assert.equal(placed[4]?.moved, false);
});

test("without room below, labels go up rather than over each other", () => {
  const wanted = [10, 11, 12].map((x) => ({ x, y: 180, width: 80 }));
  const placed = placeLabels(wanted, { right: 300, bottom: 200, left: () => 0 });
  const heights = placed.map(({ y }) => y).sort((a, b) => a - b);
  for (const [i, y] of heights.entries()) {
    assert.ok(y <= 200 && (i === 0 || y - (heights[i - 1] ?? 0) >= 15));
  }
});
