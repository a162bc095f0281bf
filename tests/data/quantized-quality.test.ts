import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import {
  type QuantizedTableId,
  quantizedTable,
  quantizedTables,
  quantizedValue,
} from "../../src/data/quantized-quality.ts";
import { validateQuantized } from "../../src/data/schema-quantized.ts";

const file = "src/data/quantized-quality.json";
const read = () => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));

type Json = Record<string, unknown>;

describe("the schema of what papers measured with a quantized cache", () => {
  test("the file is valid", () => {
    assert.deepEqual(validateQuantized(read(), file), quantizedTables);
  });

  const broken = (name: string, change: (table: Json) => void, expected: RegExp) =>
    test(name, () => {
      const tables = read();
      change(tables[0]);
      assert.throws(() => validateQuantized(tables, file), expected);
    });
  const groupOf = (table: Json) => (table.groups as Json[])[0] as Json;
  const rowsOf = (table: Json) => groupOf(table).rows as Json[];
  const valuesOf = (table: Json) => (rowsOf(table)[1] as Json).values as number[];
  broken("an unknown key", (t) => Object.assign(t, { remark: "x" }), /remark: no such key/);
  broken("another row", (t) => Object.assign(rowsOf(t)[0] as Json, { id: "int1" }), /rows\[0\].id/);
  broken("a number too few", (t) => valuesOf(t).pop(), /3 columns/);
  broken("a negative score", (t) => valuesOf(t).fill(-1), /values/);
  broken("a row twice", (t) => rowsOf(t).push(rowsOf(t)[0] as Json), /groups\[0\].rows: unique/);
  broken("a model twice", (t) => (t.groups as Json[]).push(groupOf(t)), /groups: unique/);
  broken("another paper's address", (t) => Object.assign(t, { arxiv: "2401.18079" }), /address/);
  broken("no date", (t) => Object.assign(t, { checked: "yesterday" }), /ISO date/);
  test("the same table twice", () => {
    const [first] = read();
    assert.throws(() => validateQuantized([first, first], file), /unique/);
  });

  test("a table, a row or a column that there is not", () => {
    const table = quantizedTable("kivi-errors");
    assert.throws(() => quantizedTable("kivi" as never), RangeError);
    assert.throws(() => quantizedValue(table, "Llama-2-13B", "bits16", "token"), RangeError);
    assert.throws(() => quantizedValue(table, "Llama-2-13B", "error-k", "coqa"), RangeError);
    assert.throws(() => quantizedValue(table, null, "error-k", "token"), RangeError);
  });
});

/** Rows of a table by model, as text: typed a second time, from the papers. */
const printed = (id: QuantizedTableId) =>
  quantizedTable(id).groups.map(({ model, rows }) =>
    [model ?? "", ...rows.map((row) => `${row.id} ${row.values.join(" ")}`)].join(" | "),
  );

test("numbers as the papers print them, typed a second time", () => {
  assert.deepEqual(printed("kivi-errors"), [
    "Llama-2-13B | error-k 13.67 4.55 | error-weights 47 9.6 | error-v 4.57 3.73 | error-output 3.55 49.89",
  ]);
  assert.deepEqual(printed("kvquant-perplexity"), [
    " | bits16 5.68 3.12 2.59 16 | int4-tt-whole 5.98 3.31 14.03 4.02 | nuq4-1 5.69 3.13 2.6 4.35 | " +
      "int3-tt-whole 10.87 7.68 158 3.02 | nuq3-1 5.75 3.15 2.63 3.35 | nuq2-1 6.01 3.26 2.82 2.35",
  ]);
  assert.deepEqual(printed("kvquant-long"), [
    "LLaMA-2-7B-32K | bits16 1 1 56.4 16 | nuq3-1 0.98 1 53.65 3.33 | kivi-2 0.76 0.7 39.78 3.05",
  ]);
  assert.deepEqual(printed("kivi-axes"), [
    "Llama-2-7B | bits16 63.88 30.76 13.5 | int4-tt 64.82 29.85 12.28 | int2-ct 59.08 33.1 5.76 | " +
      "int2-tt 39.88 18.29 0.83 | int2-cc 3.6 0.27 0 | int2-tc 1.3 0.49 0.08 | " +
      "kivi-4 63.78 30.8 13.8 | kivi-2 63.05 33.95 12.74",
    "Llama-2-13B | bits16 66.37 29.53 22.67 | int4-tt 66.73 29.14 20.92 | int2-ct 63.53 28.6 12.21 | " +
      "int2-tt 52.93 24.98 4.55 | int2-cc 2.88 0.74 0 | int2-tc 2.8 0.26 0.08 | " +
      "kivi-4 66.38 29.49 23.65 | kivi-2 66.23 29.84 20.77",
    "Mistral-7B | bits16 67.4 30.45 38.36 | int4-tt 67.8 29.83 36.85 | int2-ct 61.65 29.64 26.46 | " +
      "int2-tt 54.55 25.86 5 | int2-cc 24.4 24.86 2.27 | int2-tc 10.73 19.12 0.99 | " +
      "kivi-4 66.95 30.49 37.3 | kivi-2 66.35 32.17 36.01",
    "Falcon-7B | bits16 59.83 23.2 4.55 | int4-tt 58.53 22.94 3.26 | int2-ct 43.93 20.82 1.29 | " +
      "int2-tt 25.72 0.91 0.53 | int2-cc 41.95 17.11 1.52 | int2-tc 19.53 0.94 0.15 | " +
      "kivi-4 59.67 22.58 4.47 | kivi-2 57.48 24.98 3.41",
  ]);
});
