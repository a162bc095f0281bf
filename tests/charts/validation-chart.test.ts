import assert from "node:assert/strict";
import { test } from "node:test";
import { textWidth } from "../../src/charts/text-width.ts";
import { type ValidationChartData, validationChart } from "../../src/charts/validation-chart.ts";
import {
  type ValidationTiersData,
  validationTiersChart,
} from "../../src/charts/validation-tiers-chart.ts";
import { drawn, numberOf, type Width, widths } from "./draw.ts";

const bar = (low: number, high = low, within = true) => ({ low, high, within, name: "Model 7B" });
const deviations = (bars: readonly ReturnType<typeof bar>[]): ValidationChartData => ({
  groups: [{ name: "vLLM", count: `${bars.length} starts`, bars }],
  percent: (part) => `${(part * 100).toFixed(1)} %`,
  xAxis: "prediction against what was printed",
  label: "Predictions",
});

/** From and to of each bar, in px. */
const spansOf = (svg: SVGSVGElement): readonly (readonly [number, number])[] =>
  [
    ...(svg.querySelector(".spans")?.getAttribute("d") ?? "").matchAll(
      /M([\d.]+) [\d.]+H([\d.]+)/g,
    ),
  ].map(([, from, to]) => [Number(from), Number(to)] as const);

test("a bar spans its interval around the middle, the widest first; a dot spans nothing", () => {
  const pictures = drawn(
    validationChart,
    deviations([bar(0), bar(-0.002, 0.001), bar(-0.01, 0.02)]),
  );
  for (const width of widths) {
    const svg = pictures[width];
    const middle = numberOf(svg, "width") / 2;
    const [first, second] = spansOf(svg);
    assert.ok(first && second && spansOf(svg).length === 2);
    assert.ok(Math.abs((middle - first[0]) * 2 - (first[1] - middle)) < 0.01, "−1 % and +2 %");
    assert.ok(first[1] - first[0] > second[1] - second[0]);
    assert.equal(svg.querySelector(".dots")?.getAttribute("d")?.match(/M/g)?.length, 1);
    assert.equal(svg.querySelectorAll(".missed").length, 0);
  }
});

test("a start that is missed is a cross or an arrow with its name, and sets no scale", () => {
  const { wide } = drawn(
    validationChart,
    deviations([bar(-0.001, 0.001), bar(-0.17, -0.17, false), bar(0.0005, 0.0005, false)]),
  );
  assert.equal(wide.querySelectorAll(".missed").length, 2);
  assert.match(wide.textContent ?? "", /Model 7B -17\.0 %.*Model 7B 0\.1 %/);
  assert.match(wide.textContent ?? "", /-0\.1 %/, "the axis is that of what is reproduced");
  const [span] = spansOf(wide);
  assert.ok(span && span[1] - span[0] > 600);
});

const tiers: ValidationTiersData = {
  rows: [
    { name: "DeepSeek-R1 671B", engine: "vLLM", ratios: { naive: 71, ideal: 1, ours: 1 } },
    { name: "Gemma 3 27B", engine: "ik_llama.cpp", ratios: { naive: 1, ideal: 0.17, ours: 1 } },
  ],
  names: { naive: "all layers full", ideal: "without an engine", ours: "by the engine’s rules" },
  times: (ratio) => `×${ratio}`,
  xAxis: "cache of a request",
  label: "Formulas",
};

/** Left edges of a formula's marks, the key's first. */
const marks = (svg: SVGSVGElement, tier: string): readonly number[] =>
  [...svg.querySelectorAll(`path.${tier}`)].map((path) =>
    Number(/^M([\d.]+)/.exec(path.getAttribute("d") ?? "")?.[1]),
  );

test("marks stand in the order of what the formulas count", () => {
  const pictures = drawn(validationTiersChart, tiers);
  for (const width of widths) {
    const [, full = 0, equal = 0] = marks(pictures[width], "naive");
    const [, one = 0, other = 0] = marks(pictures[width], "ours");
    const [, exact = 0, less = 0] = marks(pictures[width], "ideal");
    assert.ok(full > one && Math.abs(one - other) < 0.01);
    assert.ok(less < other && exact - less > 20);
    assert.ok(Math.abs(equal - other) < 8, "naive is right where every layer is full");
  }
});

/** Whether a line of text lies inside its drawing. */
function isInside(text: Element, svg: SVGSVGElement): boolean {
  const size = numberOf(text, "font-size") || 12;
  const width = textWidth(text.textContent ?? "", size);
  const anchor = text.getAttribute("text-anchor") ?? "start";
  const x = numberOf(text, "x");
  const left = anchor === "end" ? x - width : anchor === "middle" ? x - width / 2 : x;
  return left >= -1 && left + width <= numberOf(svg, "width") + 1;
}

test("no text under 11 px, and none outside the drawing", () => {
  const all: Readonly<Record<Width, SVGSVGElement>>[] = [
    drawn(validationTiersChart, tiers),
    drawn(validationChart, deviations([bar(0), bar(-0.01, 0.02), bar(-0.17, -0.17, false)])),
    drawn(validationChart, deviations([bar(0), bar(-0.01, 0.02), bar(0.17, 0.17, false)])),
  ];
  for (const pictures of all) {
    for (const width of widths) {
      const svg = pictures[width];
      for (const text of svg.querySelectorAll("text")) {
        assert.ok((numberOf(text, "font-size") || 12) >= 11);
        assert.ok(isInside(text, svg), `${width}: ${text.textContent}`);
      }
      for (const path of svg.querySelectorAll("path")) {
        assert.doesNotMatch(path.getAttribute("d") ?? "", /NaN|undefined|Infinity/);
      }
    }
  }
});
