import assert from "node:assert/strict";
import { test } from "node:test";
import { readLog } from "../../../src/model/import/logs/read-log.ts";
import type { SglangLog } from "../../../src/model/import/logs/server-log.ts";

const starts = (...lines: readonly string[]): readonly SglangLog[] =>
  readLog(lines.join("\n")).filter((log) => log.engine === "sglang");
function start(...lines: readonly string[]): SglangLog {
  const found = starts(...lines);
  assert.equal(found.length, 1);
  return found[0] as SglangLog;
}

const stamp = (rank: string) => `[2026-01-02 03:04:05${rank && ` ${rank}`}]`;
const pool = (rank: string, tokens: number, gb: string) =>
  `${stamp(rank)} KV Cache is allocated. #tokens: ${tokens}, K size: ${gb} GB, V size: ${gb} GB`;

test("pools over versions", () => {
  const rows: [string, number | null, number][] = [
    [pool("TP0", 4096, "1.25"), 4096, 2.5],
    [
      `${stamp("")} KV Cache is allocated. dtype: torch.bfloat16, #tokens: 4096, K size: 0.50 GB, V size: 0.25 GB`,
      4096,
      0.75,
    ],
    [`${stamp("TP3")} KV Cache is allocated. #tokens: 64000, KV size: 43.67 GB`, 64_000, 43.67],
    [`${stamp("")} KV Cache is allocated. K size: 27.02 GB, V size: 27.02 GB.`, null, 54.04],
    [`[gpu=0] KV Cache is allocated. #tokens: 12, Cache size: 1.00 GB`, 12, 1],
  ];
  for (const [line, tokens, gib] of rows) {
    const { printed } = start(line);
    assert.deepEqual([printed.kvTokens, printed.kvGiB], [tokens, gib], line);
  }
  assert.equal(start(rows[1]?.[0] ?? "").kvCacheDtype, "bfloat16");
  assert.deepEqual(readLog("CPU KV Cache is allocated. #tokens: 12, KV size: 1.00 GB"), []);
});

test("a start: arguments, ranks, totals", () => {
  const log = start(
    "python3 -m sglang.launch_server --model-path acme/moe --tp 2 --mem-fraction-static 0.8",
    `${stamp("")} server_args=ServerArgs(model_path='acme/moe', tokenizer_path='acme/moe', dtype='auto', kv_cache_dtype='fp8_e4m3', context_length=8192, tp_size=2, dp_size=1, page_size=64, mem_fraction_static=0.85, speculative_num_draft_tokens=4)`,
    `${stamp("TP0")} Load weight end. type=MoeForCausalLM, dtype=torch.bfloat16, avail mem=63.48 GB, mem usage=15.11 GB.`,
    pool("TP1", 9000, "3.00"),
    pool("TP0", 9000, "3.00"),
    `${stamp("TP0")} Memory pool end. avail mem=12.05 GB`,
    `${stamp("TP0")} max_total_num_tokens=9000, chunked_prefill_size=8192, max_prefill_tokens=16384, max_running_requests=33, context_len=8192, available_gpu_mem=11.22 GB`,
  );
  assert.deepEqual(
    [log.model, log.tp, log.dp, log.pageSize, log.contextLen, log.memFractionStatic],
    ["acme/moe", 2, 1, 64, 8192, 0.85],
  );
  assert.deepEqual(
    [log.dtype, log.kvCacheDtype, log.speculativeTokens],
    ["bfloat16", "fp8_e4m3", 4],
  );
  assert.deepEqual(
    log.ranks.map(({ rank, tokens, kvGB, availGB }) => [rank, tokens, kvGB, availGB]),
    [
      ["TP1", 9000, 6, null],
      ["TP0", 9000, 6, 12.05],
    ],
  );
  assert.deepEqual([log.printed.weightsGiB, log.printed.availableGiB], [15.11, 11.22]);
});

test("ranks that differ, a draft's pool, a window's pool, Mamba's states", () => {
  assert.equal(start(pool("TP0", 9000, "3.00"), pool("TP1", 8000, "2.70")).printed.kvTokens, 8000);

  const draft = start(
    pool("TP0", 9000, "3.00"),
    pool("TP0", 9000, "0.10"),
    pool("TP1", 9000, "3.00"),
  );
  assert.deepEqual([draft.printed.kvGiB, draft.printed.draftGiB, draft.ranks.length], [6, 0.2, 2]);

  const window = start(
    pool("", 2000, "1.00"),
    pool("", 8000, "0.50"),
    `${stamp("")} SWAKVPool mem usage: 3.00 GB, swa size: 2000, full size: 8000`,
  );
  assert.deepEqual(
    [window.printed.kvTokens, window.printed.swaTokens, window.printed.kvGiB],
    [8000, 2000, 3],
  );
  const layers = start(
    `${stamp("")} Use Sliding window memory pool. full_layer_tokens=8000, swa_layer_tokens=2000`,
  );
  assert.deepEqual([layers.printed.kvTokens, layers.printed.swaTokens], [8000, 2000]);

  const mamba = start(
    `${stamp("")} Mamba Cache is allocated. max_mamba_cache_size: 22, conv_state size: 0.06GB, ssm_state size: 3.23GB`,
    pool("", 3000, "1.50"),
  );
  assert.deepEqual(
    [mamba.printed.mambaSlots, mamba.printed.mambaGiB, mamba.printed.kvTokens],
    [22, 3.29, 3000],
  );
});

test("one line among prose, an old spelling, a progress bar, two starts", () => {
  const asked = start(
    "[Bug] [2026-06-28 15:16:45] max_total_num_tokens=2000000, context_len=256000, available_gpu_mem=17.22 GB  is that 2M?",
  );
  assert.deepEqual([asked.printed.kvTokens, asked.contextLen], [2_000_000, 256_000]);
  assert.equal(
    start("Rank 1: max_total_num_token=115000, max_prefill_num_token=19000, context_len=4096, ")
      .printed.kvTokens,
    115_000,
  );
  assert.equal(
    start(`Capturing batches:   0%|      | 0/5 [00:00<?, ?it/s]${pool("TP1", 64, "0.10")}`).ranks[0]
      ?.rank,
    "TP1",
  );

  const total = (tokens: number) => `${stamp("")} max_total_num_tokens=${tokens}, context_len=4096`;
  const two = starts(pool("", 64, "0.10"), total(64), pool("", 128, "0.20"), total(128));
  assert.deepEqual(
    two.map((log) => log.printed.kvTokens),
    [64, 128],
  );
});

test("both engines in one paste", () => {
  const logs = readLog(`GPU KV cache size: 1,000 tokens\n\nand SGLang:\n${pool("", 2000, "1.00")}`);
  assert.deepEqual(
    logs.map((log) => log.engine),
    ["vllm", "sglang"],
  );
});
