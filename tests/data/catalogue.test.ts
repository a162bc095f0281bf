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
import { unlisted } from "../../src/data/unlisted.ts";
import { kvBytesPerToken } from "../../src/model/kv.ts";

const requiredModels = [
  ...["llama-3-8b", "llama-3-70b", "mistral-7b-v0.1", "qwen2-72b", "gemma-2-9b"],
  ...["deepseek-v2", "deepseek-v2-lite", "deepseek-v3", "deepseek-r1", "kimi-k2"],
  ...["mistral-large-3", "exaone-4.0-32b", "exaone-4.0-1.2b", "solar-open-100b", "tri-21b"],
  ...["llama-2-7b", "llama-3.1-70b", "qwen2.5-7b", "qwen3-8b", "mixtral-8x7b", "gemma-2b"],
  ...["gemma-3-27b", "gpt-oss-20b", "phi-4", "yi-34b", "command-r-35b", "falcon-7b", "mpt-7b"],
  ...["gpt2", "glm-4.5", "granite-4.1-8b"],
];

const requiredGpus = [
  ...["a100-80g", "h100-80g", "h200-141g", "b200-180g", "l4-24g", "rtx-4090-24g"],
  ...["mi300x-192g", "m4-max-128g", "m3-ultra-512g"],
];

test("the shipped data is valid", () => {
  assert.doesNotThrow(checkData);
});

test("the catalogue holds at least 40 models, the required ones among them", () => {
  assert.ok(models.length >= 40, `${models.length} models`);
  const missing = requiredModels.filter((id) => !modelIds.includes(id));
  assert.deepEqual(missing, []);
});

test("the Korean models are marked, and only they", () => {
  const korean = models.filter((model) => model.korean).map((model) => model.id);
  assert.deepEqual(korean, ["exaone-4.0-1.2b", "exaone-4.0-32b", "solar-open-100b", "tri-21b"]);
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
] as const) {
  test(`${id} caches ${expected} bytes a token in bf16`, () => {
    assert.equal(kvBytesPerToken(modelById(id).layers, 2), expected);
  });
}

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

test("the calculator's data stays below 9 kB gzip", () => {
  const json = ["models.json", "gpus.json"].map((name) => {
    const text = readFileSync(new URL(`../../src/data/${name}`, import.meta.url), "utf8");
    return JSON.stringify(JSON.parse(text));
  });
  const bytes = gzipSync(json.join("")).length;
  assert.ok(bytes < 9_000, `${bytes} bytes`);
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
});
