import assert from "node:assert/strict";
import { test } from "node:test";
import { type ErrorSweepData, errorSweep } from "../../src/charts/error-sweep.ts";
import { type OutputDiagonalData, outputDiagonal } from "../../src/charts/output-diagonal.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const data: ErrorSweepData = {
  points: [
    { at: 0, error: 0 },
    { at: 0.5, error: 0.1 },
    { at: 1, error: 0.3 },
  ],
  current: { at: 0.5, error: 0.1, text: "10%" },
  measured: [
    { at: 0, error: 2e-7 },
    { at: 1, error: 0.3 },
  ],
  landmarks: [{ at: 0.1, text: "start" }],
  names: { line: "Computed", measured: "Measured" },
  xTicks: [0, 0.5, 1],
  xAxis: "α",
  yAxis: "Error",
  label: "Sweep",
};

const pairs = (path: Element | null | undefined) => {
  const numbers = (path?.getAttribute("d")?.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, i) => [
    numbers[2 * i] ?? 0,
    numbers[2 * i + 1] ?? 0,
  ]);
};

/** Middle of a circle as `markShape` begins it: its left end and radius. */
const middle = (path: Element) => {
  const [[x = 0, y = 0] = [], [r = 0] = []] = pairs(path);
  return [x + r, y] as const;
};

test("heights are proportional to errors, from none on, and what is measured lies on the line", () => {
  const pictures = drawn(errorSweep, data);
  for (const width of widths) {
    const svg = pictures[width];
    const [first, second, last] = pairs(svg.querySelector("path.line"));
    assert.ok(first && second && last);
    const height = (point: readonly number[]) => (first[1] ?? 0) - (point[1] ?? 0);
    assert.ok(Math.abs(height(last) / height(second) - 3) < 1e-9);
    assert.ok(
      Math.abs(((second[0] ?? 0) - (first[0] ?? 0)) * 2 - ((last[0] ?? 0) - (first[0] ?? 0))) <
        1e-9,
    );
    const measured = [...svg.querySelectorAll("path.measured")].map(middle);
    for (const [i, point] of [first, last].entries()) {
      assert.ok(Math.abs((measured[i]?.[0] ?? 0) - (point[0] ?? 0)) < 1e-3);
      assert.ok(Math.abs((measured[i]?.[1] ?? 0) - (point[1] ?? 0)) < 1e-3);
    }
    const current = svg.querySelector("path.current");
    assert.ok(current);
    assert.ok(Math.abs(middle(current)[1] - (second[1] ?? 0)) < 1e-9);
    assert.equal(svg.querySelector("text.value")?.textContent, "10%");
  }
});

test("without errors there is a line at nothing, and without a run no mark of one", () => {
  const none = data.points.map(({ at }) => ({ at, error: 1e-16 }));
  const current = { at: 0.5, error: 1e-16, text: "rounding" };
  const svg = drawn(errorSweep, { ...data, points: none, current, measured: [] }).narrow;
  const heights = new Set(pairs(svg.querySelector("path.line")).map(([, y]) => y?.toFixed(6)));
  assert.equal(heights.size, 1);
  assert.equal(svg.querySelectorAll("path.measured").length, 0);
  assert.doesNotMatch(svg.textContent ?? "", /Measured/);
});

test("outputs that are right lie on the diagonal, others off it by as much as they are off", () => {
  const diagonal: OutputDiagonalData = {
    series: [
      {
        variant: "vha",
        name: "Trained",
        note: "right",
        points: [
          [-1, -1],
          [0.5, 0.5],
        ],
      },
      { variant: "gqa", name: "Absorbed", note: "off", points: [[0.5, 0]] },
    ],
    xAxis: "expected",
    yAxis: "output",
    label: "Outputs",
  };
  const pictures = drawn(outputDiagonal, diagonal);
  for (const width of widths) {
    const svg = pictures[width];
    const [from, to] = pairs(svg.querySelector("path.diagonal"));
    assert.ok(from && to);
    const slope = ((to[1] ?? 0) - (from[1] ?? 0)) / ((to[0] ?? 0) - (from[0] ?? 0));
    assert.ok(Math.abs(slope + 1) < 1e-9, "both axes have one scale");
    const off = ([x = 0, y = 0]: readonly number[]) => y - (from[1] ?? 0) + (x - (from[0] ?? 0));
    // Each cross begins at its upper left corner, 4 px from its middle both ways.
    const crosses = svg.querySelector("path.outputs-vha")?.getAttribute("d") ?? "";
    const corners = [...crosses.matchAll(/M([\d.]+) ([\d.]+)l8 8/g)];
    assert.equal(corners.length, 2);
    for (const [, x, y] of corners) assert.ok(Math.abs(off([Number(x) + 4, Number(y) + 4])) < 1e-9);
    const circle = svg.querySelector("path.outputs-gqa");
    assert.ok(circle);
    // 1.05 on either side of 0 is the whole length.
    const side = (to[0] ?? 0) - (from[0] ?? 0);
    assert.ok(Math.abs(off(middle(circle)) - (0.5 / 2.1) * side) < 1e-9);
  }
});

test("without outputs the picture is empty axes", () => {
  const svg = drawn(outputDiagonal, { series: [], xAxis: "x", yAxis: "y", label: "None" }).wide;
  assert.equal(svg.querySelectorAll("[class^=outputs]").length, 0);
  assert.ok(numberOf(svg, "width") > 0);
  assert.doesNotMatch(svg.outerHTML, /NaN/);
});
