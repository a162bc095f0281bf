import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { cli, cliJson, words } from "./cli.ts";
import { configs } from "./configs.ts";

const vllm = (...lines: readonly string[]): string =>
  lines.map((line) => `INFO 08-01 10:00:00 [core.py:1] ${line}`).join("\n");

const gptOss = vllm(
  "Initializing a V1 LLM engine (v0.10.1.1) with config: model='openai/gpt-oss-120b', dtype=torch.bfloat16, max_seq_len=16384, tensor_parallel_size=4, pipeline_parallel_size=1, kv_cache_dtype=auto, enable_prefix_caching=True",
  "Chunked prefill is enabled with max_num_batched_tokens=2048.",
  "Available KV cache memory: 45.32 GiB",
  "GPU KV cache size: 2,640,144 tokens",
  "Maximum concurrency for 16,384 tokens per request: 284.25x",
);
const llamaCpp = [
  "llama_context: n_seq_max     = 4",
  "llama_context: n_ctx         = 8192",
  "llama_context: n_ubatch      = 512",
  "llama_context: flash_attn    = enabled",
  "llama_context: kv_unified    = true",
  "llama_kv_cache_iswa: creating non-SWA KV cache, size = 8192 cells",
  "llama_kv_cache:      CUDA0 KV buffer size =    24.00 MiB",
  "llama_kv_cache: size =   24.00 MiB (  8192 cells,   3 layers,  4/1 seqs), K (f16):   12.00 MiB, V (f16):   12.00 MiB",
  "llama_kv_cache_iswa: creating     SWA KV cache, size = 2560 cells",
  "llama_kv_cache:      CUDA0 KV buffer size =    37.50 MiB",
  "llama_kv_cache: size =   37.50 MiB (  2560 cells,  15 layers,  4/1 seqs), K (f16):   18.75 MiB, V (f16):   18.75 MiB",
].join("\n");
// 32 layers × 8 heads × 128 × 2 B are 64 KiB of K a token, and as much of V.
const sglang =
  "[2025-08-01 10:00:00 TP0] KV Cache is allocated. #tokens: 65536, K size: 4.00 GB, V size: 4.00 GB";

const files = { ...configs, "gpt-oss.log": gptOss, "llama.log": llamaCpp, "sglang.log": sglang };

interface Row {
  readonly quantity: string;
  readonly low: number;
  readonly high: number;
  readonly within: boolean;
}
const rowOf = (comparison: { rows: readonly Row[] }, quantity: string): Row => {
  const found = comparison.rows.find((row) => row.quantity === quantity);
  assert.ok(found, quantity);
  return found;
};

describe("headcount read-log", () => {
  test("vLLM: the interval of tokens that a rounded GiB allows", async () => {
    const { servers } = await cliJson("read-log gpt-oss.log --config gpt-oss-120b.json", files);
    assert.equal(servers.length, 1);
    const [{ log, comparison }] = servers;
    assert.deepEqual([log.version, log.tp, log.maxBatchedTokens], ["0.10.1.1", 4, 2048]);
    const tokens = rowOf(comparison, "kvTokens");
    assert.deepEqual([tokens.low, tokens.high, tokens.within], [2_639_776, 2_640_368, true]);
    const concurrency = rowOf(comparison, "concurrency");
    assert.deepEqual(
      [concurrency.low.toFixed(2), concurrency.high.toFixed(2)],
      ["284.21", "284.28"],
    );
    assert.deepEqual([comparison.ok, comparison.fitted, comparison.hints], [true, false, []]);
    assert.deepEqual(comparison.assumptions, []);
  });

  test("the same from standard input, for people", async () => {
    const { code, out, err } = await cli(words("read-log - --config gpt-oss-120b.json"), {
      ...files,
      "-": gptOss,
    });
    assert.deepEqual([code, err], [0, ""]);
    assert.match(out, /line 3 +availableGiB +Available KV cache memory: 45\.32 GiB/);
    assert.match(out, /KV cache, tokens +2,640,144 +2,639,776 – 2,640,368 +within/);
    assert.match(out, /agrees with the log/);
  });

  test("a difference is measured and explained, or called unexplained", async () => {
    const twice = gptOss.replace("2,640,144", "5,280,288").replace("284.25x", "568.51x");
    const read = { ...files, "twice.log": twice };
    const one = await cliJson("read-log twice.log --config gpt-oss-120b.json", read);
    const { ok, hints, rows } = one.servers[0].comparison;
    assert.equal(ok, false);
    assert.ok(Math.abs(rows[0].off - 0.5) < 0.001, "half of what was printed");
    const fp8 = hints.find(({ code }: { code: string }) => code === "format");
    assert.ok(fp8, "fp8 takes half");
    const odd = gptOss.replace("2,640,144", "1,234,560").replace("284.25x", "77.77x");
    const { out } = await cli(words("read-log odd.log --config gpt-oss-120b.json"), {
      ...files,
      "odd.log": odd,
    });
    assert.match(out, /does not agree with the log/);
    assert.match(out, /Printed 1,234,560, .* does not explain the difference/);
  });

  test("ranks that the log does not tell are tried, and named as assumed", async () => {
    const cut = gptOss.replace("tensor_parallel_size=4, ", "");
    const read = { ...files, "cut.log": cut };
    const { servers } = await cliJson("read-log cut.log --config gpt-oss-120b.json", read);
    const { ok, fitted, assumptions } = servers[0].comparison;
    assert.deepEqual([ok, fitted, assumptions], [true, true, [{ setting: "tp", value: 4 }]]);
  });

  test("blocks alone still give tokens and concurrency", async () => {
    const log = vllm(
      "Initializing an LLM engine (v0.6.3) with config: model='llama', dtype=torch.bfloat16, max_seq_len=20000, tensor_parallel_size=1",
      "# GPU blocks: 1952, # CPU blocks: 2048",
      "Maximum concurrency for 20000 tokens per request: 1.56x",
    );
    const { servers } = await cliJson("read-log v0.log --config llama-3-8b.json", {
      ...files,
      "v0.log": log,
    });
    const { basis, rows, ok } = servers[0].comparison;
    assert.equal(basis.quantity, "blocks");
    // 4 GiB of swap hold 2,048 blocks of 16 × 131,072 B.
    assert.deepEqual(
      rows.map(({ quantity }: Row) => quantity),
      ["concurrency", "cpuBlocks"],
    );
    assert.equal(ok, true);
  });

  test("a start that was refused: what one request needs", async () => {
    const log = vllm(
      "Initializing a V1 LLM engine (v0.9.0) with config: model='llama', dtype=torch.bfloat16, max_seq_len=131072, tensor_parallel_size=1",
      "Available KV cache memory: 3.81 GiB",
      "To serve at least one request with the models's max seq len (131072), (16.00 GiB KV cache is needed, which is larger than the available KV cache memory (3.81 GiB).",
    );
    const { servers } = await cliJson("read-log no.log --config llama-3-8b.json", {
      ...files,
      "no.log": log,
    });
    const needed = rowOf(servers[0].comparison, "neededGiB");
    assert.deepEqual([needed.low, needed.within], [16, true]);
  });

  test("llama.cpp: cells and MiB of each cache", async () => {
    const { servers } = await cliJson("read-log llama.log --config gemma-3-270m.json", files);
    const { comparison } = servers[0];
    assert.equal(rowOf(comparison, "swaCells").low, 2560);
    assert.equal(rowOf(comparison, "totalMib").low, 61.5);
    assert.equal(comparison.ok, true);
    assert.equal(comparison.fitted, false);
  });

  test("SGLang: the bytes that the printed tokens take", async () => {
    const { servers } = await cliJson("read-log sglang.log --config llama-3-8b.json", files);
    const row = rowOf(servers[0].comparison, "kvGiB");
    // One page of one token more than the 65,536.
    assert.equal(row.low, (65_537 * 131_072) / 2 ** 30);
    assert.equal(row.within, true);
  });

  test("without a model: what was read, and no guess", async () => {
    const { servers } = await cliJson("read-log gpt-oss.log", files);
    assert.equal(servers[0].comparison, null);
    assert.equal(servers[0].catalogueId, "gpt-oss-120b");
    const { out } = await cli(words("read-log gpt-oss.log"), files);
    assert.match(out, /Give --config .* --model gpt-oss-120b/);
    assert.doesNotMatch(out, /predicted [\d]/);
    const korean = await cli(words("read-log gpt-oss.log --lang ko"), files);
    assert.match(korean.out, /로그에서 읽은 것/);
  });

  test("several servers in one file", async () => {
    const read = { ...files, "both.log": `${gptOss}\n\n${llamaCpp}\n` };
    const { servers } = await cliJson("read-log both.log", read);
    const engines = servers.map(({ log }: { log: { engine: string } }) => log.engine);
    assert.deepEqual(engines, ["vllm", "llama.cpp"]);
  });

  test("numbers past every bound end in a sentence", async () => {
    const log = vllm(
      "Available KV cache memory: 45.32 GiB",
      "GPU KV cache size: 9,007,199,254,740,991 tokens",
    );
    const tokens = log.split("\n")[1] ?? "";
    for (const text of [log, tokens]) {
      const { code, err } = await cli(words("read-log big.log --config llama-3-8b.json"), {
        ...files,
        "big.log": text,
      });
      assert.deepEqual([code, err], [0, ""]);
    }
  });
});

const truth =
  process.env.HEADCOUNT_TRUTH ?? path.resolve(import.meta.dirname, "../../../shared/truth");
const skip = existsSync(truth) ? false : `no folder ${truth}`;

describe("real logs", { skip }, () => {
  for (const [log, config] of [
    ["01-vllm-qwen2-7b-instruct.log", "Qwen__Qwen2-7B.json"],
    ["02-vllm-qwen2-7b-0.5gram.log", "Qwen__Qwen2-7B.json"],
    ["04-vllm-qwen2-7b-tp2-0.5.log", "Qwen__Qwen2-7B.json"],
    ["05-vllm-qwen2-7b-tp2-ray.log", "Qwen__Qwen2-7B.json"],
    ["20-llamacpp-qwen3-235b-f16-llama_context.log", "Qwen__Qwen3-235B-A22B.json"],
    ["21-llamacpp-qwen3-235b-unified-q8_0.log", "Qwen__Qwen3-235B-A22B.json"],
  ] as const) {
    test(`${log}: every number within`, async () => {
      const read = {
        log: readFileSync(path.join(truth, "logs", log), "utf8"),
        config: readFileSync(path.join(truth, "configs", config), "utf8"),
      };
      const { servers } = await cliJson("read-log log --config config", read);
      for (const { comparison } of servers) {
        assert.ok(comparison.rows.length > 0);
        assert.deepEqual(
          comparison.rows.filter((row: Row) => !row.within),
          [],
        );
        assert.equal(comparison.fitted, false);
      }
    });
  }
});
