import assert from "node:assert/strict";
import { test } from "node:test";
import { type DecodeStepsData, decodeSteps, type StepLine } from "../../src/charts/decode-steps.ts";
import { linearTicks } from "../../src/charts/linear-ticks.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const grow = [10, 11, 12, 13, 14].map((length) => [length, length] as const);
const flat = [10, 11, 12, 13, 14].map((length, i) => [length, i === 0 ? 10 : 1] as const);
const data: DecodeStepsData = {
  panels: [
    {
      title: "Rows",
      lines: [
        { way: "uncached", name: "Without", line: grow, dots: grow.slice(0, 3) },
        { way: "cached", name: "With", line: flat, dots: flat.slice(0, 3) },
      ],
      empty: "nothing",
    },
    {
      title: "Time",
      lines: [
        { way: "uncached", name: "Without", line: [], dots: [] },
        { way: "cached", name: "With", line: [], dots: [] },
      ],
      empty: "nothing",
    },
  ],
  lengths: [10, 14],
  number: String,
  above: (count, most) => `${count} up to ${most}`,
  xTitle: "tokens",
  label: "Steps",
};

const placesIn = (path: Element | null): readonly (readonly [number, number])[] =>
  [...(path?.getAttribute("d") ?? "").matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);

test("heights are in proportion to what they count, and places to the length", () => {
  const pictures = drawn(decodeSteps, data);
  for (const width of widths) {
    const svg = pictures[width];
    const [rows] = svg.querySelectorAll("g");
    const axis = placesIn(rows?.querySelector("path[stroke='var(--edge)']") ?? null)[0]?.[1];
    const line = placesIn(rows?.querySelector("path.line.uncached") ?? null);
    const other = placesIn(rows?.querySelector("path.line.cached") ?? null);
    assert.ok(axis !== undefined && line.length === 5 && other.length === 5);
    const unit = (axis - (line[0]?.[1] ?? 0)) / 10;
    for (const [i, [x, y]] of line.entries()) {
      assert.ok(Math.abs(axis - y - (10 + i) * unit) < 0.05);
      assert.ok(
        Math.abs(
          x - ((line[0]?.[0] ?? 0) + (i * ((line[4]?.[0] ?? 0) - (line[0]?.[0] ?? 0))) / 4),
        ) < 0.05,
      );
      assert.ok(x <= numberOf(svg, "width"));
    }
    assert.deepEqual(other[0], line[0], "the prompt costs the same");
    assert.ok(Math.abs(axis - (other[4]?.[1] ?? 0) - unit) < 0.05);
  }
});

test("what was found is a mark each, of another shape for each way; what was not says so", () => {
  const [rows, time] = drawn(decodeSteps, data).wide.querySelectorAll("g");
  const marks = (way: string) =>
    rows?.querySelector(`path.dots.${way}`)?.getAttribute("d")?.split("Z").filter(Boolean) ?? [];
  assert.equal(marks("cached").length, 3);
  assert.equal(marks("uncached").length, 3);
  assert.match(marks("cached")[0] ?? "", /a/);
  assert.doesNotMatch(marks("uncached")[0] ?? "", /a/);
  assert.equal(time?.querySelectorAll("path.dots, path.line").length, 0);
  assert.match(time?.textContent ?? "", /nothing/);
  assert.doesNotMatch(rows?.textContent ?? "", /nothing/);
});

test("names of lines that end close by stand apart", () => {
  const close = data.panels.map((panel) => ({
    ...panel,
    lines: panel.lines.map((line, i) => ({
      ...line,
      line: grow.map(([x, y]) => [x, y + i / 10] as const),
    })),
  }));
  const svg = drawn(decodeSteps, { ...data, panels: close }).narrow;
  const [rows] = svg.querySelectorAll("g");
  const heights = [
    ...(rows?.querySelectorAll("text[font-weight='700'][font-size='11']") ?? []),
  ].map((text) => numberOf(text, "y"));
  assert.equal(heights.length, 2);
  assert.ok(Math.abs((heights[0] ?? 0) - (heights[1] ?? 0)) >= 14);
});

test("a step that took far longer than all others is named, and the others keep their heights", () => {
  const dots = Array.from({ length: 40 }, (_, i) => [10 + i / 10, i === 7 ? 500 : 5] as const);
  const [, time] = data.panels;
  assert.ok(time);
  const panelsOf = (found: StepLine["dots"]) => [
    { ...time, lines: [{ way: "uncached", name: "Without", line: [], dots: found } as const] },
  ];
  const svg = drawn(decodeSteps, { ...data, panels: panelsOf(dots) }).wide;
  assert.match(svg.textContent ?? "", /1 up to 500/);
  assert.equal(svg.querySelectorAll("path.above").length, 1);
  const marks = svg.querySelector("path.dots")?.getAttribute("d")?.split("Z").filter(Boolean);
  assert.equal(marks?.length, 39);
  const calm = panelsOf(dots.map(([x]) => [x, 5] as const));
  const other = drawn(decodeSteps, { ...data, panels: calm }).wide;
  assert.doesNotMatch(other.textContent ?? "", /up to/);
});

test("ticks are round numbers inside the range", () => {
  for (const [range, intervals, ticks] of [
    [[0, 43], 4, [0, 20, 40]],
    [[20, 43], 5, [20, 25, 30, 35, 40]],
    [[0, 0.37], 4, [0, 0.1, 0.2, 0.3]],
    [[0, 1], 4, [0, 0.5, 1]],
    [[0, 228], 4, [0, 100, 200]],
    [[1, 2], 5, [1, 1.2, 1.4, 1.6, 1.8, 2]],
    [[5, 5], 4, [5]],
    [[0, 0], 4, [0]],
  ] as const) {
    assert.deepEqual(linearTicks(range, intervals), ticks);
  }
});
