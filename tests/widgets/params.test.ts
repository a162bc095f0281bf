import assert from "node:assert/strict";
import { describe, test } from "node:test";
import concurrency from "../../src/widgets/kv-concurrency/widget.ts";
import size from "../../src/widgets/kv-size/widget.ts";
import {
  defaultOf,
  labelKey,
  nonDefault,
  type Param,
  parseValues,
  rangeOf,
  toQuery,
  type Values,
} from "../../src/widgets/params.ts";
import { modelParam } from "../../src/widgets/shared-params.ts";
import { randomAttributes, seededRandom, translators, valuesOf, widgets } from "./every-widget.ts";

const context = {
  kind: "number",
  name: "context",
  min: 256,
  max: 2 ** 20,
  step: 1,
  default: 8192,
} as const satisfies Param;
const usable = {
  kind: "number",
  name: "usable",
  min: 1,
  max: 1024,
  step: 0.1,
  default: 80,
} as const satisfies Param;
const kv = {
  kind: "choice",
  name: "kv",
  options: ["bf16", "fp8"],
  default: "bf16",
} as const satisfies Param;
const boards = { kind: "toggle", name: "boards", default: false } as const satisfies Param;

const parsed = (param: Param, text: string | null) => parseValues([param], () => text)[param.name];

test("a number from any text", () => {
  for (const [text, value] of [
    [null, 8192],
    ["", 8192],
    [" ", 8192],
    ["8192", 8192],
    [" 4096 ", 4096],
    ["4096.4", 4096],
    ["1.31072e5", 131_072],
    ["0x1000", 4096],
    ["0x10", 256],
    ["-1", 256],
    ["-0", 256],
    ["0", 256],
    ["1e999", 2 ** 20],
    ["-1e999", 256],
    ["Infinity", 2 ** 20],
    ["9007199254740993", 2 ** 20],
    ["NaN", 8192],
    ["4,096", 8192],
    ["4096 tokens", 8192],
    ["<script>", 8192],
    ["undefined", 8192],
    ["null", 8192],
    ["__proto__", 8192],
    ["४०९६", 8192],
  ] as const) {
    assert.equal(parsed(context, text), value, JSON.stringify(text));
  }
});

test("a step below 1 is a decimal fraction, without what binary adds", () => {
  for (const [text, value] of [
    ["85.9", 85.9],
    ["85.94", 85.9],
    ["85.95", 86],
    ["0.30000000000000004", 1],
    ["3.3000000000000003", 3.3],
    ["1e999", 1024],
  ] as const) {
    assert.equal(parsed(usable, text), value, text);
  }
});

test("a value is rounded to its precision, where that is finer than the slider's step", () => {
  const price = { ...usable, min: 0, max: 100, step: 0.05, precision: 0.001 };
  for (const [text, value] of [
    ["2.4894", 2.489],
    ["2.0005", 2.001],
    ["0.0004", 0],
    ["100.001", 100],
    ["-0.01", 0],
  ] as const) {
    assert.equal(parsed(price, text), value, text);
  }
  const { precision: _, ...coarse } = price;
  assert.equal(parsed(coarse, "2.4894"), 2.5);
  assert.equal(parsed({ ...usable, step: 1, precision: 0.1 }, "85.94"), 85.9);
  assert.equal(parsed({ ...usable, step: 1, precision: 0.1 }, "1024.04"), 1024);
});

test("what a card holds follows the card and how its GB are read", () => {
  const usableOf = (attributes: Readonly<Record<string, string>>) =>
    valuesOf(concurrency, attributes).usable;
  const follows = concurrency.params.find(({ name }) => name === "usable")?.follows;
  assert.deepEqual(follows, ["gpu", "boards"]);
  assert.equal(usableOf({}), 80);
  assert.equal(usableOf({ boards: "" }), 85.9); // 80 × 2³⁰ ÷ 10⁹
  assert.equal(usableOf({ gpu: "h200-141g" }), 141);
  assert.equal(usableOf({ gpu: "h200-141g", boards: "" }), 151.4);
  assert.equal(usableOf({ boards: "", usable: "79.6" }), 79.6);
});

test("the layers of a model with windows are called full", () => {
  const layers = size.params.find(({ name }) => name === "layers");
  assert.ok(layers);
  assert.equal(labelKey(layers, valuesOf(size)), "param.layers");
  const windowed = valuesOf(size, { model: "gemma-2-9b" });
  assert.equal(labelKey(layers, windowed), "param.full-layers");
  assert.equal(labelKey(kv, windowed), "param.kv");
});

test("past 8,192 tokens the list of models says what Llama 3 70B becomes", () => {
  const [ko, en] = translators(size);
  assert.ok(ko && en);
  const { optionName } = modelParam;
  assert.equal(optionName("llama-3-70b", { context: 8192 }, en), null);
  assert.equal(optionName("llama-3-70b", { context: 8193 }, en), "Llama 3.1 70B (for Llama 3 70B)");
  assert.equal(
    optionName("llama-3-70b", { context: 8193 }, ko),
    "Llama 3.1 70B (Llama 3 70B의 긴 문맥)",
  );
  assert.equal(optionName("gpt2", { context: 8193 }, en), null);
});

test("a choice takes its options and nothing else", () => {
  for (const [text, value] of [
    [null, "bf16"],
    ["fp8", "fp8"],
    ["FP8", "bf16"],
    [" fp8", "bf16"],
    ["", "bf16"],
    ["toString", "bf16"],
    ["<b>fp8</b>", "bf16"],
  ] as const) {
    assert.equal(parsed(kv, text), value, JSON.stringify(text));
  }
});

test("a toggle is on as an HTML attribute is, or by its word", () => {
  for (const [text, value] of [
    [null, false],
    ["", true],
    ["true", true],
    ["boards", true],
    ["false", false],
    ["no", false],
    ["<script>", false],
  ] as const) {
    assert.equal(parsed(boards, text), value, JSON.stringify(text));
  }
});

test("a range and a default may follow from what stands before", () => {
  const params = [
    kv,
    {
      kind: "number",
      name: "size",
      min: 1,
      max: (values) => (values.kv === "fp8" ? 10 : 20),
      step: 1,
      default: (values) => (values.kv === "fp8" ? 7 : 14),
    },
  ] as const satisfies readonly Param[];
  const read = (attributes: Readonly<Record<string, string>>) =>
    parseValues(params, (name) => attributes[name]);
  assert.deepEqual(read({}), { kv: "bf16", size: 14 });
  assert.deepEqual(read({ kv: "fp8" }), { kv: "fp8", size: 7 });
  assert.deepEqual(read({ kv: "fp8", size: "15" }), { kv: "fp8", size: 10 });
  assert.deepEqual(nonDefault(params, { kv: "fp8", size: 7 }), { kv: "fp8" });
  assert.equal(toQuery(params, { kv: "fp8", size: 9 }), "kv=fp8&size=9");
  assert.equal(toQuery(params, { kv: "bf16", size: 14 }), "");
});

/** What a page's author, or somebody who makes links, may write anywhere. */
const hostile = ["1e999", "-1", "NaN", "", "<script>", "0x10", " 8192 ", "8,192", null];

function assertInside(params: readonly Param[], values: Values): void {
  for (const param of params) {
    const value = values[param.name];
    if (param.kind === "choice") assert.ok(param.options.includes(String(value)), param.name);
    else if (param.kind === "toggle") assert.equal(typeof value, "boolean");
    else if (param.kind === "text") assert.ok(value === "" || param.valid(String(value)));
    else {
      const { min, max } = rangeOf(param, values);
      assert.ok(
        typeof value === "number" && value >= min && value <= max,
        `${param.name} ${value}`,
      );
    }
  }
}

for (const widget of widgets) {
  describe(widget.tag, () => {
    test("hostile text in any attribute gives values inside their ranges", () => {
      for (const param of widget.params) {
        for (const text of hostile) {
          const read = (name: string) => (name === param.name ? text : null);
          assertInside(widget.params, parseValues(widget.params, read) as Values);
        }
      }
    });

    test("the default of every parameter is a value it may have", () => {
      const values = valuesOf(widget);
      assertInside(widget.params, values);
      for (const param of widget.params) {
        assert.equal(values[param.name], defaultOf(param, values), param.name);
      }
    });

    test("200 random states come back from their query", () => {
      const random = seededRandom(200);
      for (let i = 0; i < 200; i++) {
        const values = valuesOf(widget, randomAttributes(widget, random));
        assertInside(widget.params, values);
        const query = new URLSearchParams(toQuery(widget.params, values));
        const again = parseValues(widget.params, (name) => query.get(name)) as Values;
        assert.deepEqual(again, values, query.toString());
      }
    });
  });
}
