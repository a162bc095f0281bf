import assert from "node:assert/strict";
import { test } from "node:test";
import { isNumeric, tableColumns } from "../../tools/table-columns.ts";

test("a number may have a sign and a unit, and nothing else", () => {
  for (const text of ["59", "327,680", "2.68 GB", "−20 %", "×8", "8,192토큰", "0.33 MB"]) {
    assert.ok(isNumeric(text), text);
  }
  for (const text of ["", "any", "2 in bf16, 1 in fp8", "GQA 8", "n²", "80 layers, 8 heads"]) {
    assert.ok(!isNumeric(text), text);
  }
});

const cell = (tagName: string, value: string) => ({
  type: "element",
  tagName,
  children: [{ type: "text", value }],
  properties: undefined as Record<string, unknown> | undefined,
});
const row = (...cells: ReturnType<typeof cell>[]) => ({
  type: "element",
  tagName: "tr",
  children: cells,
});

test("columns of numbers line up, first cells name their rows", () => {
  const head = [cell("th", "Requests"), cell("th", "MHA"), cell("th", "Why")];
  const body = [cell("td", "8,192"), cell("td", "7"), cell("td", "memory")];
  tableColumns()({
    type: "root",
    children: [{ type: "element", tagName: "table", children: [row(...head), row(...body)] }],
  });
  assert.deepEqual(
    head.map(({ properties }) => properties),
    [{ scope: "col" }, { className: ["num"], scope: "col" }, { scope: "col" }],
  );
  assert.deepEqual(
    body.map(({ tagName }) => tagName),
    ["th", "td", "td"],
  );
  assert.deepEqual(
    body.map(({ properties }) => properties),
    [{ scope: "row" }, { className: ["num"] }, undefined],
  );
});

test("a first column with a formula alone in a cell does not name its rows", () => {
  const formula = { ...cell("td", "n"), properties: { className: ["katex"] } };
  const body = row(formula, cell("td", "8"));
  tableColumns()({
    type: "root",
    children: [
      {
        type: "element",
        tagName: "table",
        children: [row(cell("th", "Factor"), cell("th", "x")), body],
      },
    ],
  });
  assert.deepEqual(
    body.children.map(({ tagName }) => tagName),
    ["td", "td"],
  );
});
