import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type CountRangesData, countRanges } from "../../src/charts/count-ranges.ts";
import { type GoalPanelsData, goalPanels } from "../../src/charts/goal-panels.ts";
import { markShape } from "../../src/charts/mark-shape.ts";
import { textWidth } from "../../src/charts/text-width.ts";
import { variantStyle } from "../../src/charts/variant-style.ts";
import type { TriangleValues } from "../../src/widgets/kv-triangle/compute.ts";
import { countsData, goalsData } from "../../src/widgets/kv-triangle/figures.ts";
import widget from "../../src/widgets/kv-triangle/widget.ts";
import { fuzzStates, translators, valuesOf } from "../widgets/every-widget.ts";
import { chartContext, drawn, numberOf, widths } from "./draw.ts";

const panel = {
  ...{ title: "Title", unit: "unit", titleShort: "T", unitShort: "u", betterText: "better" },
} as const;

const data: GoalPanelsData = {
  rows: [
    { variant: "gqa", name: "GQA", detail: "16-8-8" },
    { variant: "mfa", name: "MFA", detail: "32" },
    { variant: "vha", name: "VHA", detail: "8-2-2" },
    { variant: "mla", name: "MLA", detail: "512" },
  ],
  panels: [
    {
      ...{ ...panel, better: "left", domain: [0, 4000], ticks: [0, 4000], baseline: 4000 },
      cells: [4000, 1000, 2000, 500].map((value) => ({ value, text: String(value) })),
    },
    {
      ...{ ...panel, better: "right", domain: [-2, 2], ticks: [-1, 0, 1], baseline: 0 },
      cells: [
        { value: 0, text: "0" },
        { value: null, text: "none", range: [-1, 0.5], note: "a note" },
        { value: 1, text: "1", error: 0.5, claim: { value: -1, text: "printed" } },
        { value: null, text: "lower", lower: true },
      ],
    },
  ],
  label: "Goals",
};

const numbers = (path: Element | undefined) =>
  (path?.getAttribute("d")?.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
const pathsOf = (svg: SVGSVGElement, name: string) => [...svg.querySelectorAll(`path.${name}`)];
/** From where to where a line like M0 0H10 goes. */
function across(path: Element | undefined): readonly [number, number] {
  const [from = Number.NaN, , to = Number.NaN] = numbers(path);
  return [from, to];
}

describe("goals", () => {
  const pictures = drawn(goalPanels, data);
  for (const width of widths) {
    const svg = pictures[width];

    test(`stems are as long as their values, ${width}`, () => {
      const lengths = pathsOf(svg, "stem").map((of) => across(of)[1] - across(of)[0]);
      const [whole = 0, quarter = 0, half = 0, eighth = 0, none, one = 0] = lengths;
      for (const [part, length] of [
        [4, quarter],
        [2, half],
        [8, eighth],
      ] as const) {
        assert.ok(Math.abs(whole / length - part) < 1e-6);
      }
      assert.equal(none, 0);
      assert.ok(one > 0);
      assert.equal(lengths.length, 6, "nothing without a value has one");
      assert.equal(pathsOf(svg, "place").length, 6);
    });

    test(`errors, ranges and printed numbers lie where their numbers say, ${width}`, () => {
      const [zero, one] = across(pathsOf(svg, "stem")[5]);
      const unit = one - zero;
      const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-6, `${a} ${b}`);
      const [from, to] = across(pathsOf(svg, "spread")[0]);
      near(from, zero + unit / 2);
      near(to, zero + 1.5 * unit);
      const [least, most] = across(pathsOf(svg, "range")[0]);
      near(least, zero - unit);
      near(most, zero + unit / 2);
      // A circle begins at its left: M x-r y a r.
      const [left = 0, , r = 0] = numbers(pathsOf(svg, "claim")[0]);
      near(left + r, zero - unit);
      const claim = pathsOf(svg, "claim")[0];
      assert.equal(claim?.getAttribute("fill"), "none", "hollow");
      const [start = 0] = numbers(pathsOf(svg, "lower")[0]);
      near(start, zero);
      assert.match(pathsOf(svg, "lower")[0]?.getAttribute("d") ?? "", /h-24$/, "to the left");
    });

    test(`the side that is better is the one its panel names, ${width}`, () => {
      const [first, second] = [...svg.querySelectorAll("rect.better")];
      const lines = pathsOf(svg, "baseline").map((of) => numbers(of)[0] ?? Number.NaN);
      assert.ok(first && second);
      assert.equal(numberOf(first, "x") + numberOf(first, "width"), lines[0]);
      assert.equal(numberOf(second, "x"), lines[1]);
    });
  }
});

/** Texts as boxes, by what `textWidth` gives them at least. */
function boxes(svg: SVGSVGElement) {
  return [...svg.querySelectorAll("text")].map((text) => {
    const said = text.textContent ?? "";
    const size = numberOf(text, "font-size");
    const wide = textWidth(said, size);
    const anchor = text.getAttribute("text-anchor") ?? "start";
    const x = numberOf(text, "x");
    const left = anchor === "end" ? x - wide : anchor === "middle" ? x - wide / 2 : x;
    return { said, left, right: left + wide, y: numberOf(text, "y"), size };
  });
}

test("no text leaves the picture or lies on another, whatever is counted", () => {
  const states = fuzzStates(widget).filter((_, i) => i % 5 === 0);
  for (const attributes of [{}, ...states]) {
    const values = valuesOf(widget, attributes) as TriangleValues;
    const result = widget.compute(values);
    for (const t of translators(widget)) {
      for (const width of widths) {
        const context = chartContext(width);
        for (const svg of [
          goalPanels(goalsData(result, values, t), context),
          countRanges(countsData(result, values, t), context),
        ]) {
          const all = boxes(svg);
          for (const [i, box] of all.entries()) {
            const where = `${t.lang} ${width} ${JSON.stringify(attributes)}: ${box.said}`;
            assert.ok(box.left >= -0.5 && box.right <= context.width + 0.5, where);
            assert.ok(box.y <= numberOf(svg, "height"), where);
            for (const other of all.slice(i + 1)) {
              const apart = Math.abs(box.y - other.y) >= Math.min(box.size, other.size);
              const beside = box.right <= other.left + 0.5 || other.right <= box.left + 0.5;
              assert.ok(apart || beside, `${where} on ${other.said}`);
            }
          }
        }
      }
    }
  }
});

const counts: CountRangesData = {
  groups: [
    {
      ...{ variant: "vha", title: "VHA", claim: { value: -8, text: "printed" } },
      rows: [
        { name: "one", values: [-10, -6, -8], range: "-6 to -10", current: -6 },
        { name: "two", values: [-2, -4], range: "-2 to -4", current: null },
      ],
    },
  ],
  axis: "%",
  label: "Counts",
};

test("every way to count is a dot, the chosen one a mark, the printed one a line", () => {
  const pictures = drawn(countRanges, counts);
  for (const width of widths) {
    const svg = pictures[width];
    const [[ten, six], [four, two]] = pathsOf(svg, "way").map(across) as [
      [number, number],
      [number, number],
    ];
    const unit = (six - ten) / 4;
    assert.ok(Math.abs(two - four - 2 * unit) < 1e-6 && Math.abs(four - six - 2 * unit) < 1e-6);
    assert.equal(pathsOf(svg, "current").length, 1);
    // A cross begins r left of its middle.
    assert.ok(Math.abs((numbers(pathsOf(svg, "current")[0])[0] ?? 0) + 6 - six) < 1e-6);
    const [printed = 0] = numbers(pathsOf(svg, "claim")[0]);
    assert.ok(Math.abs(printed - ten - 2 * unit) < 1e-6);
    const without = drawn(countRanges, {
      ...counts,
      groups: counts.groups.map((group) => ({ ...group, claim: null })),
    });
    assert.equal(pathsOf(without[width], "claim").length, 0);
  }
});

test("every variant has a mark and a dash of its own", () => {
  const styles = Object.values(variantStyle);
  assert.equal(new Set(styles.map(({ dot }) => dot)).size, styles.length);
  const dashed = styles.map(({ dash }) => dash).filter((dash) => dash !== "none");
  assert.equal(new Set(dashed).size, styles.length - 2, "but MHA and GQA, which are solid");
  // Two corners above, the third below.
  const [, top = 0, , down = 0] = numbers({
    getAttribute: () => markShape("triangle", 0, 0, 10),
  } as unknown as Element);
  assert.ok(top < 0 && down > 0);
  assert.match(markShape("triangle-down", 0, 0, 10), /^M0 12l12 -21h-24Z$/);
});
