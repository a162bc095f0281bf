import assert from "node:assert/strict";
import { test } from "node:test";
import { append } from "../../src/charts/append.ts";
import type { Chart } from "../../src/charts/chart.ts";
import { recompute } from "../../src/charts/recompute.ts";
import { figures } from "../../src/site/figures.ts";
import { chartContext, numberOf, widths } from "./draw.ts";

const dataOf = (id: string) => figures[id]?.("en").data as never;

test("recompute: a triangle of 36 cells without a cache, a diagonal of 8 with one", () => {
  for (const width of widths) {
    const svg = (recompute as Chart<unknown>)(dataOf("recompute"), chartContext(width));
    const panels = [...svg.querySelectorAll("g")].map(
      (panel) => panel.querySelectorAll("rect[fill='var(--kv)']").length,
    );
    assert.deepEqual(panels, [36, 8]);
    assert.match(svg.textContent ?? "", /36 passes.*8 passes/);
  }
});

test("append: one query meets every row, and one row of K and of V is new", () => {
  for (const width of widths) {
    const svg = (append as Chart<unknown>)(dataOf("append"), chartContext(width));
    const rows = (role: string) =>
      svg.querySelectorAll(`rect[fill='var(--${role}-wash)'][stroke='var(--${role})']`).length;
    assert.deepEqual([rows("q"), rows("k"), rows("v")], [1, 8, 8]);
    assert.equal(svg.querySelectorAll("rect[stroke-width='2']").length, 2);
    for (const rect of svg.querySelectorAll("rect")) {
      assert.ok(numberOf(rect, "x") + numberOf(rect, "width") <= numberOf(svg, "width") + 0.01);
    }
  }
});
