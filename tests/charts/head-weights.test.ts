import assert from "node:assert/strict";
import { test } from "node:test";
import { type HeadWeightsData, headWeights } from "../../src/charts/head-weights.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const tokens = 16;

/** Weights that add up to 1, other ones for each head. */
const weightsOf = (head: number): readonly number[] => {
  const raw = Array.from({ length: tokens }, (_, i) => 1 + ((i * 7 + head * 5) % 13));
  const sum = raw.reduce((a, b) => a + b, 0);
  return raw.map((value) => value / sum);
};

const dataOf = (
  heads: number,
  groups: number,
  more: Partial<HeadWeightsData> = {},
): HeadWeightsData => ({
  heads,
  groups,
  tokens,
  rows: Array.from({ length: heads }, (_, i) => ({
    weights: weightsOf(i),
    says: `row ${i + 1}`,
    short: `${i + 1}%`,
  })),
  lit: null,
  names: { caption: "Weights", empty: "Nothing yet", axis: "Token", largest: "Largest" },
  label: "Weights",
  ...more,
});

const box = (rect: Element) => {
  const [x, y] = [numberOf(rect, "x"), numberOf(rect, "y")];
  return { x, y, right: x + numberOf(rect, "width"), bottom: y + numberOf(rect, "height") };
};
const said = (svg: Element) => [...svg.querySelectorAll("text")].map((text) => text.textContent);

test("bars are as high as their weights, in one scale for all heads", () => {
  for (const [heads, groups] of [
    [4, 1],
    [8, 2],
    [16, 16],
  ] as const) {
    const pictures = drawn(headWeights, dataOf(heads, groups));
    const all = Array.from({ length: heads }, (_, i) => weightsOf(i)).flat();
    for (const width of widths) {
      const heights = [...pictures[width].querySelectorAll("rect.weight")].map((bar) =>
        numberOf(bar, "height"),
      );
      assert.equal(heights.length, heads * tokens);
      const perWeight = Math.max(...heights) / Math.max(...all);
      for (const [i, height] of heights.entries()) {
        assert.ok(Math.abs(height - perWeight * (all[i] ?? 0)) < 1e-9);
      }
    }
  }
});

test("each row marks its own largest, inside its row, and says it at its end", () => {
  const pictures = drawn(headWeights, dataOf(8, 2));
  for (const width of widths) {
    const svg = pictures[width];
    const rows = [...svg.querySelectorAll("rect[data-part=row]")].map(box);
    const bars = [...svg.querySelectorAll("rect.weight")];
    for (const [head, row] of rows.entries()) {
      const own = bars.slice(head * tokens, (head + 1) * tokens);
      for (const bar of own.map(box)) assert.ok(row.y <= bar.y && bar.bottom <= row.bottom);
      const marked = own.flatMap((bar, i) => (bar.classList.contains("largest") ? [i] : []));
      const weights = weightsOf(head);
      assert.ok(marked.length > 0);
      for (const i of marked) assert.equal(weights[i], Math.max(...weights));
      assert.ok(said(svg).includes(width === "wide" ? `row ${head + 1}` : `${head + 1}%`));
    }
  }
});

test("a K and a V stand beside the rows that read them, and only beside those", () => {
  for (const [heads, groups] of [
    [4, 1],
    [8, 2],
    [8, 8],
    [16, 4],
  ] as const) {
    const pictures = drawn(headWeights, dataOf(heads, groups));
    for (const width of widths) {
      const svg = pictures[width];
      const kvs = [...svg.querySelectorAll("rect[data-part=k]")].map(box);
      assert.equal(svg.querySelectorAll("rect[data-part=v]").length, groups);
      const rows = [...svg.querySelectorAll("rect[data-part=q]")].map(box);
      assert.equal(rows.length, heads);
      for (const [head, row] of rows.entries()) {
        const beside = kvs.flatMap((kv, i) =>
          kv.y <= row.y && row.bottom <= kv.bottom ? [i] : [],
        );
        assert.deepEqual(beside, [Math.floor(head / (heads / groups))]);
        const next = rows[head + 1];
        if (next) assert.ok(row.bottom < next.y);
        assert.ok(row.bottom < numberOf(svg, "height"));
      }
      const right = Math.max(...[...svg.querySelectorAll("rect")].map((rect) => box(rect).right));
      assert.ok(right <= numberOf(svg, "width"));
    }
  }
});

test("before a run there are places and words, and not one bar", () => {
  const pictures = drawn(headWeights, dataOf(8, 2, { rows: null }));
  for (const width of widths) {
    const svg = pictures[width];
    assert.equal(svg.querySelectorAll("rect.weight").length, 0);
    assert.ok(said(svg).includes("Nothing yet"));
    assert.ok(!said(svg).includes("Largest"));
    assert.equal(svg.querySelectorAll("rect[data-part=q]").length, 8);
    const after = drawn(headWeights, dataOf(8, 2))[width];
    assert.equal(numberOf(svg, "height"), numberOf(after, "height"), "nothing moves by a run");
  }
});

test("the lit head has a band, and its cells an outline", () => {
  const { wide } = drawn(headWeights, dataOf(8, 2, { lit: { head: 6, kv: 2 } }));
  const bands = [...wide.querySelectorAll("rect[data-part=row]")];
  assert.deepEqual(
    bands.flatMap((band, i) => (band.getAttribute("fill") === "none" ? [] : [i + 1])),
    [6],
  );
  const outlined = [...wide.querySelectorAll("rect[stroke='var(--ink)']")];
  assert.deepEqual(outlined.map((cell) => cell.getAttribute("data-part")).sort(), ["k", "q", "v"]);
  assert.ok(outlined.every((cell) => cell.getAttribute("data-kv") === "2"));
});
