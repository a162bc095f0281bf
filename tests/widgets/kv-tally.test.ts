import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHTML } from "linkedom";
import { gpuById } from "../../src/data/index.ts";
import { renderWidget } from "../../src/site/render-widget.ts";
import concurrency from "../../src/widgets/kv-concurrency/widget.ts";
import tally from "../../src/widgets/kv-tally/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { randomAttributes, seededRandom, valuesOf } from "./every-widget.ts";

const gpu = gpuById("h100-80g").name;

const said = (attributes: Readonly<Record<string, string>>, lang: "ko" | "en") => {
  const values = valuesOf(tally, attributes) as never;
  const t = translator(lang, tally.messages[lang]);
  return plainText(tally.summary(tally.compute(values), values, t)).replaceAll("\u00a0", " ");
};

test("counts the people of the running example", () => {
  assert.equal(
    said({}, "en"),
    `Llama 3 70B on 4 × ${gpu} (320 GB in all, bf16 weights, 20 GB reserve), 8,192 tokens each, cache in bf16: 59 people served at once.`,
  );
  assert.equal(
    said({}, "ko"),
    `${gpu} 4장(모두 320 GB)에 Llama 3 70B(가중치 bf16, 예비 메모리 20 GB): 문맥 8,192토큰, 캐시 bf16일 때 한꺼번에 59명을 받아요.`,
  );
  assert.equal(
    said({ count: "2" }, "en"),
    `Llama 3 70B (bf16 weights) and 20 GB reserve do not fit on 2 × ${gpu} (160 GB in all): nobody is served.`,
  );
  assert.equal(
    said({ count: "2" }, "ko"),
    `${gpu} 2장(모두 160 GB)에는 Llama 3 70B의 가중치(bf16)와 예비 메모리 20 GB가 다 들어가지 않아서 아무도 받지 못해요.`,
  );
});

test("says with which weights and which reserve", () => {
  const attributes = { weights: "int4", reserve: "20.5" };
  // 70.552e9 × 4.25 ÷ 8 = 37.48 GB: 262.02 GB ÷ 2.684
  assert.equal(
    said(attributes, "en"),
    `Llama 3 70B on 4 × ${gpu} (320 GB in all, 4-bit weights, 20.5 GB reserve), 8,192 tokens each, cache in bf16: 97 people served at once.`,
  );
  assert.equal(
    said(attributes, "ko"),
    `${gpu} 4장(모두 320 GB)에 Llama 3 70B(가중치 4비트, 예비 메모리 20.5 GB): 문맥 8,192토큰, 캐시 bf16일 때 한꺼번에 97명을 받아요.`,
  );
});

test("no room for a single request is told apart from weights that do not fit", () => {
  const attributes = { count: "3", context: "1048576", reserve: "40" };
  assert.equal(
    said(attributes, "en"),
    `Llama 3.1 70B on 3 × ${gpu} (240 GB in all, bf16 weights, 40 GB reserve): not one request of 1,048,576 tokens fits, so nobody is served.`,
  );
  assert.equal(
    said(attributes, "ko"),
    `${gpu} 3장(모두 240 GB)에 Llama 3.1 70B(가중치 bf16, 예비 메모리 40 GB): 문맥 1,048,576토큰짜리 요청이 하나도 들어가지 않아서 아무도 받지 못해요.`,
  );
});

const strokesOf = async (attributes: Readonly<Record<string, string>>, lang: "ko" | "en") => {
  const { shadow } = await renderWidget(tally, lang, (name) => attributes[name]);
  const { document } = parseHTML(`<!doctype html><body>${shadow}</body>`);
  const path = document.querySelector(".strokes path")?.getAttribute("d") ?? "";
  return { count: path.match(/M/g)?.length ?? 0, more: document.querySelector(".remark") };
};

test("a stroke for each person, a hundred at most, and the rest in words", async () => {
  const few = await strokesOf({}, "en");
  assert.equal(few.count, 59);
  assert.equal(few.more, null);
  const many = await strokesOf({ kv: "fp8" }, "en"); // 118 people
  assert.equal(many.count, 100);
  assert.equal(many.more?.textContent, "and 18 more");
  assert.equal((await strokesOf({ kv: "fp8" }, "ko")).more?.textContent, "그리고 18명 더");
});

test("agrees with kv-concurrency, which has the same parameters", () => {
  assert.deepEqual(
    tally.params.map(({ name }) => name),
    concurrency.params.map(({ name }) => name),
  );
  const random = seededRandom(5);
  for (let i = 0; i < 200; i++) {
    const attributes = randomAttributes(tally, random);
    const people = tally.compute(valuesOf(tally, attributes) as never).own.requests;
    const fit = concurrency.compute(valuesOf(concurrency, attributes) as never).own.requests;
    assert.equal(people, fit, JSON.stringify(attributes));
  }
});
