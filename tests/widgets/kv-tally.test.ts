import assert from "node:assert/strict";
import { test } from "node:test";
import concurrency from "../../src/widgets/kv-concurrency/widget.ts";
import tally from "../../src/widgets/kv-tally/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { randomAttributes, seededRandom, valuesOf } from "./every-widget.ts";

const said = (attributes: Readonly<Record<string, string>>, lang: "ko" | "en") => {
  const values = valuesOf(tally, attributes) as never;
  const t = translator(lang, tally.messages[lang]);
  return plainText(tally.summary(tally.compute(values), values, t));
};

test("counts the people of the running example", () => {
  assert.match(said({}, "en"), /^Llama 3 70B on 4 × H100.*: 59 people served at once\.$/);
  assert.match(said({}, "ko"), /59명을 받아요\.$/);
  assert.match(said({ count: "2" }, "en"), /does not fit/);
  assert.match(said({ count: "2" }, "ko"), /아무도 받지 못해요/);
});

test("agrees with kv-concurrency wherever both have the parameter", () => {
  const random = seededRandom(5);
  for (let i = 0; i < 200; i++) {
    const attributes = randomAttributes(tally, random);
    const people = tally.compute(valuesOf(tally, attributes) as never).own.requests;
    const fit = concurrency.compute(valuesOf(concurrency, attributes) as never).own.requests;
    assert.equal(people, fit, JSON.stringify(attributes));
  }
});
