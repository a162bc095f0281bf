import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { checkData } from "../../src/data/check.ts";
import {
  example,
  gpuById,
  gpuIds,
  gpus,
  modelById,
  modelIds,
  models,
} from "../../src/data/index.ts";
import { noteOf } from "../../src/data/notes.ts";
import { unlisted } from "../../src/data/unlisted.ts";
import { cacheFormat } from "../../src/model/formats.ts";
import { kvBytesPerSequence, kvBytesPerToken } from "../../src/model/kv.ts";

const requiredModels = [
  ...["llama-3-8b", "llama-3-70b", "mistral-7b-v0.1", "qwen2-72b", "gemma-2-9b"],
  ...["deepseek-v2", "deepseek-v2-lite", "deepseek-v3", "deepseek-r1", "kimi-k2"],
  ...["mistral-large-3", "exaone-4.0-32b", "exaone-4.0-1.2b", "solar-open-100b", "tri-21b"],
  ...["llama-2-7b", "llama-3.1-70b", "qwen2.5-7b", "qwen3-8b", "mixtral-8x7b", "gemma-2b"],
  ...["gemma-3-27b", "gpt-oss-20b", "phi-4", "yi-34b", "command-r-35b", "falcon-7b", "mpt-7b"],
  ...["gpt2", "glm-4.5", "granite-4.1-8b", "llama-4-scout", "llama-4-maverick"],
  ...["qwen3-next-80b-a3b", "qwen3.5-27b", "qwen3.6-27b", "kimi-linear-48b-a3b", "kimi-k2.5"],
  ...["kimi-k2-thinking", "deepseek-v3.1", "deepseek-v3.2", "glm-5", "gemma-3n-e4b", "gemma-4-31b"],
  ...["jamba-1.5-mini", "nemotron-3-nano", "nemotron-3-ultra", "granite-4.0-h-tiny", "step-3"],
  ...["minimax-m2", "mimo-v2-flash", "laguna-s-2.1", "olmo-3.1-32b", "openelm-1.1b"],
];

const requiredGpus = [
  ...["a100-80g", "h100-80g", "h200-141g", "b200-180g", "l4-24g", "rtx-4090-24g"],
  ...["mi300x-192g", "m4-max-128g", "m3-ultra-512g"],
];

test("the shipped data is valid", () => {
  assert.doesNotThrow(checkData);
});

test("the catalogue holds at least 140 models, the required ones among them", () => {
  assert.ok(models.length >= 140, `${models.length} models`);
  const missing = requiredModels.filter((id) => !modelIds.includes(id));
  assert.deepEqual(missing, []);
});

test("the Korean models are marked, and only they", () => {
  const korean = models.filter((model) => model.korean).map((model) => model.id);
  assert.deepEqual(korean, [
    ...["exaone-3.5-7.8b", "exaone-4.0-1.2b", "exaone-4.0-32b", "solar-open-100b", "ax-k1"],
    "tri-21b",
  ]);
});

test("the required accelerators are there", () => {
  assert.deepEqual(
    requiredGpus.filter((id) => !gpuIds.includes(id)),
    [],
  );
});

for (const [id, expected] of [
  ["llama-3-70b", 327_680],
  ["deepseek-v2", 69_120],
  ["deepseek-v3", 70_272],
  ["falcon-7b", 8_192],
  ["llama-3-8b", 131_072],
  ["qwen2-72b", 327_680],
  ["command-r-35b", 1_310_720],
  ["kimi-k2", 70_272],
  ["kimi-k2.5", 70_272],
  ["ax-k1", 70_272],
  // 512 + 64 values in bf16, and an indexer's key of 132 B, in each of 61 layers.
  ["deepseek-v3.2", (1152 + 132) * 61],
  ["glm-5", (1152 + 132) * 78],
  // Windows not yet full: 62 layers of 16 heads of 128; 24 of 8 heads of 64.
  ["gemma-3-27b", 507_904],
  ["gpt-oss-20b", 49_152],
  ["gemma-4-31b", 901_120],
  ["gemma-3n-e4b", 40_960],
  ["llama-4-scout", 196_608],
  ["mimo-v2-flash", (9 * 4 + 39 * 8) * (192 + 128) * 2],
  // Of hybrids, the layers that attend.
  ["qwen3-next-80b-a3b", 24_576],
  ["qwen3.6-27b", 65_536],
  ["kimi-linear-48b-a3b", 7 * 1152],
  ["nemotron-3-nano", 6_144],
  ["nemotron-3-ultra", 12_288],
  ["jamba-1.5-mini", 16_384],
  ["granite-4.0-h-tiny", 8_192],
  // MFA: one head of 256 (arXiv:2412.19255).
  ["step-3", 62_464],
] as const) {
  test(`${id} caches ${expected} bytes a token in bf16`, () => {
    assert.equal(kvBytesPerToken(modelById(id).layers, cacheFormat("bf16")), expected);
  });
}

// What a request keeps however short it is: 149.62 MiB in fp32 is what llama.cpp prints for
// Qwen3.6-27B; here the convolution's inputs are in bf16.
for (const [id, expected] of [
  ["qwen3.6-27b", 48 * (48 * 128 * 128 * 4 + 10_240 * 3 * 2)],
  ["qwen3-next-80b-a3b", 36 * (32 * 128 * 128 * 2 + 8192 * 3 * 2)],
  ["nemotron-3-nano", 23 * (64 * 64 * 128 * 4 + (4096 + 2 * 8 * 128) * 3 * 2)],
  ["jamba-1.5-mini", 28 * (8192 * 16 * 2 + 8192 * 3 * 2)],
] as const) {
  test(`${id} keeps ${expected} bytes of state a request`, () => {
    assert.equal(kvBytesPerSequence(modelById(id).layers, cacheFormat("bf16"), 0), expected);
  });
}

// Totals and actives as their makers state them.
for (const [id, total, active] of [
  ["llama-4-scout", 109, 17],
  ["llama-4-maverick", 402, 17],
  ["qwen3-235b-a22b", 235, 22],
  ["deepseek-v3", 671, 37],
  ["glm-5", 744, 40],
  ["gpt-oss-120b", 117, 5.1],
  ["nemotron-3-super", 120, 12],
  ["nemotron-3-ultra", 550, 55],
  ["mimo-v2-flash", 309, 15],
  ["ax-k1", 519, 33],
  ["step-3", 316, 38],
] as const) {
  test(`${id} has about ${total} billion parameters, ${active} of them active`, () => {
    const { params, activeParams } = modelById(id);
    assert.ok(Math.abs(params / 1e9 / total - 1) < 0.02, `${params}`);
    assert.ok(Math.abs(activeParams / 1e9 / active - 1) < 0.13, `${activeParams}`);
  });
}

test("a dense model's parameters are all active", () => {
  const { params, activeParams, experts } = modelById("llama-3-70b");
  assert.equal(activeParams, params);
  assert.equal(experts, undefined);
});

test("layers that predict further tokens stand apart", () => {
  const { layers, draftLayers } = modelById("deepseek-v3");
  assert.equal(
    layers.reduce((sum, { count }) => sum + count, 0),
    61,
  );
  assert.deepEqual(draftLayers, [{ count: 1, layer: layers[0]?.layer }]);
});

test("notes are there in both languages, for models that need one", () => {
  assert.match(noteOf("falcon-7b")?.en ?? "", /71 times/);
  assert.match(noteOf("falcon-7b")?.ko ?? "", /71배/);
  assert.equal(noteOf("llama-3-8b"), undefined);
});

// Ridge points in FLOP/B; sources with the accelerators.
for (const [id, ridge] of [
  ["a100-80g", 153],
  ["h100-80g", 295],
  ["h200-141g", 206],
  ["b200-180g", 281],
  ["l4-24g", 403],
  ["rtx-4090-24g", 164],
  ["mi300x-192g", 247],
] as const) {
  test(`${id} has its ridge at ${ridge} FLOP per byte`, () => {
    const gpu = gpuById(id);
    assert.ok(gpu.peakFlopsBf16);
    assert.equal(Math.round(gpu.peakFlopsBf16 / gpu.bandwidthBytesPerSecond), ridge);
  });
}

test("accelerators are named for their memory", () => {
  for (const gpu of gpus) {
    assert.match(gpu.name, new RegExp(`\\b${gpu.memoryBytes / 1e9} GB\\b`), gpu.id);
    assert.match(gpu.id, new RegExp(`-${gpu.memoryBytes / 1e9}g$`), gpu.id);
  }
});

test("the running example names entries and stays within the model's context", () => {
  const model = modelById(example.model);
  assert.ok(example.context <= (model.maxContext ?? 0));
  assert.equal(gpuById(example.gpu).memoryBytes, 80e9);
});

test("an unknown id is refused by name", () => {
  assert.throws(() => modelById("llama-9"), /RangeError: no model with the id "llama-9"/);
  assert.throws(() => gpuById("h900"), /RangeError: no GPU with the id "h900"/);
});

test("Korean models that cannot be listed are named with what is missing", () => {
  const names = unlisted.filter((model) => model.korean).map((model) => model.name);
  for (const name of ["HyperCLOVA X SEED Think 32B", "EXAONE 3.5 32B", "SOLAR 10.7B"]) {
    assert.ok(names.includes(name), name);
  }
});

test("the calculator's data stays below 11 kB gzip", () => {
  const json = ["models.json", "gpus.json"].map((name) => {
    const text = readFileSync(new URL(`../../src/data/${name}`, import.meta.url), "utf8");
    return JSON.stringify(JSON.parse(text));
  });
  const bytes = gzipSync(json.join("")).length;
  assert.ok(bytes < 11_000, `${bytes} bytes`);
});

test("the browser's data module does not reach the schema", () => {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name) || !name.endsWith(".ts")) return;
    seen.add(name);
    const text = readFileSync(new URL(`../../src/data/${name}`, import.meta.url), "utf8");
    for (const [, kind, path] of text.matchAll(
      /^(import|export)\s+(?!type\b)[^"]*?from "\.\/([^"]+)"/gm,
    )) {
      assert.ok(kind);
      if (path) visit(path);
    }
    assert.doesNotMatch(text, /^import (?!type\b).*"astro\/zod"/m, name);
  };
  visit("index.ts");
  assert.ok(seen.has("example.ts"), "re-exports are followed");
  assert.ok(!seen.has("schema.ts"));
  assert.ok(!seen.has("notes.ts"), "notes are for the build");
});
