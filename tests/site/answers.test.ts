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
  "attention-flops-mha-over-mqa": 1, // 4 · 64 · 128 a layer and cached token, whatever K and V
  "values-from-one-token-mqa": 1, // one V, and all weight on one token: v itself
  "falcon-bytes-per-token": 8192, // 2 · 1 · 64 · 32 · 2
  "requests-mqa-tensor-parallel": 118, // 158.896 / 4 GB ÷ 0.33554 GB is 118.39
  "kv-moved-when-copied": 129, // 1 read, 64 written, 64 read
  "per-gpu-bytes-eight-over-two": 1, // 8 on 8 GPUs and 2 on 8 GPUs: one head on each
  "attention-intensity-405b": 16, // 128 / 8
  "even-splits-of-phi-4": 2, // 10 KV heads over 1 and 2 GPUs, not over 4 or 8
  "vllm-requests-gemma3": 50, // 89,997 / (256 + 6 · 257)
  "vllm-requests-smaller-step": 63, // 89,997 / (256 + 6 · 193)
  "mla-bytes-per-gpu": 70_272, // 61 · 576 · 2, on each of 8
  "recall-after-averaging": 20, // about 9%, in the lowest fifth
  "length-of-average": 50, // √4 / 4
  "key-angles-of-128": 64, // 128 / 2 pairs
  "recall-on-other-texts": 80, // about 70%, in the fourth fifth
  "mla-smaller-than-mha": 57, // 2 · 128 · 128 / (512 + 64) is 56.9
  "mla-expand-from": 171, // 512 · 128 · 256 / (128 · (1088 − 320)) is 170.7
  "absorbed-queries-with-rope": 8192, // one rotation for each distance
  "requests-mla-four-gpus": 52, // 39.724 GB / (80 · 576 · 2 · 8192) B, the latent on each GPU
  "mla-saving-same-precision": 82, // 1 − 60 · 576 / (95 · 2048)
  "vha-mix-macs-served": 0,
  "vha-breaks-at-start": 2, // the norm and the SiLU; an identity is its own transpose
  "vha-query-rank": 1024, // 8 · 128 columns
  "requests-vha-four-gpus": 118, // 39.724 GB / (80 · 2 · 128 · 2 · 8192) B, a head on each GPU
  "requests-int4": 189, // 158.896 GB / (2.684 GB · 5 / 16) is 189.4
  "block-of-q4-0": 18, // 32 / 2 bytes of codes, 2 of scale
  "levels-beside-loud": 2, // steps of 21 / 15 = 1.4: −1 and 0.4
  "change-at-block-end": -1, // 128 keys of 16 bits become 128 of 3
  "fp8-of-600": 448, // the largest of E4M3
  "requests-reserving-maximum": 7, // 15,728 / 2,048 is 7.68
  "empty-slots-of-last-block": 13, // 32 · 16 − 499
  "requests-in-blocks-of-32": 4, // 128 / 32
  "blocks-of-shared-prefix": 32, // 512 / 16
  "busy-places-of-batch": 40, // 160 tokens in 4 · 100 places
  "pause-of-long-prompt": 644, // (1,157 + 88) TFLOP at 1,979 a second, and a step of 15 ms
  "tokens-that-fill-a-step": 211, // 0.5 · 989.4 / (0.7 · 3.35)
  // 141 GB of weights take more than two GPUs, and four compute 5.7 requests a second.
  "gpus-with-fp8-cache": 4,
  // Two GPUs hold the weights, and compute 0.9 · 2 · 495 TFLOP / 282 TFLOP = 3.2 requests a second.
  "gpus-with-fp8-both": 4,
  // Reading 141 GB takes four GPUs 18.5 ms, and the cache has 6.5 ms left of 25: 4.4 requests a second at
  // best, too near the 4 for 9 of 10.
  "gpus-with-fp8-cache-hurried": 8,
};

test("every answer is the one worked out by hand", () => {
  const computed = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, answer()]),
  );
  assert.deepEqual(computed, byHand);
  assert.equal(byHand["token-passes-without-cache"], 500_500);
});
