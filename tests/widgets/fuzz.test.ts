import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { plainText } from "../../src/widgets/translate.ts";
import type { Cell } from "../../src/widgets/widget.ts";
import { fuzzStates, idleRun, translators, valuesOf, widgets } from "./every-widget.ts";

/** Numbers that may be below zero: a budget, and differences from a baseline. */
const mayBeNegative = new Set([
  ...["budgetBytes", "workPercent", "points", "at"],
  // Of a difference between seeds, and cosines.
  ...["mean", "least", "most", "wk", "wv"],
]);
/** Without end: a context where all is windowed. */
const mayBeInfinite = new Set(["longestContext"]);

/** What a reader should never meet. */
const nonsense = /undefined|NaN|Infinity|∞|null|\[object|[{}\0]/;

/** Every number of a result, with the name it stands under. */
function* numbersIn(value: unknown, name = ""): Generator<readonly [name: string, number]> {
  if (typeof value === "number") yield [name, value];
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield* numbersIn(inner, Array.isArray(value) ? name : key);
    }
  }
}

for (const widget of widgets) {
  const states = fuzzStates(widget);

  describe(`${widget.tag}, ${states.length} states`, () => {
    test("compute never throws; every number is finite and not negative", () => {
      for (const attributes of states) {
        const said = JSON.stringify(attributes);
        for (const [name, number] of numbersIn(widget.compute(valuesOf(widget, attributes)))) {
          assert.ok(!Number.isNaN(number), `${name} is NaN: ${said}`);
          assert.ok(number >= 0 || mayBeNegative.has(name), `${name} ${number}: ${said}`);
          assert.ok(
            Number.isFinite(number) || mayBeInfinite.has(name),
            `${name} ${number}: ${said}`,
          );
        }
      }
    });

    test("sentence, table and figures' words say something, in both languages", () => {
      for (const attributes of states) {
        const values = valuesOf(widget, attributes);
        const result = widget.compute(values);
        for (const t of translators(widget)) {
          const table = widget.table?.(result, values, t, idleRun);
          const { columns = [], units = [], rows = [] } = table ?? {};
          assert.equal(units.length, columns.length, "a unit, or none, for each column");
          for (const row of rows) assert.equal(row.length, columns.length, "cells in a row");
          const heads = rows.map(([head]) => head);
          const cells = rows.flatMap(([, ...rest]) => rest as readonly Cell[]);
          const figures = Object.values(widget.figures ?? {}).map(({ data }) =>
            JSON.stringify(data(result, values, t, idleRun), (_, value) =>
              typeof value === "number" && !Number.isFinite(value) ? "NaN" : value,
            ),
          );
          const sentence = plainText(widget.summary(result, values, t));
          const titles = [sentence, t("title"), ...(table ? [table.caption] : [])];
          for (const text of [...titles, ...columns, ...heads, ...cells.map((cell) => cell.text)]) {
            assert.match(text, /\S/, "empty text");
            assert.doesNotMatch(text, nonsense, text);
          }
          for (const { value } of cells) assert.doesNotMatch(String(value), nonsense, "in the CSV");
          for (const text of figures) assert.doesNotMatch(text, /undefined|NaN|Infinity|\[object/);
        }
      }
    });
  });
}
