import assert from "node:assert/strict";
import { test } from "node:test";
import { type GroupLevelsData, groupLevels } from "../../src/charts/group-levels.ts";
import { quantCells } from "../../src/charts/quant-cells.ts";
import type { QuantCellsData } from "../../src/charts/quant-cells-data.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const steps = (sizes: readonly number[]) => sizes.map((from) => ({ from, text: String(from) }));

const data: QuantCellsData = {
  ...{ part: "k", rows: 2, columns: 4, axis: "token", group: 2, waiting: 0 },
  cells: { was: [0, 2, -2, 0.5, 9, 0, 0, -0.5], is: [0, 1, -2, 0.5, 9, 0, 3, -0.5] },
  loud: [0],
  scales: [1, 2, 4, 0],
  valueSteps: steps([0.25, 1]),
  errorSteps: steps([0.5, 2]),
  names: {
    ...{ was: "K", is: "stored", error: "off", token: "token", channel: "channel" },
    ...{ scale: "scale", waiting: "16 bits", above: "+", below: "−", errorKey: "off" },
    empty: "nothing yet",
  },
  at: { row: 1, column: 2 },
  label: "K",
};

/** Cells of all runs: "step-2 striped 1,0" is the second step, below 0, row 1, column 0. */
const cellsIn = (svg: Element): readonly string[] =>
  [...svg.querySelectorAll("path[class^=step-]")].map((path) => {
    const thin = path.getAttribute("stroke-width") === "0.5" ? " thin" : "";
    const runs = [...(path.getAttribute("d") ?? "").matchAll(/M(\d+) (\d+)h(\d+)/g)];
    const cells = runs.map(([, column, row, count]) => `${row},${column}+${count}`);
    return `${path.getAttribute("class")}${thin} ${cells.join(" ")}`;
  });

test("cells: sign by form, size by tone, errors by their own steps", () => {
  const pictures = drawn(quantCells, data);
  for (const width of widths) {
    assert.deepEqual(cellsIn(pictures[width]), [
      ...["step-1 0,3+1", "step-2 0,1+1 1,0+1", "step-1 thin 1,3+1", "step-2 thin 0,2+1"],
      ...["step-1 0,3+1", "step-2 0,1+1 1,0+1 1,2+1", "step-1 thin 1,3+1", "step-2 thin 0,2+1"],
      ...["step-1 0,1+1", "step-2 1,2+1"],
    ]);
  }
});

test("scales: a bar a group, as long as it says, beside its token or below its channel", () => {
  const lengths = (svg: Element) =>
    [...(svg.querySelector("path.scales")?.getAttribute("d") ?? "").matchAll(/[hv]([\d.]+)/g)].map(
      ([, length]) => Number(length),
    );
  const { wide } = drawn(quantCells, data);
  const [one, two, four, none] = lengths(wide);
  assert.ok(one && two && four);
  assert.ok(Math.abs(two / one - 2) < 0.01 && Math.abs(four / one - 4) < 0.01);
  assert.equal(none, 0);
  assert.equal(wide.querySelectorAll("path.group-end").length, 2, "where channels share no more");
  const columns = drawn(quantCells, { ...data, axis: "channel", scales: [1, 2, 4, 1] }).wide;
  assert.equal(lengths(columns).length, 4);
  assert.equal(columns.querySelectorAll("path.group-end").length, 0, "one group of two tokens");
  const without = drawn(quantCells, { ...data, group: null, scales: [] }).wide;
  assert.equal(without.querySelector("path.scales"), null);
});

test("everything lies inside the picture, the chosen number is outlined in each panel", () => {
  const pictures = drawn(quantCells, { ...data, waiting: 1 });
  for (const width of widths) {
    const svg = pictures[width];
    const panels = [...svg.querySelectorAll("rect.panel")];
    const chosen = [...svg.querySelectorAll("rect.chosen")];
    assert.deepEqual([panels.length, chosen.length], [3, 3]);
    for (const [i, panel] of panels.entries()) {
      const cell = numberOf(panel, "width") / 4;
      const outline = numberOf(chosen[i] as Element, "x") + 1;
      assert.ok(Math.abs(outline - numberOf(panel, "x") - 2 * cell) < 0.05);
    }
    for (const rect of svg.querySelectorAll("rect")) {
      assert.ok(numberOf(rect, "x") + numberOf(rect, "width") <= numberOf(svg, "width"));
      assert.ok(numberOf(rect, "y") + numberOf(rect, "height") <= numberOf(svg, "height"));
    }
    assert.equal(svg.querySelectorAll("path.waiting").length, 1);
  }
});

test("before a run there are frames, and a word", () => {
  const { wide } = drawn(quantCells, { ...data, cells: null, scales: [] });
  assert.deepEqual(cellsIn(wide), []);
  assert.equal(wide.querySelectorAll("rect.chosen").length, 0);
  assert.match(wide.textContent ?? "", /nothing yet/);
});

const group: GroupLevelsData = {
  ...{ part: "k", title: "Token 1", subtitle: "scale 5", label: "Token 1" },
  numbers: [
    { was: 0, is: 0, isLoud: false, isChosen: false },
    { was: 2, is: 0, isLoud: false, isChosen: true },
    { was: 10, is: 10, isLoud: true, isChosen: false },
  ],
  levels: [-5, 0, 5, 10],
  names: { was: "numbers", levels: "levels", empty: "nothing yet" },
  number: String,
};

test("levels: each number goes to its own, those beyond the numbers are left out", () => {
  const { wide } = drawn(groupLevels, group);
  const xs = (name: string) =>
    [
      ...(wide.querySelector(`path.${name}`)?.getAttribute("d") ?? "").matchAll(/[ML]([\d.]+)/g),
    ].map(([, x]) => Number(x));
  const [zero, five, ten] = xs("levels");
  assert.equal(xs("levels").length, 3);
  assert.ok(Math.abs(((zero ?? 0) + (ten ?? 0)) / 2 - (five ?? 0)) < 0.05);
  assert.deepEqual(xs("joins"), [zero, zero, ten, ten]);
  const [was, join, level] = xs("chosen");
  assert.equal(was, join);
  assert.equal(level, zero);
  assert.equal(wide.querySelectorAll("path.loud").length, 1);
  const { narrow } = drawn(groupLevels, { ...group, numbers: [] });
  assert.match(narrow.textContent ?? "", /nothing yet/);
});
