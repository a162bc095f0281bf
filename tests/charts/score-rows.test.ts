import assert from "node:assert/strict";
import { test } from "node:test";
import { type ScorePanel, type ScoreRowsData, scoreRows } from "../../src/charts/score-rows.ts";
import { textWidth } from "../../src/charts/text-width.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const mark = (
  of: "gqa" | "vha" | "mqa" | "mha" | "plain",
  at: number,
  error: number | null = null,
) => ({
  ...{ of, at, error },
  text: `${of} ${at}`,
  short: String(at),
});

const panel = (rows: ScorePanel["rows"], zero: number | null = null, title = ""): ScorePanel => ({
  ...{ title, subtitle: title && "below", rows },
  zero: zero === null ? null : { at: zero, text: "baseline" },
  xAxis: "points",
  tick: String,
});

const data = (...panels: readonly [ScorePanel, ...ScorePanel[]]): ScoreRowsData => ({
  panels,
  foot: ["† unknown"],
  label: "Rows",
});

const row = (name: string, ...marks: readonly ReturnType<typeof mark>[]) => ({
  ...{ name, marks },
  chosen: false,
});

const numbers = (path: Element) =>
  (path.getAttribute("d")?.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);
/** The middle of a round mark, which begins at its left: M x−5 y. */
const middle = (path: Element) => (numbers(path)[0] ?? Number.NaN) + 5;
const all = (svg: Element, selector: string) => [...svg.querySelectorAll(selector)];

test("marks stand in proportion to their values, losses left of zero", () => {
  const pictures = drawn(
    scoreRows,
    data(panel([row("a", mark("gqa", -2)), row("b", mark("gqa", 0)), row("c", mark("gqa", 1))], 0)),
  );
  for (const width of widths) {
    const [a = 0, b = 0, c = 0] = all(pictures[width], ".row-mark").map(middle);
    assert.ok(Math.abs((c - b) * 2 - (b - a)) < 1e-6 && a < b && b < c);
    const zero = pictures[width].querySelector(".zero-line");
    assert.ok(zero && Math.abs((numbers(zero)[0] ?? 0) - b) < 1e-6, "zero where its value is");
  }
});

test("an error bar reaches as far as its error on either side", () => {
  const { wide } = drawn(
    scoreRows,
    data(panel([row("a", mark("gqa", 4, 2)), row("b", mark("gqa", 6))], 0)),
  );
  const [from = 0, , to = 0] = numbers(wide.querySelector(".error-bar") as Element);
  const [four = 0, six = 0] = all(wide, ".row-mark").map(middle);
  assert.ok(Math.abs(to - six) < 1e-6, "4 + 2");
  assert.ok(Math.abs(four - from - (six - four)) < 1e-6);
});

test("a unit is as long in one panel as in the other, however far apart their values", () => {
  const sides = data(
    panel([row("a", mark("gqa", 46.6)), row("b", mark("gqa", 47.2))], null, "One"),
    panel([row("a", mark("gqa", 37.9)), row("b", mark("gqa", 45.2))], null, "Other"),
  );
  const pictures = drawn(scoreRows, sides);
  for (const width of widths) {
    const panels = all(pictures[width], ".score-panel");
    assert.equal(panels.length, 2);
    const [one = 0, other = 0] = panels.map((side) => {
      const [a = 0, b = 0] = all(side, ".row-mark").map(middle);
      return b - a;
    });
    // Names and values of one width in both, so that the axes are equally long.
    assert.ok(Math.abs(one / 0.6 - other / 7.3) < 0.01, `${one / 0.6} ${other / 7.3}`);
  }
});

test("every word stays in the picture, and none lies on another of its row", () => {
  const rows = [
    row("A long name of a row", mark("mqa", 30), mark("gqa", 37.7), mark("mha", 42.9)),
    row("b", mark("gqa", 33.2), mark("vha", 45)),
    row("c", mark("plain", 30, 3)),
  ];
  const pictures = drawn(scoreRows, data(panel(rows, 35)));
  for (const width of widths) {
    const svg = pictures[width];
    const boxes = all(svg, "text").map((text) => {
      const size = Number.parseFloat(text.getAttribute("font-size") ?? "12");
      const room = textWidth(text.textContent ?? "", size);
      const anchor = text.getAttribute("text-anchor") ?? "start";
      const x =
        numberOf(text, "x") - (anchor === "end" ? room : anchor === "middle" ? room / 2 : 0);
      return { x, end: x + room, y: numberOf(text, "y"), said: text.textContent, text };
    });
    for (const { x, end, said } of boxes) {
      assert.ok(x >= -0.6 && end <= numberOf(svg, "width") + 0.6, `${width}: ${said} ${x} ${end}`);
    }
    const values = boxes.filter(({ text }) => text.getAttribute("class") === "row-value");
    assert.equal(values.length, 6);
    for (const [i, one] of values.entries()) {
      for (const other of values.slice(i + 1)) {
        const apart = Math.abs(one.y - other.y) >= 10 || one.end <= other.x || other.end <= one.x;
        assert.ok(apart, `${one.said} and ${other.said}`);
      }
    }
  }
});

test("a cross is drawn over the mark that it meets, and feet say what signs mean", () => {
  const { wide } = drawn(scoreRows, data(panel([row("a", mark("vha", 31.5), mark("gqa", 31.8))])));
  const marks = all(wide, ".row-mark");
  assert.equal(marks.at(-1)?.getAttribute("stroke"), "var(--vha)");
  assert.match(wide.textContent ?? "", /† unknown/);
});

test("ticks end beside the values, however much room labels take", () => {
  const long = "a label that is long";
  const marks = [mark("gqa", 25), mark("vha", 84)].map((of) => ({ ...of, short: long }));
  const pictures = drawn(scoreRows, data(panel([row("A name of a row", ...marks)])));
  for (const width of widths) {
    const ticks = all(pictures[width], "text").map((text) => Number(text.textContent));
    const numbered = ticks.filter(Number.isFinite);
    assert.ok(numbered.length > 1);
    assert.ok(Math.min(...numbered) >= 0 && Math.max(...numbered) <= 100, `${numbered}`);
  }
});

test("values that are all the same still have an axis", () => {
  const pictures = drawn(
    scoreRows,
    data(panel([row("a", mark("gqa", 5)), row("b", mark("gqa", 5))])),
  );
  for (const width of widths) assert.doesNotMatch(pictures[width].outerHTML, /NaN|Infinity/);
});
