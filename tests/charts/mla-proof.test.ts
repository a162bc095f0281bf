import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorRow } from "../../src/charts/error-rows.ts";
import { type MlaProofData, mlaProof } from "../../src/charts/mla-proof.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const row = (error: number | null, more: Partial<ErrorRow> = {}): ErrorRow => ({
  ...{ name: `off by ${error}`, mark: "triangle", own: false, error, predicted: false },
  ...{ text: String(error), wrong: false },
  ...more,
});

const dataOf = (rows: readonly ErrorRow[], more: Partial<MlaProofData> = {}): MlaProofData => ({
  basis: "Run here",
  errors: {
    rows,
    rounding: [{ from: 1e-9, to: 1e-4, text: "rounding" }],
    ticks: [{ value: 1, text: "1" }],
    xAxis: "Error",
  },
  outputs: { series: [], xAxis: "Expected", yAxis: "Output" },
  label: "Errors",
  ...more,
});

const numbers = (element: Element | null): readonly number[] =>
  (element?.getAttribute("d")?.match(/-?[\d.]+/g) ?? []).map(Number);

const marks = (svg: SVGSVGElement) => [...svg.querySelectorAll("path.at")];

test("an error stands at its power of ten: rounding inside the band, the jump far outside", () => {
  const pictures = drawn(mlaProof, dataOf([row(1e-8), row(1e-6), row(1e-4), row(0.3)]));
  for (const width of widths) {
    const svg = pictures[width];
    const at = marks(svg).map((mark) => numbers(mark)[0] ?? Number.NaN);
    const [a = 0, b = 0, c = 0, d = 0] = at;
    assert.ok(Math.abs(b - a - (c - b)) < 0.05, "a hundred times is one length");
    assert.ok(Math.abs((d - c) / (c - b) - Math.log10(0.3 / 1e-4) / 2) < 0.01);
    const band = svg.querySelector("rect.rounding") as Element;
    const end = numberOf(band, "x") + numberOf(band, "width");
    assert.ok(numberOf(band, "x") < a && b < end && Math.abs(c - end) < 0.1 && d > end + 20);
  }
});

test("nothing, too much and no number stay in the picture; what is not known has no mark", () => {
  const rows = [row(0), row(50), row(Number.NaN), row(null, { text: "reference" })];
  const pictures = drawn(mlaProof, dataOf(rows));
  for (const width of widths) {
    const svg = pictures[width];
    assert.equal(marks(svg).length, 3);
    for (const mark of marks(svg)) {
      const [x = Number.NaN] = numbers(mark);
      assert.ok(x >= 0 && x <= numberOf(svg, "width"), `${x}`);
    }
    assert.doesNotMatch(svg.outerHTML.replace(/>[^<]*</g, "><"), /NaN|Infinity/);
  }
});

test("worked out is open, run is solid, wrong is another colour", () => {
  const { wide } = drawn(
    mlaProof,
    dataOf([row(1e-6), row(1e-16, { predicted: true }), row(0.3, { wrong: true })]),
  );
  const [ran, predicted, wrong] = marks(wide).map((mark) => mark.getAttribute("fill"));
  assert.equal(ran, "var(--mla)");
  assert.equal(predicted, "var(--paper)");
  assert.equal(wrong, "var(--error)");
});

test("points that are right lie on the diagonal, others beside it", () => {
  const expected = [-3, -1, 0, 0.5, 2];
  const series = [
    { off: 0, name: "right", mark: "triangle", open: false, own: true },
    { off: 1, name: "wrong", mark: "diamond", open: false, own: false },
  ] as const;
  const pictures = drawn(
    mlaProof,
    dataOf([row(1e-6)], {
      outputs: {
        xAxis: "Expected",
        yAxis: "Output",
        series: series.map(({ off, ...of }) => ({
          ...of,
          points: expected.map((value) => ({ expected: value, output: value + off })),
        })),
      },
    }),
  );
  for (const width of widths) {
    const svg = pictures[width];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers(svg.querySelector("path.diagonal"));
    assert.ok(Math.abs(x2 - x1 - (y1 - y2)) < 0.01, "both axes have one scale");
    // A triangle begins 1.2 r above its middle, a diamond 1.3 r; then come two lengths and a closing.
    const points = (mark: string, above: number) =>
      (svg.querySelector(`path.points.${mark}`)?.getAttribute("d") ?? "")
        .split("M")
        .slice(1)
        .map((part) => part.match(/-?[\d.]+/g)?.map(Number) ?? [])
        .map(([x = 0, y = 0]) => ({ x, y: y + above * 3.6 }));
    const beside = ({ x, y }: { x: number; y: number }) => y - (y1 - (x - x1));
    const right = points("triangle", 1.2);
    const wrong = points("diamond", 1.3);
    assert.deepEqual([right.length, wrong.length], [5, 5]);
    for (const point of right) assert.ok(Math.abs(beside(point)) < 0.05);
    const shift = beside(wrong[0] ?? { x: 0, y: 0 });
    assert.ok(shift < -10, "1 too much is above");
    for (const point of wrong) assert.ok(Math.abs(beside(point) - shift) < 0.05);
  }
});
