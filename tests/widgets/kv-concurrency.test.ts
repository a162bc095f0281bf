import assert from "node:assert/strict";
import { test } from "node:test";
import { gpuIds, modelById, modelIds } from "../../src/data/index.ts";
import type { ConcurrencyResult } from "../../src/widgets/kv-concurrency/compute.ts";
import widget from "../../src/widgets/kv-concurrency/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const fitted = (attributes: Attributes = {}): ConcurrencyResult =>
  widget.compute(valuesOf(widget, attributes) as never);

const said = (attributes: Attributes = {}, lang: "ko" | "en" = "en"): string => {
  const values = valuesOf(widget, attributes) as never;
  const t = translator(lang, widget.messages[lang]);
  return plainText(widget.summary(widget.compute(values), values, t)).replaceAll("\u00a0", " ");
};

const requests = (result: ConcurrencyResult) =>
  Object.fromEntries(result.variants.map((variant) => [variant.name, variant.requests]));

test("the running example: 320 − 141.104 − 20 = 158.896 GB, for 7, 59 and 473 requests", () => {
  const result = fitted();
  assert.equal(result.budgetBytes, 158_896_000_000);
  assert.deepEqual(requests(result), { mha: 7, gqa: 59, mqa: 473 });
  assert.equal(
    said(),
    "Llama 3 70B: 158.9 GB left for the cache holds 59 with GQA 8 at 8,192 tokens each. " +
      "The same shape would hold 7 with MHA 64, 473 with MQA 1.",
  );
});

test("the inverse questions, by hand", () => {
  const result = fitted({ requests: "100" });
  assert.equal(result.own.longestContext, 4849); // 158.896e9 ÷ 100 ÷ 327,680
  assert.equal(result.own.gpus, 6); // (268.4 + 161.1) ÷ 80 = 5.37
  assert.equal(result.own.hourlyPrice, (2 * 4) / 59);
});

test("two GPUs do not hold the weights, three hold 29 requests", () => {
  const two = fitted({ count: "2" });
  assert.equal(two.budgetBytes, -1_104_000_000);
  assert.equal(two.own.requests, 0);
  assert.equal(two.own.hourlyPrice, null);
  assert.match(said({ count: "2" }), /does not fit: .* 161\.1 GB, .* 160 GB, 1\.104 GB too little/);
  assert.match(said({ count: "2" }, "ko"), /올라가지 않아요/);
  assert.equal(fitted({ count: "3" }).own.requests, 29);
});

test("cards read as GiB: 67 and 8", () => {
  const boards = fitted({ boards: "true" });
  assert.equal(boards.plan.usableBytesPerGpu, 85_900_000_000);
  assert.deepEqual(requests(boards), { mha: 8, gqa: 67, mqa: 543 });
  assert.deepEqual(requests(fitted({ usable: "80", boards: "" })), requests(fitted()));
});

test("fp8 doubles, int4 weights leave more room", () => {
  assert.equal(fitted({ kv: "fp8" }).own.requests, 118);
  // 70.552e9 × 4.25 ÷ 8 = 37.48 GB: 262.52 GB ÷ 2.684
  assert.equal(fitted({ weights: "int4" }).own.requests, 97);
});

test("no room for a single request is told apart from weights that do not fit", () => {
  const attributes = { count: "3", context: "1048576", reserve: "40" };
  const result = fitted(attributes);
  assert.ok(result.budgetBytes > 0 && result.own.requests === 0);
  assert.match(said(attributes), /Not one request of 1,048,576 tokens fits/);
});

test("a context longer than the model was made for names its twin", () => {
  assert.equal(fitted({ context: "131072" }).model.name, "Llama 3.1 70B");
  assert.equal(fitted({ context: "8192" }).model.name, "Llama 3 70B");
  assert.deepEqual(requests(fitted({ context: "131072" })), { mha: 0, gqa: 3, mqa: 29 });
});

test("DeepSeek-V3 has a row of its own beside its twins", () => {
  const names = fitted({ model: "deepseek-v3" }).variants.map(({ name, own }) => [name, own]);
  assert.deepEqual(names, [
    ["mha", false],
    ["gqa", false],
    ["mla", true],
    ["mqa", false],
  ]);
});

test("a model whose query heads are not known has no MHA row", () => {
  const unknown = modelIds.filter((id) => modelById(id).nHeads === null);
  assert.ok(unknown.length > 0);
  for (const model of unknown) {
    assert.ok(!fitted({ model }).variants.some(({ name }) => name === "mha"), model);
  }
});

test("for every model and GPU, one request more than said would not fit", () => {
  for (const model of modelIds) {
    for (const gpu of gpuIds) {
      for (const variant of fitted({ model, gpu, count: "8" }).variants) {
        const budget = Math.max(0, fitted({ model, gpu, count: "8" }).budgetBytes);
        const { requests: n, requestBytes } = variant;
        assert.ok(n * requestBytes <= budget && (n + 1) * requestBytes > budget, `${model} ${gpu}`);
      }
    }
  }
});
