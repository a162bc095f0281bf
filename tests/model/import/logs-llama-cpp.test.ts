import assert from "node:assert/strict";
import { test } from "node:test";
import { readLog } from "../../../src/model/import/logs/read-log.ts";
import type { LlamaCppLog } from "../../../src/model/import/logs/server-log.ts";

const contexts = (...lines: readonly string[]): readonly LlamaCppLog[] =>
  readLog(lines.join("\n")).filter((log) => log.engine === "llama.cpp");
function context(...lines: readonly string[]): LlamaCppLog {
  const found = contexts(...lines);
  assert.equal(found.length, 1);
  return found[0] as LlamaCppLog;
}
const kinds = (log: LlamaCppLog) =>
  log.buffers.map(({ kind, cells, layers, sizeMib }) => [kind, cells, layers, sizeMib]);

test("the total over versions", () => {
  const rows: [string, number, string | null, string | null][] = [
    ["llama_init_from_file: kv self size  =  400.00 MB", 400, null, null],
    [
      "llama_new_context_with_model: KV self size  =  256.00 MiB, K (f16):  128.00 MiB, V (f16):  128.00 MiB",
      256,
      "f16",
      "f16",
    ],
    [
      "llama_init_from_model: KV self size  =   82.00 MiB, K (iq4_nl):   18.00 MiB, V (f16):   64.00 MiB",
      82,
      "iq4_nl",
      "f16",
    ],
    [
      "llama_context_kv_self: KV self size  =  640.00 MiB, K (f16):  320.00 MiB, V (f16):  320.00 MiB",
      640,
      "f16",
      "f16",
    ],
    [
      "llama_kv_cache_unified: KV self size  =  799.00 MiB, K (q8_0):  399.50 MiB, V (q8_0):  399.50 MiB",
      799,
      "q8_0",
      "q8_0",
    ],
    [
      "llama_new_context_with_model: KV self size  = 2160,00 MiB, c^KV (f16): 2160,00 MiB, kv^T: not used",
      2160,
      "f16",
      null,
    ],
    [
      "llama_new_context_with_model: KV self size  = 30.50 MiB, c^KV (f16): 20.50 MiB, kv^T (f16): 10.00 MiB",
      30.5,
      "f16",
      "f16",
    ],
    [
      "llama_kv_cache_unified: size =  102.00 MiB (  8192 cells,  12 layers,  4 seqs), K (q8_0):   51.00 MiB, V (q8_0):   51.00 MiB",
      102,
      "q8_0",
      "q8_0",
    ],
    [
      "0.08.773.947 I llama_kv_cache: size =   54.00 MiB (  4096 cells,   6 layers,  2/2 seqs), K (f16):   54.00 MiB, V (f16):    0.00 MiB",
      54,
      "f16",
      "f16",
    ],
    ["llama_kv_cache: size = 32.00 MiB (1024 cells, 4 layers), K/V f16", 32, "f16", "f16"],
  ];
  for (const [line, mib, k, v] of rows) {
    const log = context(line);
    assert.deepEqual([log.printed.totalMib, log.typeK, log.typeV], [mib, k, v], line);
  }
  const { buffers } = context(rows[8]?.[0] ?? "");
  assert.deepEqual([buffers[0]?.streams, buffers[0]?.kMib, buffers[0]?.vMib], [2, 54, 0]);
});

test("device lines are parts of the total, and its sum where no total is printed", () => {
  const parts = [
    "llama_kv_cache:      CUDA0 KV buffer size =   816.00 MiB",
    "llama_kv_cache:      CUDA1 KV buffer size =   782.00 MiB",
  ];
  const total =
    "llama_kv_cache: size = 1598.00 MiB ( 16384 cells,  94 layers,  1/1 seqs), K (q8_0): 799.00 MiB, V (q8_0): 799.00 MiB";
  const whole = context(...parts, total);
  assert.deepEqual([whole.printed.totalMib, whole.buffers[0]?.parts.length], [1598, 2]);
  assert.equal(context(...parts).printed.totalMib, 1598);
  assert.equal(context(parts[0] ?? "").buffers[0]?.device, "CUDA0");
});

const size = (mib: string, cells: number, layers: number, type = "f16") =>
  `llama_kv_cache: size = ${mib} MiB ( ${cells} cells,  ${layers} layers,  1/1 seqs), K (${type}): 1.00 MiB, V (${type}): 1.00 MiB`;

test("two caches of a model with windows are added, even of one size", () => {
  const full = "llama_kv_cache_iswa: creating non-SWA KV cache, size = 8192 cells";
  const swa = "llama_kv_cache_iswa: creating     SWA KV cache, size = 1536 cells";
  const log = context(full, size("400.00", 8192, 5), swa, size("60.25", 1536, 25));
  assert.deepEqual(kinds(log), [
    ["full", 8192, 5, 400],
    ["swa", 1536, 25, 60.25],
  ]);
  assert.deepEqual([log.printed.totalMib, log.printed.roundingMib], [460.25, 0.01]);

  const equal = context(
    "llama_kv_cache_iswa: using full-size SWA cache (ref)",
    full,
    size("416.00", 8192, 13),
    swa,
    size("416.00", 8192, 13),
  );
  assert.deepEqual([equal.printed.totalMib, equal.swaFull], [832, true]);

  // Printed without the lines that name them.
  assert.deepEqual(
    kinds(context(size("400.00", 8192, 5), size("60.00", 1536, 25))).map(([kind]) => kind),
    ["full", "swa"],
  );
  const device = (mib: string) => `llama_kv_cache:    Vulkan1 KV buffer size =    ${mib} MiB`;
  assert.equal(context(full, device("48.00"), swa, device("12.00")).printed.totalMib, 60);
  assert.equal(context(device("512.00"), device("12.00")).printed.totalMib, 524);

  const cut = context(full, size("400.00", 8192, 5), swa);
  assert.deepEqual([cut.printed.totalMib, cut.printed.complete], [400, false]);
  assert.deepEqual([context(full).printed.totalMib, context(full).printed.complete], [null, false]);
});

test("recurrent state is printed apart", () => {
  const state = [
    "llama_memory_recurrent:        CPU RS buffer size =    20.94 MiB",
    "llama_memory_recurrent:    Vulkan1 RS buffer size =    29.31 MiB",
    "llama_memory_recurrent: size =   50.25 MiB (     1 cells,  32 layers,  1 seqs  0 rs_seq), R (f32):    2.25 MiB, S (f32):   48.00 MiB",
  ];
  const hybrid = context(size("1024.00", 32_768, 8), ...state);
  assert.deepEqual([hybrid.printed.totalMib, hybrid.printed.recurrentMib], [1024, 50.25]);
  const alone = context(...state);
  assert.deepEqual([alone.printed.totalMib, alone.printed.recurrentMib], [null, 50.25]);
  const old = context(
    "llama_context: KV self size  =   12.00 MiB, R (f32):    4.00 MiB, S (f32):    8.00 MiB",
  );
  assert.deepEqual([old.printed.totalMib, old.printed.recurrentMib], [null, 12]);
});

test("settings and geometry", () => {
  const log = context(
    "build: 6123 (abcdef12) with cc 13",
    "llama_model_loader: loaded meta data with 29 key-value pairs and 292 tensors from /models/tiny.gguf (version GGUF V3 (latest))",
    "llama_model_loader: - kv   0:                       general.architecture str              = tiny",
    "llama_model_loader: - kv   9:                  tiny.attention.kv_lora_rank u32              = 512",
    "print_info: arch             = tiny",
    "print_info: n_ctx_train      = 131072",
    "print_info: n_layer          = 4",
    "print_info: n_head_kv        = [0, 8, 0, 8]",
    "print_info: n_embd_head_k    = [128, 128, 128, 128]",
    "print_info: n_swa            = 1024",
    "print_info: ssm_d_state      = 128",
    "print_info: general.name     = Tiny 4",
    "llama_context: n_seq_max     = 4",
    "llama_context: n_ctx         = 8192",
    "llama_context: n_ctx_seq     = 2048",
    "llama_context: n_batch       = 2048",
    "llama_context: n_ubatch      = 512",
    "llama_context: flash_attn    = auto",
    "llama_context: kv_unified    = false",
    "llama_kv_cache_unified: kv_size = 8192, type_k = 'q8_0', type_v = 'f16', n_layer = 4, can_shift = 1, padding = 256",
    "llama_context: Flash Attention was auto, set to enabled",
  );
  assert.deepEqual([log.version, log.model, log.nSwa], ["b6123", "Tiny 4", 1024]);
  assert.deepEqual(
    [log.nSeqMax, log.nCtx, log.nCtxPerSeq, log.nBatch, log.nUbatch],
    [4, 8192, 2048, 2048, 512],
  );
  assert.deepEqual(
    [log.flashAttention, log.kvUnified, log.typeK, log.typeV],
    [true, false, "q8_0", "f16"],
  );
  const { geometry } = log;
  assert.deepEqual(
    [
      geometry.architecture,
      geometry.nCtxTrain,
      geometry.nLayer,
      geometry.nHeadKv,
      geometry.nEmbdHeadK,
    ],
    ["tiny", 131_072, 4, [0, 8, 0, 8], 128],
  );
  assert.deepEqual([geometry.kvLoraRank, geometry.ssmDState], [512, 128]);
  assert.deepEqual(kinds(log), [["kv", 8192, 4, null]]);

  const layers = context(
    "llama_kv_cache_init: kv_size = 8192, offload = 1, type_k = 'f16', type_v = 'f16', n_layer = 28, can_shift = 1",
    "llama_kv_cache_init: layer 0: n_embd_k_gqa = 256, n_embd_v_gqa = 256",
  );
  assert.equal(layers.geometry.nEmbdKGqa, 256);
  const mla = context(
    "llama_kv_cache_init: layer 0: n_embd_head_qk_rope = 64, kv_lora_rank = 512",
    size("1.00", 8, 1),
  );
  assert.equal(mla.geometry.kvLoraRank, 512);
  // A list that is cut off is not a shorter one.
  assert.equal(
    context("print_info: arch = x", "print_info: n_head_kv = [8, 8, 0, ...").geometry.nHeadKv,
    null,
  );
});

test("commands; forks", () => {
  const log = context(
    "> ./build/bin/llama-server -m /m/a.gguf -c 32768 -np 4 -ctk q8_0 -ctv q4_0 -ub 1024 --swa-full -kvu -fa on",
  );
  assert.deepEqual(
    [
      log.model,
      log.nCtx,
      log.nSeqMax,
      log.typeK,
      log.typeV,
      log.nUbatch,
      log.swaFull,
      log.kvUnified,
      log.flashAttention,
    ],
    ["/m/a.gguf", 32_768, 4, "q8_0", "q4_0", 1024, true, true, true],
  );
  assert.deepEqual(readLog("You should try llama-server one day."), []);
  const ik = context(
    "llama_new_context_with_model: n_ctx      = 2048",
    "llama_new_context_with_model: mla_attn   = 3",
  );
  assert.deepEqual([ik.fork, ik.mlaMode], ["ik_llama.cpp", 3]);

  const kv = (device: string, text: string) =>
    `Sep 11 00:42:50 ai ollama[31]: time=2026-02-11T00:42:50.484+02:00 level=INFO source=device.go:251 msg="kv cache" device=${device} size="${text}"`;
  const ollama = context(kv("CUDA0", "1.9 GiB"), kv("CPU", "512.0 MiB"));
  assert.equal(ollama.fork, "ollama");
  assert.ok(Math.abs((ollama.printed.totalMib ?? 0) - 2457.6) < 1e-6);
  assert.ok(ollama.printed.roundingMib > 51 && ollama.printed.roundingMib < 52);
  // llama.cpp's own lines are exact: the summary is not added to them.
  assert.equal(context(kv("CUDA0", "1.6 GiB"), size("1600.00", 8192, 4)).printed.totalMib, 1600);
});

test("several contexts in one paste", () => {
  const made = (ctx: number, mib: string) => [
    "llama_context: constructing llama_context",
    `llama_context: n_ctx         = ${ctx}`,
    size(mib, ctx, 8),
  ];
  const arch = "print_info: arch             = tiny";
  const two = contexts(arch, ...made(4096, "10.00"), ...made(8192, "20.00"));
  assert.deepEqual(
    two.map((log) => [log.nCtx, log.printed.totalMib, log.geometry.architecture]),
    [
      [4096, 10, "tiny"],
      [8192, 20, "tiny"],
    ],
  );
  // The same cache in two types, or printed twice by two runs.
  assert.equal(contexts(size("40.00", 1024, 8), size("12.00", 1024, 8, "q4_0")).length, 2);
  assert.equal(contexts(size("40.00", 1024, 8), size("40.00", 1024, 8)).length, 2);

  const loaded = (path: string) =>
    `llama_model_loader: loaded meta data with 29 key-value pairs and 2 tensors from ${path} (version GGUF V3 (latest))`;
  const models = contexts(
    loaded("/m/a.gguf"),
    ...made(512, "1.00"),
    loaded("/m/b.gguf"),
    ...made(512, "2.00"),
  );
  assert.deepEqual(
    models.map((log) => log.model),
    ["/m/a.gguf", "/m/b.gguf"],
  );
  // ollama reads a model's vocabulary first.
  const vocab = [loaded("/m/a.gguf"), arch, "print_info: vocab_only       = 1"];
  assert.equal(contexts(...vocab, loaded("/m/a.gguf"), arch, ...made(512, "1.00")).length, 1);

  const drafts = contexts(
    ...made(512, "16.00"),
    "srv    load_model: creating MTP draft context against the target model '/m/a.gguf'",
    ...made(512, "1.00"),
  );
  assert.deepEqual(
    drafts.map((log) => [log.draft, log.printed.totalMib]),
    [
      [false, 16],
      [true, 1],
    ],
  );
  assert.deepEqual(
    contexts(size("160.00", 512, 16), size("10.00", 512, 1)).map((log) => log.draft),
    [false, true],
  );
  const self = (mib: string) => `llama_new_context_with_model: KV self size  = ${mib} MiB`;
  assert.deepEqual(
    [contexts(self("5.00"), self("5.00")).length, contexts(self("5.00"), self("6.00")).length],
    [1, 2],
  );
});
