import assert from "node:assert/strict";
import { test } from "node:test";
import { csvCell } from "../../src/widgets/export.ts";

test("a cell is quoted where a comma, a quote or a line would break the row", () => {
  for (const [text, cell] of [
    ["GQA 8", "GQA 8"],
    ["327,680 B", '"327,680 B"'],
    ['say "59"', '"say ""59"""'],
    ["two\nlines", '"two\nlines"'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["", ""],
  ] as const) {
    assert.equal(csvCell(text), cell);
  }
});

test("what a spreadsheet would run as a formula is text; a number stays a number", () => {
  for (const [text, cell] of [
    ["=1+1", "'=1+1"],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ["+49", "+49"],
    ["-1.104", "-1.104"],
    ["-1.104 GB", "'-1.104 GB"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", `"'\r=1"`],
    ["2.5e-7", "2.5e-7"],
    ["a=b", "a=b"],
  ] as const) {
    assert.equal(csvCell(text), cell, JSON.stringify(text));
  }
});
