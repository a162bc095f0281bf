import assert from "node:assert/strict";
import { test } from "node:test";
import { parseHTML } from "linkedom";
import { gpuIds, modelById, modelIds } from "../../src/data/index.ts";
import { renderWidget } from "../../src/site/render-widget.ts";
import type { ConcurrencyResult } from "../../src/widgets/kv-concurrency/compute.ts";
import widget from "../../src/widgets/kv-concurrency/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const fitted = (attributes: Attributes = {}): ConcurrencyResult =>
  widget.compute(valuesOf(widget, attributes) as never);

const said = (attributes: Attributes = {}, lang: "ko" | "en" = "en"): string => {
  const values = valuesOf(widget, attributes) as never;
  const t = translator(lang, widget.messages[lang]);
  // Without what only keeps a line from breaking: no-break spaces, word joiners.
  return plainText(widget.summary(widget.compute(values), values, t))
    .replaceAll("\u00a0", " ")
    .replaceAll("\u2060", "");
};

const requests = (result: ConcurrencyResult) =>
  Object.fromEntries(result.variants.map((variant) => [variant.name, variant.requests]));

test("the running example: 320 − 141.104 − 20 = 158.896 GB, for 7, 59 and 473 requests", () => {
  const result = fitted();
  assert.equal(result.budgetBytes, 158_896_000_000);
  assert.deepEqual(requests(result), { mha: 7, gqa: 59, mqa: 473 });
  assert.equal(
    said(),
    "Llama 3 70B: 158.9 GB left for the cache holds 59 requests of 8,192 tokens (GQA, 8 KV heads). " +
      "With 64 KV heads (MHA) it would hold 7, with 1 (MQA) 473.",
  );
  assert.equal(
    said({}, "ko"),
    "Llama 3 70B: 캐시 몫 158.9 GB에 8,192토큰 요청이 59개 들어가요(GQA, KV 헤드 8개). " +
      "다른 것은 그대로 두고 KV 헤드가 64개(MHA)면 7개, 1개(MQA)면 473개예요.",
  );
});

test("the inverse questions, by hand", () => {
  const result = fitted({ wanted: "100" });
  assert.equal(result.own.longestContext, 4849); // 158.896e9 ÷ 100 ÷ 327,680
  assert.equal(result.own.gpus, 6); // (268.4 + 161.1) ÷ 80 = 5.37
  assert.equal(result.own.hourlyPrice, (2 * 4) / 59);
});

test("two GPUs do not hold the weights, three hold 29 requests", () => {
  const two = fitted({ count: "2" });
  assert.equal(two.budgetBytes, -1_104_000_000);
  assert.equal(two.own.requests, 0);
  assert.equal(two.own.hourlyPrice, null);
  assert.equal(
    said({ count: "2" }),
    "Llama 3 70B does not fit: weights and reserve need 161.1 GB, the memory is 160 GB, 1.104 GB too little.",
  );
  assert.equal(
    said({ count: "2" }, "ko"),
    "Llama 3 70B: 들어가지 않아요. 메모리 160 GB에 가중치와 예비 메모리만 161.1 GB라서 1.104 GB가 모자라요.",
  );
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
  assert.equal(
    said(attributes),
    "Llama 3.1 70B (GQA, 8 KV heads): not one request of 1,048,576 tokens fits. It needs 343.6 GB, and 58.90 GB is left.",
  );
  assert.equal(
    said(attributes, "ko"),
    "Llama 3.1 70B(GQA, KV 헤드 8개): 남은 58.90 GB에는 1,048,576토큰 요청이 하나도 들어가지 않아요. 요청 하나가 343.6 GB예요.",
  );
});

test("a price is kept to a tenth of a cent, and a reserve to 0.1 GB", () => {
  assert.equal(fitted({ price: "2.489" }).own.hourlyPrice, (2.489 * 4) / 59);
  assert.equal(fitted({ reserve: "20.1" }).budgetBytes, 158_796_000_000);
});

/** The formula as it stands on the page: operators and numbers, without names. */
async function formulaOf(attributes: Attributes): Promise<string> {
  const { shadow } = await renderWidget(widget, "en", (name) => attributes[name]);
  const { document } = parseHTML(`<!doctype html><body>${shadow}</body>`);
  return [...document.querySelectorAll(".formula .operator, .formula b")]
    .map((piece) => piece.textContent?.replaceAll("\u00a0", " ").trim())
    .join(" ");
}

test("the formula divides the budget by one request, and stops at a budget below zero", async () => {
  assert.equal(
    await formulaOf({}),
    "( 4 × 80 GB − 141.1 GB − 20 GB ) ÷ ( 2 × 8 × 128 × 80 × 2 B × 8,192 ) = 59",
  );
  assert.equal(
    await formulaOf({ model: "gemma-2-9b" }),
    "( 4 × 80 GB − 18.48 GB − 20 GB ) ÷ ( 2 × 8 × 256 × 2 B × ( 21 × 8,192 + 21 × 4,096 )) = 133",
  );
  assert.equal(await formulaOf({ count: "2" }), "2 × 80 GB − 141.1 GB − 20 GB = −1.104 GB");
});

test("cells carry the number behind them; the head of a row is its variant", () => {
  const values = valuesOf(widget, {}) as never;
  const t = translator("en", widget.messages.en);
  const table = widget.table?.(widget.compute(values), values, t, idleRun);
  assert.deepEqual(table?.units, [null, "B", null, null, null, "USD/h"]);
  assert.equal(table?.own, 1);
  const [head, ...cells] = table?.rows[1] ?? [""];
  assert.equal(head, "GQA\u00a08");
  assert.deepEqual(
    cells.map(({ text, value }) => [text.replaceAll("\u00a0", " "), value]),
    [
      ["2.684 GB", 2_684_354_560],
      ["59", 59],
      ["15,153", 15_153], // 158.896e9 ÷ 32 ÷ 327,680
      ["4", 4], // (32 · 2.684 + 161.104) ÷ 80 = 3.09
      ["$0.14", 8 / 59],
    ],
  );
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
