import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { plainText } from "../../src/widgets/translate.ts";
import type { AnyWidget } from "../../src/widgets/widget.ts";
import { randomAttributes, seededRandom, translators, valuesOf, widgets } from "./every-widget.ts";

/** Numbers that may be below zero, or without end: a budget, and a context where all is windowed. */
const mayBeNegative = new Set(["budgetBytes"]);
const mayBeInfinite = new Set(["longestContext"]);

/** Every number of a result, with the name it stands under. */
function* numbersIn(value: unknown, name = ""): Generator<readonly [name: string, number]> {
  if (typeof value === "number") yield [name, value];
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield* numbersIn(inner, Array.isArray(value) ? name : key);
    }
  }
}

const modelsOf = (widget: AnyWidget): readonly (string | null)[] => {
  const model = widget.params.find((param) => param.name === "model");
  return model?.kind === "choice" ? model.options : [null];
};

for (const widget of widgets) {
  const models = modelsOf(widget);
  const rounds = models.length > 1 ? 12 : 400;

  describe(`${widget.tag}, ${models.length * (rounds + 2)} states`, () => {
    const random = seededRandom(widget.tag.length * 7919);
    const states = models.flatMap((model) => {
      const given: Readonly<Record<string, string>> = model === null ? {} : { model };
      const ends = ["-1e999", "1e999"].map((end) => ({
        ...Object.fromEntries(widget.params.map(({ name }) => [name, end])),
        ...given,
      }));
      const drawn = Array.from({ length: rounds }, () => randomAttributes(widget, random, given));
      return [...ends, ...drawn];
    });

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
          const { columns = [], rows = [] } = table ?? {};
          for (const row of rows) assert.equal(row.length, columns.length, "cells in a row");
          const figures = Object.values(widget.figures ?? {}).map(({ data }) =>
            JSON.stringify(data(result, values, t), (_, value) =>
              typeof value === "number" && !Number.isFinite(value) ? "NaN" : value,
            ),
          );
          const sentence = plainText(widget.summary(result, values, t));
          const titles = [sentence, t("title"), ...(table ? [table.caption] : [])];
          for (const text of [...titles, ...columns, ...rows.flat()]) {
            assert.match(text, /\S/, "empty text");
            assert.doesNotMatch(text, /undefined|NaN|Infinity|∞|null|\[object|[{}\0]/, text);
          }
          for (const text of figures) assert.doesNotMatch(text, /undefined|NaN|Infinity|\[object/);
        }
      }
    });
  });
}

const idleRun = {
  status: "idle",
  prepared: null,
  values: null,
  events: [],
  error: null,
  start: () => undefined,
  stop: () => undefined,
} as const;
