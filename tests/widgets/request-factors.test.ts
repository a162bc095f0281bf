import assert from "node:assert/strict";
import { test } from "node:test";
import { modelById, modelIds } from "../../src/data/index.ts";
import { cacheFormat, elementFormats, type FormatName } from "../../src/model/formats.ts";
import { kvBytesPerSequence } from "../../src/model/kv.ts";
import type { Factor } from "../../src/widgets/formula.ts";
import { factorMessages, requestFactors } from "../../src/widgets/request-factors.ts";
import { translator } from "../../src/widgets/translate.ts";

const t = translator("en", factorMessages.en);

const formats = Object.keys(elementFormats) as FormatName[];

/** What a reader would type into a calculator: numbers, ×, + and parentheses. */
function typed(factors: readonly Factor[]): readonly string[] {
  const line = factors
    .map(({ operator = "", value, after = "" }) => `${operator} ${value} ${after}`)
    .join(" ");
  return line.replace(/,|\u00a0B/g, "").match(/[×+()]|[\d.]+/g) ?? [];
}

/** The value of such a line: × binds tighter than +. */
function calculated(tokens: readonly string[]): number {
  let at = 0;
  const term = (): number => {
    if (tokens[at] !== "(") return Number(tokens[at++]);
    at++;
    const inside = sum();
    assert.equal(tokens[at++], ")");
    return inside;
  };
  const product = (): number => {
    let value = term();
    while (tokens[at] === "×") {
      at++;
      value *= term();
    }
    return value;
  };
  function sum(): number {
    let value = product();
    while (tokens[at] === "+") {
      at++;
      value += product();
    }
    return value;
  }
  const value = sum();
  assert.equal(at, tokens.length, tokens.join(" "));
  return value;
}

test("the formula on the screen, worked out as written, is the size of one request", () => {
  for (const id of modelIds) {
    const { layers } = modelById(id);
    for (const name of formats) {
      const format = cacheFormat(name);
      for (const context of [256, 8192, 131_072, 1_000_001]) {
        const factors = requestFactors(layers, format, context, t);
        const line = typed(factors);
        const bytes = kvBytesPerSequence(layers, format, context);
        assert.equal(calculated(line), bytes, `${id} ${name} at ${context}: ${line.join(" ")}`);
      }
    }
  }
});

test("Llama 3 70B: 2 × 8 × 128 × 80 × 2 × 8,192", () => {
  const { layers } = modelById("llama-3-70b");
  const line = typed(requestFactors(layers, cacheFormat("bf16"), 8192, t));
  assert.equal(line.join(" "), "2 × 8 × 128 × 80 × 2 × 8192");
});

test("Gemma 2 9B: the bracket closes after the last factor, and never starts a line", () => {
  const { layers } = modelById("gemma-2-9b");
  const factors = requestFactors(layers, cacheFormat("bf16"), 8192, t);
  assert.equal(typed(factors).join(" "), "2 × 8 × 256 × 2 × ( 21 × 8192 + 21 × 4096 )");
  for (const { operator } of factors) assert.doesNotMatch(operator ?? "", /\)/);
});

test("DeepSeek-V3: ( 512 + 64 ) × 61 × 2 × 8,192", () => {
  const { layers } = modelById("deepseek-v3");
  const line = typed(requestFactors(layers, cacheFormat("bf16"), 8192, t));
  assert.equal(line.join(" "), "( 512 + 64 ) × 61 × 2 × 8192");
});

test("Llama 4 Scout: chunked layers and their tokens have names of their own", () => {
  const { layers } = modelById("llama-4-scout");
  const names = requestFactors(layers, cacheFormat("bf16"), 131_072, t).map(({ name }) => name);
  assert.ok(names.includes("chunked layers") && names.includes("tokens in the chunk"));
  assert.doesNotMatch(names.join(", "), /window/);
});
