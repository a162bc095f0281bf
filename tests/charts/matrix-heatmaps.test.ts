import assert from "node:assert/strict";
import { test } from "node:test";
import { type MatrixHeatmapsData, matrixHeatmaps } from "../../src/charts/matrix-heatmaps.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const steps = [0.1, 0.4].map((from) => ({ from, text: String(from) }));
const map = (size: number, entries: readonly number[]) => ({
  symbol: { letter: "P", index: "1" },
  name: "Premix",
  notes: ["whole", "near"] as const,
  size,
  entries,
});
const wide = [0.1, 0.2, 0, 0.1, 0.1, 0.1, 0.1, 0.3, ...new Array(8).fill(0)];
const data: MatrixHeatmapsData = {
  maps: [map(2, [1, 0.05, 0.2, 0.4]), map(4, new Array(16).fill(0)), map(2, [0.1, 0, 0, 0.39])],
  steps,
  keyTitle: "From",
  label: "Matrices",
};

/** Corner and width of each run of cells of a path, which is as thick as a cell. */
function runsOf(path: Element) {
  const [, x, y, scale] =
    /translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)/.exec(path.getAttribute("transform") ?? "") ??
    [];
  const [left, middle, cell] = [Number(x), Number(y), Number(scale)];
  return [...(path.getAttribute("d") ?? "").matchAll(/M(\d+) (\d+)h(\d+)/g)].map(
    ([, column, row, count]) => [
      left + Number(column) * cell,
      middle - cell / 2 + Number(row) * cell,
      Number(count) * cell,
    ],
  );
}

test("each entry is one square of the darkest step that it reaches, where it stands", () => {
  const pictures = drawn(matrixHeatmaps, data);
  for (const width of widths) {
    const svg = pictures[width];
    const [frame] = svg.querySelectorAll("rect[fill='var(--paper)']");
    assert.ok(frame);
    const [left, top, side] = ["x", "y", "width"].map((name) => numberOf(frame, name));
    assert.ok(left !== undefined && top !== undefined && side !== undefined);
    const half = side / 2;
    const [faint, faintest] = svg.querySelectorAll("path.step-1");
    const dark = svg.querySelector("path.step-2");
    assert.ok(faint && dark && faintest);
    // 0.2 stands in the second row's first column, 1 and 0.4 on the diagonal, 0.05 is paper.
    assert.deepEqual(runsOf(faint), [[left, top + half, half]]);
    assert.deepEqual(runsOf(dark), [
      [left, top, half],
      [left + half, top + half, half],
    ]);
    // Nothing of the second map reaches the first step; of the third 0.1 does, and 0.39.
    assert.equal(runsOf(faintest).length, 2);
    assert.equal(svg.querySelectorAll("path").length, 3);
  }
});

test("neighbours in a row are one stroke, and rows do not run into each other", () => {
  const svg = drawn(matrixHeatmaps, { ...data, maps: [map(4, wide)] }).wide;
  assert.equal(svg.querySelector("path.step-1")?.getAttribute("d"), "M0 0h2M3 0h1M0 1h4");
});

test("darker means larger, and the key has the same tones with their numbers", () => {
  const svg = drawn(matrixHeatmaps, data).wide;
  const tones = (selector: string) =>
    [...svg.querySelectorAll(selector)].map((of) =>
      numberOf(of, of.localName === "path" ? "stroke-opacity" : "fill-opacity"),
    );
  assert.deepEqual(tones("rect.key"), [0.5, 1]);
  assert.deepEqual(tones("path.step-1"), [0.5, 0.5]);
  assert.deepEqual(tones("path.step-2"), [1]);
  const texts = [...svg.querySelectorAll("text")].map((text) => text.textContent);
  assert.deepEqual(texts.slice(-4), ["From", "0.1", "0.4", "0"]);
});

test("maps stand apart and inside the picture", () => {
  const pictures = drawn(matrixHeatmaps, data);
  for (const width of widths) {
    const svg = pictures[width];
    const frames = [...svg.querySelectorAll("rect[fill='var(--paper)']")].map((rect) => ({
      left: numberOf(rect, "x"),
      top: numberOf(rect, "y"),
      side: numberOf(rect, "width"),
    }));
    assert.equal(frames.length, 3);
    for (const [i, a] of frames.entries()) {
      assert.equal(a.side % 16, 0, "no cell of 16 is cut by a pixel");
      assert.ok(a.left + a.side <= numberOf(svg, "width"));
      assert.ok(a.top + a.side <= numberOf(svg, "height"));
      for (const b of frames.slice(i + 1)) {
        assert.ok(a.left + a.side < b.left || a.top + a.side < b.top);
      }
    }
  }
});
