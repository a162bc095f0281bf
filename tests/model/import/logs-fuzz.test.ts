import assert from "node:assert/strict";
import { test } from "node:test";
import { readLog } from "../../../src/model/import/logs/read-log.ts";
import { cpuSeconds } from "../../helpers/cpu-seconds.ts";

const log = [
  "$ vllm serve acme/tiny-7b -tp 4 --max-model-len 32k --kv-cache-dtype fp8",
  "(EngineCore_DP0 pid=7) INFO 03-02 10:20:30 [core.py:77] Initializing a V1 LLM engine (v0.11.0) with config: model='acme/tiny-7b', dtype=torch.bfloat16, max_seq_len=4096, tensor_parallel_size=2",
  "INFO 03-02 10:20:31 worker.py:267] model weights take 5.00GiB; non_torch_memory takes 0.10GiB; PyTorch activation peak memory takes 0.90GiB; the rest of the memory reserved for KV Cache is 10.00GiB.",
  "(Worker_TP1 pid=9) INFO 03-02 10:20:32 [gpu_worker.py:298] Available KV cache memory: 10.50 GiB",
  "(EngineCore_DP0 pid=7) INFO 03-02 10:20:33 [kv_cache_utils.py:1087] GPU KV cache size: 123,456 tokens",
  "(EngineCore_DP0 pid=7) INFO 03-02 10:20:33 [kv_cache_utils.py:1091] Maximum concurrency for 4,096 tokens per request: 30.14x",
  "[2026-01-02 03:04:05 TP0] server_args=ServerArgs(model_path='acme/moe', tp_size=2, page_size=64, mem_fraction_static=0.85)",
  "[2026-01-02 03:04:06 TP0] KV Cache is allocated. dtype: torch.bfloat16, #tokens: 9000, K size: 3.00 GB, V size: 3.00 GB",
  "[2026-01-02 03:04:07 TP0] max_total_num_tokens=9000, context_len=8192, available_gpu_mem=11.22 GB",
  "print_info: n_head_kv        = [0, 8, 0, 8]",
  "llama_context: n_ctx         = 8192",
  "llama_kv_cache_iswa: creating non-SWA KV cache, size = 8192 cells",
  "llama_kv_cache:      CUDA0 KV buffer size =   400,00 MiB",
  "llama_kv_cache: size =  400.00 MiB (  8192 cells,   5 layers,  1/1 seqs), K (f16):  200.00 MiB, V (f16):  200.00 MiB",
  "llama_memory_recurrent: size =   50.25 MiB (     1 cells,  32 layers,  1 seqs), R (f32):    2.25 MiB, S (f32):   48.00 MiB",
].join("\n");

/** mulberry32: the same numbers on every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Reads the text; every number in what it gives must be finite. */
function isSound(text: string): void {
  const check = (value: unknown): void => {
    if (typeof value === "number") assert.ok(Number.isFinite(value), text);
    else if (value !== null && typeof value === "object")
      for (const each of Object.values(value)) check(each);
    else assert.notEqual(value, undefined, text);
  };
  check(readLog(text));
}

test("a log of all engines gives one server each", () => {
  assert.deepEqual(
    readLog(log).map(({ engine }) => engine),
    ["vllm", "sglang", "llama.cpp"],
  );
});

test("cut after every character", () => {
  for (let end = 0; end <= log.length; end += 1) isSound(log.slice(0, end));
});

test("5,000 mutations", () => {
  const next = random(20_260_101);
  const below = (count: number) => Math.floor(next() * count);
  const pieces = [
    "\n",
    "\r",
    ",",
    ".",
    "9".repeat(400),
    "-",
    "(",
    "[",
    "{",
    "'",
    '"',
    "\\",
    "\u0000",
    " = ",
    "NaN",
    "1e999",
    "한",
    "> ",
  ];
  for (let round = 0; round < 5000; round += 1) {
    let text = log;
    for (let times = 1 + below(8); times > 0; times -= 1) {
      const [at, length] = [below(text.length), below(40)];
      const piece = below(2)
        ? (pieces[below(pieces.length)] ?? "")
        : text.slice(below(text.length)).slice(0, below(80));
      text = text.slice(0, at) + piece + text.slice(at + length);
    }
    isSound(text);
  }
});

test("random characters", () => {
  const next = random(7);
  for (let round = 0; round < 200; round += 1) {
    const codes = Array.from({ length: 500 }, () =>
      Math.floor(next() * (round % 2 ? 128 : 65_536)),
    );
    isSound(String.fromCharCode(...codes));
  }
});

test("20 MB take seconds, also of what is hardest to match", () => {
  const hard = [
    log,
    "x".repeat(19_000),
    `size cells ${"a".repeat(19_000)}`,
    `llama_context: n_ctx${" ".repeat(19_000)}`,
    `size ${"1".repeat(19_000)} KV buffer`,
    `INFO ${"(Worker".repeat(2700)} KV cache size: 12 tokens`,
    `server_args=ServerArgs(${"model_path=".repeat(1700)}`,
    "KV Cache is allocated. ".repeat(800),
    "A=b$ ".repeat(3900) + "vllm serve",
    "",
  ];
  for (const each of hard) {
    const line = `${each}\n`;
    const text = line.repeat(Math.ceil(2e6 / line.length));
    // A tenth of 20 MB; what is not linear takes minutes.
    assert.ok(cpuSeconds(() => readLog(text)) < 15, each.slice(0, 40));
  }
});
