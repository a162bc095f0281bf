import assert from "node:assert/strict";
import { test } from "node:test";
import { readLog } from "../../../src/model/import/logs/read-log.ts";
import type { VllmLog } from "../../../src/model/import/logs/server-log.ts";

/** The starts of vLLM in a paste. */
const starts = (...lines: readonly string[]): readonly VllmLog[] =>
  readLog(lines.join("\n")).filter((log) => log.engine === "vllm");
function start(...lines: readonly string[]): VllmLog {
  const found = starts(...lines);
  assert.equal(found.length, 1);
  return found[0] as VllmLog;
}
/** Those fields of `actual` that `expected` has. */
function has(actual: object, expected: Readonly<Record<string, unknown>>): void {
  const picked = Object.keys(expected).map((key) => [key, (actual as typeof expected)[key]]);
  assert.deepEqual(Object.fromEntries(picked), expected);
}

const at = "INFO 03-02 10:20:30";

test("V1's lines", () => {
  const log = start(
    `(EngineCore_DP0 pid=7) ${at} [core.py:77] Initializing a V1 LLM engine (v0.11.0) with config: model='acme/tiny-3b', speculative_config=None, tokenizer='acme/tiny-3b', dtype=torch.bfloat16, max_seq_len=4096, tensor_parallel_size=2, pipeline_parallel_size=1, data_parallel_size=1, kv_cache_dtype=fp8, enable_prefix_caching=True, chunked_prefill_enabled=True`,
    `(Worker_TP1 pid=9) ${at} [gpu_model_runner.py:2602] Model loading took 3.1250 GiB and 2.5 seconds`,
    `(Worker_TP0 pid=8) ${at} [gpu_model_runner.py:2602] Model loading took 3.2000 GiB and 2.5 seconds`,
    `(Worker_TP1 pid=9) ${at} [gpu_worker.py:298] Available KV cache memory: 10.50 GiB`,
    `(Worker_TP0 pid=8) ${at} [gpu_worker.py:298] Available KV cache memory: 10.25 GiB`,
    `(EngineCore_DP0 pid=7) ${at} [kv_cache_utils.py:1087] GPU KV cache size: 123,456 tokens`,
    `(EngineCore_DP0 pid=7) ${at} [kv_cache_utils.py:1091] Maximum concurrency for 4,096 tokens per request: 30.14x`,
    `(Worker_TP0 pid=8) ${at} [gpu_model_runner.py:3118] Graph capturing finished in 5 secs, took 0.67 GiB`,
    `(APIServer pid=1) ${at} [loggers.py:142] Engine 000: vllm cache_config_info with initialization after num_gpu_blocks is: 7716`,
  );
  has(log, {
    ...{ version: "0.11.0", model: "acme/tiny-3b", tp: 2, pp: 1, dp: 1, dtype: "bfloat16" },
    ...{ kvCacheDtype: "fp8", maxModelLen: 4096, prefixCaching: true, speculativeTokens: null },
  });
  has(log.printed, {
    ...{ kvTokens: 123_456, concurrency: 30.14, concurrencyLen: 4096, blocks: 7716 },
    ...{ availableGiB: 10.25, cpuBlocks: null },
  });
  assert.deepEqual(
    log.ranks.map(({ rank, availableGiB, weightsGiB }) => [rank, availableGiB, weightsGiB]),
    [
      ["TP0", 10.25, 3.2],
      ["TP1", 10.5, 3.125],
    ],
  );
  assert.equal(log.ranks[0]?.cudaGraphGiB, 0.67);
});

test("V0's lines, blocks of several devices and the memory profile in its three forms", () => {
  const sentence = start(
    `${at} worker.py:267] the current vLLM instance can use total_gpu_memory (20.00GiB) x gpu_memory_utilization (0.80) = 16.00GiB`,
    `${at} worker.py:267] model weights take 5.00GiB; non_torch_memory takes 0.10GiB; PyTorch activation peak memory takes 0.90GiB; the rest of the memory reserved for KV Cache is 10.00GiB.`,
    `${at} executor_base.py:111] # cuda blocks: 4321, # CPU blocks: 1024`,
    `${at} executor_base.py:116] Maximum concurrency for 2048 tokens per request: 33.76x`,
  );
  assert.equal(sentence.gpuMemoryUtilization, 0.8);
  has(sentence.printed, { blocks: 4321, cpuBlocks: 1024, concurrency: 33.76, availableGiB: 10 });
  has(sentence.ranks[0] ?? {}, {
    ...{ totalGiB: 20, weightsGiB: 5, nonTorchGiB: 0.1, activationPeakGiB: 0.9, availableGiB: 10 },
  });

  const pairs = start(
    `${at} model_runner.py:1077] Loading model weights took 2.0512 GB`,
    `${at} worker.py:232] Memory profiling results: total_gpu_memory=40.00GiB initial_memory_usage=2.71GiB peak_torch_memory=2.38GiB memory_usage_post_profile=2.81Gib non_torch_memory=0.73GiB kv_cache_size=31.00GiB gpu_memory_utilization=0.85`,
    `${at} gpu_executor.py:113] # GPU blocks: 5000, # CPU blocks: 7281`,
  );
  has(pairs.ranks[0] ?? {}, { totalGiB: 40, weightsGiB: 2.0512, nonTorchGiB: 0.73, blocks: 5000 });
  has(pairs.printed, { availableGiB: 31, cpuBlocks: 7281 });

  const table = start(
    `${at} worker.py:243] total_gpu_memory \t 24.00GiB`,
    `${at} worker.py:243] gpu_memory_utilization       0.70`,
    `${at} worker.py:243] non_torch_memory     0.20GiB`,
    `${at} worker.py:243] PyTorch activation peak memory       0.30GiB`,
    `${at} worker.py:243] available_kv_cache_memory    3.33GiB`,
  );
  has(table.ranks[0] ?? {}, { totalGiB: 24, nonTorchGiB: 0.2, activationPeakGiB: 0.3 });
  assert.deepEqual([table.gpuMemoryUtilization, table.printed.availableGiB], [0.7, 3.33]);

  assert.equal(start(`${at} # GPU blocks: 1381`).printed.blocks, 1381);
  assert.equal(start(`${at} # neuron blocks: 4, # CPU blocks: 0`).printed.blocks, 4);
});

test("the newest wordings", () => {
  const log = start(
    `(EngineCore pid=3) ${at} [kv_cache_utils.py:2464] GPU KV cache size: 460,496 tokens, Maximum concurrency for 131,072 tokens per request: 3.51x`,
    `(EngineCore pid=3) ${at} [gpu_worker.py:955] Free memory on device (78.84/79.25 GiB) on startup. Desired GPU memory utilization is (0.92, 72.91 GiB). Actual usage is 15.26 GiB for weight, 1.44 GiB for peak activation, 0.12 GiB for non-torch memory, and 0.23 GiB for CUDAGraph memory. Current kv cache memory in use is 56.21 GiB.`,
    `(EngineCore pid=3) ${at} [interface.py:606] Setting attention block size to 1056 tokens to ensure that attention page size is >= mamba page size.`,
    `(EngineCore pid=3) ${at} [config.py:259] Padding mamba page size by 0.76% to ensure that mamba page size and attention page size are exactly equal.`,
    `(EngineCore pid=3) ${at} [kv_cache_utils.py:982] Add 3 padding layers, may waste at most 9.38% KV cache memory`,
    `(APIServer pid=1) ${at} [scheduler.py:231] Chunked prefill is enabled with max_num_batched_tokens=8192.`,
    `(APIServer pid=1) ${at} [cache.py:1] Using fp8_e4m3 data type to store kv cache.`,
    `(APIServer pid=1) ${at} [model.py:1] Using max model len 131072`,
    `(EngineCore pid=3) ${at} Overriding num_gpu_blocks=0 with num_gpu_blocks_override=512`,
    "WARNING Hybrid KV cache manager is disabled for this hybrid model",
  );
  has(log.printed, { kvTokens: 460_496, concurrency: 3.51, availableGiB: 56.21, blocks: null });
  has(log, {
    ...{ blockSize: 1056, mambaPadPercent: 0.76, paddingLayers: 3, maxBatchedTokens: 8192 },
    ...{ kvCacheDtype: "fp8_e4m3", maxModelLen: 131_072, gpuMemoryUtilization: 0.92 },
    ...{ hybridManagerDisabled: true },
  });
  has(log.ranks[0] ?? {}, {
    ...{ totalGiB: 79.25, weightsGiB: 15.26, activationPeakGiB: 1.44, nonTorchGiB: 0.12 },
    ...{ cudaGraphGiB: 0.23 },
  });
});

test("commands and arguments, in order of belief", () => {
  const log = start(
    "$ VLLM_USE_V1=1 vllm serve acme/tiny-7b -tp 4 --max-model-len 32k --kv_cache_dtype=fp8 \\",
    "    --gpu-memory-utilization 0.85 --decode-context-parallel-size 2 --block-size 64 \\",
    `    --speculative-config '{"method": "mtp", "num_speculative_tokens": 3}' --no-enable-prefix-caching`,
    `(APIServer pid=1) ${at} [utils.py:233] non-default args: {'model_tag': 'acme/tiny-7b', 'max_model_len': 30000, 'tensor_parallel_size': 4, 'max_num_seqs': 16}`,
    `${at} [kv_cache_utils.py:864] GPU KV cache size: 1,024 tokens`,
  );
  has(log, {
    ...{ model: "acme/tiny-7b", tp: 4, dcp: 2, maxModelLen: 30_000, kvCacheDtype: "fp8" },
    ...{ gpuMemoryUtilization: 0.85, blockSize: 64, speculativeTokens: 3, prefixCaching: false },
    ...{ maxNumSeqs: 16 },
  });
  has(
    start("command: >", "  vllm serve a/b", "  --tensor-parallel-size 8", "  --max-model-len 512"),
    {
      ...{ model: "a/b", tp: 8, maxModelLen: 512 },
    },
  );
  assert.equal(
    start("docker run --gpus all vllm/vllm-openai:v0.9 --model a/b --tensor-parallel-size 8").tp,
    8,
  );
  assert.equal(start('llm = LLM(model="a/b", tensor_parallel_size=2)').tp, 2);
  assert.deepEqual(readLog("I tried vllm serve with other options and it failed."), []);
});

test("the smallest rank is what counts", () => {
  const pair = (tokens: string, times: string) => [
    `${at} [kv_cache_utils.py:566] GPU KV cache size: ${tokens} tokens`,
    `${at} [kv_cache_utils.py:569] Maximum concurrency for 8,192 tokens per request: ${times}x`,
  ];
  const log = start(
    ...pair("50,000", "6.10"),
    ...pair("48,000", "5.86"),
    ...pair("49,000", "5.98"),
  );
  has(log.printed, { kvTokens: 48_000, concurrency: 5.86 });
  assert.deepEqual(
    log.ranks.map((rank) => rank.kvTokens),
    [50_000, 48_000, 49_000],
  );
});

test("errors that print a size", () => {
  const needed = start(
    "ValueError: To serve at least one request with the models's max seq len (700000), (6.11 GiB KV cache is needed, which is larger than the available KV cache memory (5.17 GiB). Based on the available memory, the estimated maximum model length is 566784. Try increasing `gpu_memory_utilization`",
  );
  assert.deepEqual(needed.refused, {
    ...{ maxModelLen: 700_000, neededGiB: 6.11, availableGiB: 5.17, kvTokens: null },
    estimatedMaxLen: 566_784,
  });
  assert.deepEqual([needed.printed.availableGiB, needed.maxModelLen], [5.17, 700_000]);
  const stored = start(
    "ValueError: The model's max seq len (29000) is larger than the maximum number of tokens that can be stored in KV cache (23648). Try increasing `gpu_memory_utilization`",
  );
  assert.deepEqual([stored.printed.kvTokens, stored.refused?.maxModelLen], [23_648, 29_000]);
  assert.equal(start(`${at} Available KV cache memory: -1.25 GiB`).printed.availableGiB, -1.25);
});

test("several starts in one paste, and a result above its configuration", () => {
  const run = (model: string, tokens: string, pid: number, time: string) => [
    `(EngineCore_0 pid=${pid}) INFO 03-02 ${time} [core.py:74] Initializing a V1 LLM engine (v0.10.1) with config: model='${model}', max_seq_len=2048,`,
    `(EngineCore_0 pid=${pid}) INFO 03-02 ${time} [kv_cache_utils.py:849] GPU KV cache size: ${tokens} tokens`,
  ];
  const two = starts(
    ...run("a/one", "1,000", 5, "10:00:00"),
    ...run("a/two", "2,000", 6, "11:00:00"),
  );
  assert.deepEqual(
    two.map((log) => [log.model, log.printed.kvTokens]),
    [
      ["a/one", 1000],
      ["a/two", 2000],
    ],
  );

  const commands = starts(
    "$ vllm serve a/one",
    ...run("a/one", "1,000", 5, "10:00:00").slice(1),
    "$ vllm serve a/two -tp 2",
  );
  assert.deepEqual(
    commands.map((log) => log.tp),
    [null, 2],
  );

  // Without configurations, another process or another length tells them apart.
  const bare = (pid: number) =>
    `(EngineCore_0 pid=${pid}) ${at} GPU KV cache size: ${pid}000 tokens`;
  assert.deepEqual(
    starts(bare(5), bare(6)).map((log) => log.printed.kvTokens),
    [5000, 6000],
  );
  const concurrency = (length: number) =>
    `${at} Maximum concurrency for ${length} tokens per request: 2.00x`;
  assert.deepEqual(
    starts(concurrency(2048), concurrency(4096)).map((log) => log.maxModelLen),
    [2048, 4096],
  );

  const [result = "", config = ""] = [
    run("a/one", "1,000", 5, "10:00:09")[1],
    run("a/one", "1,000", 5, "10:00:00")[0],
  ];
  has(start(result, "**Config:**", config), { model: "a/one", version: "0.10.1" });
  const [later = ""] = run("a/two", "1,000", 5, "12:00:00");
  assert.deepEqual(
    starts(result, later).map((log) => log.model),
    [null, "a/two"],
  );
});

test("data parallel engines belong to one server", () => {
  const engine = (index: number, tokens: string) => [
    `(EngineCore_DP${index} pid=${70 + index}) ${at} Initializing a V1 LLM engine (v0.12.0) with config: model='a/b', data_parallel_size=2,`,
    `(EngineCore_DP${index} pid=${70 + index}) ${at} GPU KV cache size: ${tokens} tokens`,
  ];
  const [[c0 = "", t0 = ""], [c1 = "", t1 = ""]] = [engine(0, "9,000"), engine(1, "8,000")];
  const log = start(c0, c1, t0, t1);
  has(log, { dp: 2 });
  assert.equal(log.printed.kvTokens, 8000);
});

test("colours, quoting, containers, wrapped and cut lines", () => {
  const mark = String.fromCharCode(27);
  const line = `${mark}[1;36m(EngineCore_DP0 pid=7)${mark}[0;0m ${at} [kv_cache_utils.py:1] GPU KV cache size: 77,008 tokens`;
  const framed = [
    line,
    `[1;36m(EngineCore_DP0 pid=7)[0;0m ${at} [kv_cache_utils.py:1] GPU KV cache size: 77,008 tokens`,
    `> > ${at} [kv_cache_utils.py:1] GPU KV cache size: 77,008 tokens`,
    `vllm-1  | ${at} [kv_cache_utils.py:1] GPU KV cache size: 77,008 tokens\r`,
    `2026-05-01T22:45:52.944Z stdout F ${at} [kv_cache_utils.py:1] GPU KV cache size: 77,008 tokens`,
    `Loading: 0%|   | 0/2\rLoading: 100%|###| 2/2\r${at} [kv_cache_utils.py:1] GPU KV cache size: 77,008 tokens`,
    "- `GPU KV cache size: 77,008 tokens` is what I get, is that right?",
  ];
  for (const text of framed) {
    const log = start(text);
    assert.equal(log.printed.kvTokens, 77_008, text);
    assert.match(log.lines[0]?.text ?? "", /^GPU KV cache size: 77,008 tokens/);
  }
  const long = `(EngineCore_0 pid=7) ${at} [core.py:74] Initializing a V1 LLM engine (v0.10.1) with config: model='a/b', tensor_parallel_size=4, max_seq_len=16384, kv_cache_dtype=auto, `;
  for (const width of [80, 100, 147]) {
    const wrapped = long.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
    has(start(...wrapped, `${at} GPU KV cache size: 5 tokens`), { tp: 4, maxModelLen: 16_384 });
  }
  assert.equal(
    start(`${at} GPU KV cache size: 620 tokens`, `${at} GPU KV cache size: 620,`).ranks.length,
    1,
  );
  // A number that is cut off is none.
  assert.equal(
    start(`${at} non-default args: {'tensor_parallel_size': 2, 'max_model_len': 13`).maxModelLen,
    null,
  );
});
