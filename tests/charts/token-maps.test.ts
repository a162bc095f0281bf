import assert from "node:assert/strict";
import { test } from "node:test";
import { type AttentionMapData, attentionMap } from "../../src/charts/attention-map.ts";
import { type CacheColumnsData, cacheColumns } from "../../src/charts/cache-columns.ts";
import { drawn, numberOf, widths } from "./draw.ts";

/** Row, column and length of each run of cells, for each step that is drawn. */
function runsIn(root: Element): Readonly<Record<string, readonly (readonly number[])[]>> {
  return Object.fromEntries(
    [...root.querySelectorAll("path[class^=step-]")].map((path) => [
      path.getAttribute("class"),
      [...(path.getAttribute("d") ?? "").matchAll(/M(\d+) (\d+)h(\d+)/g)].map(
        ([, column, row, count]) => [Number(row), Number(column), Number(count)],
      ),
    ]),
  );
}

const axis = { letters: ["a", "·", "b"], prompt: 2, columns: 5, fresh: 2 } as const;

const cache: CacheColumnsData = {
  ...axis,
  parts: [
    // Column by column; −1 is as dark as 1.
    {
      of: "key",
      name: "K",
      rows: 2,
      values: [
        [1, 0],
        [-1, 0.1],
        [5, 0.34],
      ],
      largest: 1,
    },
    { of: "value", name: "V", rows: 1, values: [[0], [0], [0]], largest: 1 },
  ],
  label: "Cache",
};

test("cache: a column a token, darker for larger numbers of either sign, and no darker than darkest", () => {
  const svg = drawn(cacheColumns, cache).wide;
  assert.deepEqual(runsIn(svg), { "step-2": [[1, 2, 1]], "step-5": [[0, 0, 3]] });
});

test("cache: the newest column is outlined in every part, inside the room for all columns", () => {
  const pictures = drawn(cacheColumns, cache);
  for (const width of widths) {
    const svg = pictures[width];
    const outlines = [...svg.querySelectorAll("rect.fresh")];
    const rooms = [...svg.querySelectorAll("rect[stroke-dasharray]")];
    assert.deepEqual([outlines.length, rooms.length], [2, 2]);
    for (const [i, room] of rooms.entries()) {
      const cell = numberOf(room, "width") / 5;
      const outline = outlines[i] as Element;
      assert.ok(Math.abs(numberOf(outline, "x") - numberOf(room, "x") - 2 * cell) < 0.05);
      assert.ok(Math.abs(numberOf(outline, "width") - cell) < 0.05);
      assert.equal(numberOf(outline, "y"), numberOf(room, "y"));
      assert.ok(numberOf(room, "x") + numberOf(room, "width") <= numberOf(svg, "width"));
      assert.ok(numberOf(room, "y") + numberOf(room, "height") <= numberOf(svg, "height"));
    }
  }
});

test("cache: a column stands where it stood, and looks as it looked, when another is added", () => {
  const before = {
    ...cache,
    letters: ["a", "·"],
    fresh: null,
    parts: cache.parts.map((part) => ({ ...part, values: part.values.slice(0, 2) })),
  };
  const [old, now] = [before, cache].map((data) => drawn(cacheColumns, data).wide);
  assert.ok(old && now);
  assert.deepEqual(runsIn(old), { "step-5": [[0, 0, 2]] });
  const placed = (svg: SVGSVGElement) =>
    svg.querySelector("path.step-5")?.getAttribute("transform");
  assert.equal(placed(old), placed(now));
});

const map: AttentionMapData = {
  ...axis,
  weights: [[1], [0.2, 0.8], [0.05, 0.3, 0.65]],
  steps: [0.1, 0.5].map((from) => ({ from, text: String(from) })),
  names: { query: "query", key: "key", ramp: "Weight" },
  label: "Attention",
};

test("attention: each weight in its query's row and its key's column, none above the diagonal", () => {
  const pictures = drawn(attentionMap, map);
  for (const width of widths) {
    assert.deepEqual(runsIn(pictures[width]), {
      "step-1": [
        [1, 0, 1],
        [2, 1, 1],
      ],
      "step-2": [
        [0, 0, 1],
        [1, 1, 1],
        [2, 2, 1],
      ],
    });
    const fresh = pictures[width].querySelector("rect.fresh");
    const cell = numberOf(fresh as Element, "height");
    assert.ok(Math.abs(numberOf(fresh as Element, "width") - 3 * cell) < 0.05);
  }
});

test("tokens are named by their letters where these fit, else every 16th by its place", () => {
  const long = { ...map, letters: "x".repeat(64).split(""), columns: 64, fresh: 63, weights: [] };
  const texts = (data: AttentionMapData, width: "wide" | "narrow") =>
    [...drawn(attentionMap, data)[width].querySelectorAll("text")].map(
      ({ textContent }) => textContent,
    );
  const named = texts(map, "narrow");
  for (const letter of axis.letters)
    assert.equal(named.filter((text) => text === letter).length, 2);
  const numbered = texts(long, "narrow");
  for (const place of ["1", "16", "32", "48", "64"]) {
    assert.equal(numbered.filter((text) => text === place).length, 2, place);
  }
  assert.ok(!numbered.includes("x"));
});

test("letters one below the other keep apart, and stairs too fine to draw are a slope", () => {
  const wide = (columns: number) => {
    const letters = "x".repeat(columns).split("");
    return drawn(attentionMap, { ...map, letters, columns, fresh: null, weights: [] }).wide;
  };
  const places = [...wide(40).querySelectorAll("text[text-anchor=end]")]
    .filter(({ textContent }) => textContent === "x")
    .map((text) => [numberOf(text, "x"), numberOf(text, "y")] as const);
  assert.equal(places.length, 40);
  for (const [i, [x, y]] of places.slice(2).entries()) {
    const [before, two] = [places[i + 1], places[i]];
    assert.ok(before && two);
    assert.ok(Math.abs(x - before[0]) >= 8 || y - before[1] >= 14, "beside its neighbour");
    assert.ok(x === two[0] && y - two[1] >= 14, "below the next but one");
  }
  const corners = (svg: SVGSVGElement) =>
    svg.querySelector("path.stairs")?.getAttribute("d")?.match(/V/g)?.length ?? 0;
  assert.deepEqual([corners(wide(40)), corners(wide(96))], [40, 0]);
});
