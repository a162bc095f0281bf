import assert from "node:assert/strict";
import { test } from "node:test";
import { type AnswerName, answers } from "../../src/site/answers.ts";

/** Worked out by hand, in the words of the chapters. */
const byHand: Readonly<Record<AnswerName, number>> = {
  "tokens-run-for-next-step": 1,
  "token-passes-without-cache": (1000 * 1001) / 2,
  "kv-ratio-when-context-doubles": 2,
  "stale-rows-after-edit": 6, // tokens 3 to 8
  "bytes-per-token": 327_680, // 2 · 8 · 128 · 80 · 2
  "requests-gqa": 59, // 158.896 GB ÷ 2.684 GB
  "requests-mha": 7, // 158.896 GB ÷ 21.475 GB
  "requests-two-gpus": 0, // 160 GB against 161.1 GB of weights and reserve
  "step-time-ratio-32": 1.6, // (141.1 + 85.9) / (141.1 + 2.68) GB read
  "attention-intensity-when-batch-doubles": 1,
  "prefill-saving-gqa-percent": 11, // 1.244 against 1.398 PFLOP
  "requests-where-kv-overtakes": 106, // 141.104 / 1.342 GB is 105.13
  "vllm-requests-gemma3": 50, // 89,997 / (256 + 6 · 257)
  "vllm-requests-smaller-step": 63, // 89,997 / (256 + 6 · 193)
  "mla-bytes-per-gpu": 70_272, // 61 · 576 · 2, on each of 8
};

test("every answer is the one worked out by hand", () => {
  const computed = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, answer()]),
  );
  assert.deepEqual(computed, byHand);
  assert.equal(byHand["token-passes-without-cache"], 500_500);
});
