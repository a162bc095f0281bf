import assert from "node:assert/strict";
import { test } from "node:test";
import { placeNear } from "../../src/charts/place-near.ts";
import { type ScoreScatterData, scoreScatter } from "../../src/charts/score-scatter.ts";
import { textWidth } from "../../src/charts/text-width.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const model = (name: string, cost: number, score: number, group: string | null = null) => ({
  ...{ variant: "gqa" as const, name },
  ...{ cost, score, group },
});

const data: ScoreScatterData = {
  models: [
    model("MQA-XXL: 46.6", 256, 46.6, "xxl"),
    model("MHA-XXL: 47.2", 16_384, 47.2, "xxl"),
    model("GQA-8-XXL: 47.1", 2048, 47.1, "xxl"),
    model("MHA-Large: 46.0", 4096, 46),
  ],
  base: 2,
  xAxis: "B",
  yAxis: "score",
  label: "Scores",
};

const numbers = (path: Element | null) =>
  (path?.getAttribute("d")?.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);
const marksOf = (svg: Element) =>
  [...svg.querySelectorAll(".model-mark")].map((path) => {
    const [x = 0, y = 0] = numbers(path);
    return { x: x + 5, y };
  });

test("equal factors of cost are equally far apart, equal scores too, higher above lower", () => {
  const pictures = drawn(scoreScatter, data);
  for (const width of widths) {
    const [mqa, mha, gqa, large] = marksOf(pictures[width]);
    assert.ok(mqa && mha && gqa && large);
    // 256 to 2,048 and 2,048 to 16,384 are both 8×; 2,048 to 4,096 is a third of it.
    assert.ok(Math.abs(gqa.x - mqa.x - (mha.x - gqa.x)) < 1e-6);
    assert.ok(Math.abs((large.x - gqa.x) * 3 - (gqa.x - mqa.x)) < 1e-6);
    assert.ok(Math.abs((mqa.y - mha.y) / (large.y - mha.y) - 0.6 / 1.2) < 1e-6);
    assert.ok(mha.y < gqa.y && gqa.y < mqa.y && mqa.y < large.y);
  }
});

test("a line joins a group, cheapest first, and nothing else", () => {
  const { wide } = drawn(scoreScatter, data);
  const [mqa, mha, gqa] = marksOf(wide);
  const lines = [...wide.querySelectorAll(".model-group")];
  assert.equal(lines.length, 1);
  assert.deepEqual(
    numbers(lines[0] ?? null),
    [mqa, gqa, mha].flatMap((of) => [of?.x, of?.y]),
  );
});

test("costs are marked at powers of two, at powers of ten, or between them in a short range", () => {
  const ticks = (of: Partial<ScoreScatterData>) =>
    [
      ...drawn(scoreScatter, { ...data, ...of }).wide.querySelectorAll("text[text-anchor=middle]"),
    ].map((text) => text.textContent);
  assert.deepEqual(ticks({}).slice(0, 3), ["256", "512", "1,024"]);
  const wide = [model("a", 15_552, 50), model("b", 860_200, 57)];
  assert.deepEqual(ticks({ models: wide, base: 10 }), ["10,000", "100,000", "1,000,000"]);
  const short = [model("a", 0.24, 46.6), model("b", 1.51, 47.2)];
  assert.deepEqual(ticks({ models: short, base: 10 }), ["0.2", "0.5", "1", "2"]);
});

test("names lie on no mark, no line and no other name, and stay in the picture", () => {
  const same = [...data.models, model("Another: 46.6", 256, 46.6), model("Third: 46.6", 256, 46.6)];
  for (const models of [data.models, same]) {
    const pictures = drawn(scoreScatter, { ...data, models });
    for (const width of widths) {
      const svg = pictures[width];
      const names = [...svg.querySelectorAll(".model-name")].map((text) => {
        const [x, y] = [numberOf(text, "x"), numberOf(text, "y")];
        return { x, y, end: x + textWidth(text.textContent ?? "", 11) };
      });
      assert.equal(names.length, models.length);
      for (const [i, one] of names.entries()) {
        assert.ok(one.x >= 0 && one.end <= numberOf(svg, "width"), `${i}`);
        for (const other of names.slice(i + 1)) {
          assert.ok(Math.abs(one.y - other.y) >= 11 || one.end <= other.x || other.end <= one.x);
        }
        for (const { x, y } of marksOf(svg)) {
          const off = x <= one.x || x >= one.end || y <= one.y - 10 || y >= one.y + 3;
          assert.ok(off, `${width}: name ${i} on a mark`);
        }
      }
    }
  }
});

test("one score for all, one cost for all: a picture all the same", () => {
  const models = [model("a", 512, 26.5), model("b", 512, 26.5)];
  const pictures = drawn(scoreScatter, { ...data, models });
  for (const width of widths) assert.doesNotMatch(pictures[width].outerHTML, /NaN|Infinity/);
});

test("a label goes off a line through its place, and a thread leads to one that is far", () => {
  const edges = { left: 0, right: 300, top: 0, bottom: 200 };
  const [free] = placeNear([{ x: 100, y: 100, width: 50 }], edges);
  assert.deepEqual(free, { x: 109, y: 104, moved: false });
  const line = [
    [100, 100],
    [300, 100],
  ] as const;
  const [off] = placeNear([{ x: 100, y: 100, width: 50 }], edges, [line]);
  assert.ok(off && (off.y - 10 > 101 || off.y + 3 < 99 || off.x + 50 < 100), JSON.stringify(off));
  const crowd = Array.from({ length: 6 }, () => ({ x: 150, y: 100, width: 80 }));
  const placed = placeNear(crowd, edges);
  assert.ok(placed.some(({ moved }) => moved) && placed.some(({ moved }) => !moved));
});

test("seeds stand beside their mean, and models of one cost beside each other", () => {
  const seeded = (name: string, score: number, ...seeds: readonly number[]) => ({
    ...model(name, 32, score),
    seeds,
  });
  const own = {
    ...data,
    models: [
      seeded("GQA", 98, 97, 98, 99),
      seeded("MLA", 99.9, 99.9, 99.9, 99.9),
      { ...model("MHA", 128, 99), seeds: [99] },
    ],
  };
  const pictures = drawn(scoreScatter, own);
  for (const width of widths) {
    const svg = pictures[width];
    const [gqa, mla] = marksOf(svg);
    assert.ok(gqa && mla && mla.x - gqa.x > 20);
    const seeds = [...svg.querySelectorAll(".seed-mark")];
    assert.equal(seeds.length, 7);
    const heights = seeds.slice(0, 3).map((path) => numbers(path)[1] ?? 0);
    assert.ok((heights[0] ?? 0) > (heights[1] ?? 0) && (heights[1] ?? 0) > (heights[2] ?? 0));
    assert.ok(Math.abs((heights[1] ?? 0) - gqa.y) < 1e-6);
  }
});
