import assert from "node:assert/strict";
import { test } from "node:test";
import type { Translate } from "../../src/i18n/ui.ts";
import { checkOf } from "../../src/model/validation/check.ts";
import { type ValidatedRow, validatedRows } from "../../src/site/validation-row.ts";
import {
  engineText,
  percentText,
  predictedText,
  quantityText,
  remarksOf,
  settingsText,
  sourceText,
  verdictText,
} from "../../src/site/validation-text.ts";

/** Keys and what fills them: the words are another test's. */
const t: Translate = (key, params = {}) => [key, ...Object.values(params)].join(" ");
const rowOf = (id: string): ValidatedRow => {
  const found = validatedRows.find(({ row }) => row.id === id);
  assert.ok(found, id);
  return found;
};
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("numbers as engines print them, ours with one decimal more", () => {
  assert.equal(quantityText("kvTokens", 5_721_088, "en"), "5,721,088");
  assert.equal(quantityText("concurrency", 102, "ko"), "102.00×");
  assert.equal(plain(quantityText("totalMib", 2187.42, "en")), "2,187.42 MiB");
  assert.equal(plain(quantityText("availableGiB", 32, "en")), "32.00 GiB");
  assert.equal(
    predictedText(checkOf("blocks", 1017, 1015, 1021), t, "en"),
    "validation.range 1,015 1,021",
  );
  assert.equal(
    plain(predictedText(checkOf("kMib", 72.91, 72.9141, 72.9141), t, "en")),
    "72.914 MiB",
  );
  assert.equal(predictedText(checkOf("concurrency", 7.95, 7.94531, 7.94531), t, "en"), "7.945×");
});

test("a verdict: equal, within, or by how much it is off", () => {
  assert.equal(verdictText(checkOf("blocks", 5, 5, 5), t, "en"), "validation.equal");
  assert.equal(verdictText(checkOf("blocks", 5, 4, 6), t, "en"), "validation.within");
  assert.equal(plain(verdictText(checkOf("blocks", 1000, 800, 833), t, "en")), "−16.7%");
  assert.equal(plain(percentText(0.0125, "en")), "+1.25%");
  assert.equal(plain(percentText(0, "ko")), "0%");
});

test("an engine's version, and whose rules were applied where that is another", () => {
  assert.equal(engineText(rowOf("vllm-gpt-oss-120b-1"), t), "vLLM 0.10.1.1");
  assert.equal(
    engineText(rowOf("vllm-llama-3.2-3b-1"), t),
    "vLLM 0.8.5.post1 (validation.rules 0.7)",
  );
  assert.equal(engineText(rowOf("llamacpp-gemma-3-270m-1"), t), "llama.cpp");
});

test("settings by the engines' names, with the memory, and what weakens a start", () => {
  assert.equal(
    plain(settingsText(rowOf("vllm-gpt-oss-120b-1"), t, "en")),
    "TP 4 · max_model_len 16,384 · max_num_batched_tokens 2,048 · block_size 16 · validation.available 45.32",
  );
  assert.match(
    plain(settingsText(rowOf("llamacpp-gemma-3-270m-3"), t, "en")),
    /^n_ctx 8,192 · n_seq 4 · kv_unified true/,
  );
  assert.deepEqual(remarksOf(rowOf("vllm-gpt-oss-120b-1"), t, "en"), []);
  assert.deepEqual(remarksOf(rowOf("vllm-qwen3-30b-a3b-1"), t, "en"), ["validation.unstated"]);
  const fitted = remarksOf(rowOf("vllm-gemma-4-31b-1"), t, "ko");
  assert.equal(fitted[0], "validation.fitted.hybrid");
  assert.match(fitted[1] ?? "", /윈도/);
  assert.equal(remarksOf(rowOf("vllm-unnamed-1"), t, "en").length, 1, "the note says it");
});

test("where a log stands", () => {
  for (const [url, expected] of [
    ["https://github.com/vllm-project/vllm/issues/10517", "vllm-project/vllm #10517"],
    ["https://github.com/ikawrakow/ik_llama.cpp/discussions/258", "ikawrakow/ik_llama.cpp #258"],
    ["https://github.com/a/b/blob/0123/x/y.ipynb", "a/b"],
    ["https://github.com/IBM/CodeEngine", "IBM/CodeEngine"],
  ] as const) {
    assert.equal(sourceText(url).replace("/\u200b", "/"), expected, "a line may end at the slash");
  }
});
