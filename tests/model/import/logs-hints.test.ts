import assert from "node:assert/strict";
import { test } from "node:test";
import { hintMessages } from "../../../src/i18n/log-messages.ts";
import {
  explainDifference,
  type HintContext,
  hintCodes,
  type Predicted,
} from "../../../src/model/import/logs/hints.ts";
import { readLog } from "../../../src/model/import/logs/read-log.ts";

function codes(text: string, predicted: Predicted, context?: HintContext): readonly string[] {
  const [log] = readLog(text);
  assert.ok(log);
  return explainDifference(log, predicted, context).map(({ code }) => code);
}

const vllm = (tokens: number, times: string, length = 4096) =>
  `GPU KV cache size: ${tokens} tokens\nMaximum concurrency for ${length} tokens per request: ${times}x`;

test("what agrees needs no hint", () => {
  assert.deepEqual(codes(vllm(40_960, "10.00"), { kvTokens: 40_960, concurrency: 10.004 }), []);
  assert.deepEqual(codes(vllm(40_960, "10.00"), { kvTokens: 40_940 }), []);
  assert.deepEqual(codes(vllm(40_960, "10.00"), {}), []);
});

test("a hint needs numbers that support it", () => {
  const rows: [string, string, Predicted, HintContext | undefined, readonly string[]][] = [
    ["nothing fits", vllm(40_960, "10.00"), { kvTokens: 50_000 }, undefined, ["unexplained"]],
    [
      "another rank",
      `${vllm(40_960, "10.00")}\n${vllm(50_000, "12.21")}`,
      { kvTokens: 50_000 },
      undefined,
      ["ranks-differ"],
    ],
    [
      "no rank fits",
      `${vllm(40_960, "10.00")}\n${vllm(50_000, "12.21")}`,
      { kvTokens: 60_000 },
      undefined,
      ["unexplained"],
    ],
    [
      "DCP",
      "vllm serve a/b -dcp 8\nGPU KV cache size: 80000 tokens",
      { kvTokens: 10_000 },
      undefined,
      ["factor-dcp"],
    ],
    [
      "groups",
      vllm(10_000, "2.44"),
      { kvTokens: 70_000 },
      { factors: [{ code: "groups", value: 7 }] },
      ["factor-groups"],
    ],
    [
      "the new meaning",
      vllm(409_600, "100.00"),
      { kvTokens: 90_000, concurrency: 100 },
      undefined,
      ["version-line-meaning"],
    ],
    [
      "the old meaning",
      vllm(90_000, "100.00"),
      { kvTokens: 409_600, concurrency: 100 },
      undefined,
      ["version-line-meaning"],
    ],
    [
      "no meaning without the concurrency",
      vllm(409_600, "100.00"),
      { kvTokens: 90_000 },
      undefined,
      ["unexplained"],
    ],
    [
      "memory",
      `Available KV cache memory: 10.00 GiB\nGPU KV cache size: 1000 tokens`,
      { kvTokens: 1500 },
      { availableGiB: 15 },
      ["utilization"],
    ],
    [
      "memory that does not fit",
      `Available KV cache memory: 10.00 GiB\nGPU KV cache size: 1000 tokens`,
      { kvTokens: 1700 },
      { availableGiB: 15 },
      ["unexplained"],
    ],
    [
      "blocks",
      "GPU KV cache size: 1024 tokens",
      { kvTokens: 1500 },
      { blockSize: 512 },
      ["block-rounding"],
    ],
    [
      "a candidate",
      vllm(40_960, "10.00"),
      { kvTokens: 50_000 },
      {
        candidates: [
          { code: "speculative", kvTokens: 40_960 },
          { code: "window", kvTokens: 40_000 },
        ],
      },
      ["speculative"],
    ],
    [
      "a candidate that gives one of two",
      vllm(40_960, "10.00"),
      { kvTokens: 50_000 },
      { candidates: [{ code: "window", kvTokens: 40_960, concurrency: 12 }] },
      ["unexplained"],
    ],
    [
      "state counted in",
      "llama_kv_cache: size = 512.00 MiB (8192 cells, 16 layers)\nllama_memory_recurrent: size = 149.62 MiB (1 cells, 64 layers)",
      { totalMib: 661.62 },
      undefined,
      ["recurrent"],
    ],
    [
      "cut off",
      "llama_kv_cache: size = 512.00 MiB (8192 cells, 16 layers)\nllama_kv_cache_iswa: creating     SWA KV cache, size = 768 cells",
      { totalMib: 530 },
      undefined,
      ["cut-off"],
    ],
    [
      "window at full length",
      "llama_kv_cache: size = 512.00 MiB (8192 cells, 16 layers)",
      { totalMib: 100 },
      { candidates: [{ code: "swa-full", totalMib: 512 }] },
      ["swa-full"],
    ],
  ];
  for (const [name, text, predicted, context, expected] of rows) {
    assert.deepEqual(codes(text, predicted, context), expected, name);
  }
});

test("hints carry the numbers that their sentences name, in both languages", () => {
  const [log] = readLog("vllm serve a/b -dcp 8\nGPU KV cache size: 80000 tokens");
  assert.ok(log);
  const [hint] = explainDifference(log, { kvTokens: 10_000 });
  assert.deepEqual(hint, {
    code: "factor-dcp",
    quantity: "kvTokens",
    printed: 80_000,
    predicted: 10_000,
    numbers: { factor: 8 },
  });
  const names = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
  const keys = hintCodes.map((code) => `hint.${code}`).sort();
  assert.deepEqual(Object.keys(hintMessages.ko).sort(), keys);
  assert.deepEqual(Object.keys(hintMessages.en).sort(), keys);
  for (const key of keys) {
    assert.deepEqual(names(hintMessages.ko[key] ?? ""), names(hintMessages.en[key] ?? ""), key);
  }
});
