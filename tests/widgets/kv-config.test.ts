import assert from "node:assert/strict";
import { test } from "node:test";
import { modelById } from "../../src/data/index.ts";
import { langs } from "../../src/i18n/locales.ts";
import {
  type BroughtLog,
  type BroughtModel,
  type Intake,
  nothingKept,
  received,
} from "../../src/widgets/kv-config/brought.ts";
import { params } from "../../src/widgets/kv-config/params.ts";
import { isGguf, readGgufFile, readPasted } from "../../src/widgets/kv-config/read-input.ts";
import widget from "../../src/widgets/kv-config/widget.ts";
import { formatValue, parseValues } from "../../src/widgets/params.ts";
import { shapeFromText, shapeToText } from "../../src/widgets/shape.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { ggufBytes, text as ggufText, u32 } from "../model/import/gguf-writer.ts";

type Attributes = Readonly<Record<string, string>>;

const valuesOf = (attributes: Attributes) => parseValues(params, (name) => attributes[name]);
const fitted = (attributes: Attributes) => widget.compute(valuesOf(attributes));
const said = (attributes: Attributes, lang: "ko" | "en" = "en") => {
  const values = valuesOf(attributes);
  const t = translator(lang, widget.messages[lang]);
  return plainText(widget.summary(widget.compute(values), values, t)).replace(
    /[\u00a0\u2060]/g,
    " ",
  );
};

/** The attributes that changes set. */
const attributesOf = (changes: BroughtModel["changes"]): Attributes =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, formatValue(value)]));

const modelOf = (brought: Intake): BroughtModel =>
  brought.kind === "model" ? brought : assert.fail(brought.kind);
const logOf = (brought: Intake): BroughtLog =>
  brought.kind === "log" ? brought : assert.fail(brought.kind);

const configured = (config: object, lang: "ko" | "en" = "en") =>
  modelOf(readPasted(JSON.stringify(config), "config.json", lang));

const capacityOf = (attributes: Attributes) => {
  const { answer } = fitted(attributes);
  assert.equal(answer.kind, "capacity");
  return answer.kind === "capacity" ? answer.capacity : assert.fail();
};

const hybrid = {
  hidden_size: 2048,
  num_hidden_layers: 48,
  num_attention_heads: 16,
  num_key_value_heads: 2,
  head_dim: 256,
  full_attention_interval: 4,
  linear_num_value_heads: 32,
  linear_num_key_heads: 16,
  linear_key_head_dim: 128,
  linear_value_head_dim: 128,
  linear_conv_kernel_dim: 4,
  max_position_embeddings: 262_144,
};

test("Gemma 3 27B as its log prints it: 50.05 requests of 4,096", () => {
  const gemma = { model: "gemma-3-27b", tp: "1", "available-gib": "109.86", "max-len": "4096" };
  assert.equal(capacityOf(gemma).concurrency?.toFixed(2), "50.05");
  assert.match(said(gemma), /50\.05 requests of 4,096 tokens/);
  assert.match(said(gemma, "ko"), /4,096토큰짜리 요청으로는 동시에 50\.05개/);
});

test("every term of the memory shows, and each can be overridden", () => {
  const values = valuesOf({ model: "llama-3.1-8b", gpu: "h100-80g", tp: "1" });
  // 80 GiB less one in a hundred, 16.06 GB of weights
  assert.equal(values["total-gib"], 79.2);
  assert.equal(values["weights-gib"], 14.96);
  const counted = 79.2 * 0.9 - 14.96 - values["non-torch-gib"] - values["activation-gib"];
  assert.ok(Math.abs(values["available-gib"] - counted) < 0.011);
  assert.equal(fitted({ model: "llama-3.1-8b" }).budgetSteps.length, 1);
  assert.equal(fitted({ model: "llama-3.1-8b", "available-gib": "10" }).budgetSteps.length, 0);
  const sglang = valuesOf({ model: "llama-3.1-8b", tp: "1", engine: "sglang" });
  assert.equal(sglang.utilization, 0.88);
  assert.equal(sglang["activation-gib"], 0);
  const half = valuesOf({ model: "llama-3.1-8b", gpu: "h100-80g", tp: "2" });
  assert.equal(half["weights-gib"], 7.48);
});

test("a pasted configuration becomes layers that a link can carry", () => {
  const attributes = attributesOf(configured(hybrid).changes);
  assert.deepEqual(
    shapeFromText(attributes.shape ?? "")?.layers,
    modelById("qwen3-next-80b-a3b").layers,
  );
  const capacity = capacityOf({
    ...attributes,
    version: "0.11",
    tp: "2",
    "available-gib": "44.58",
  });
  assert.equal(capacity.blockSize, 544);
  assert.equal(fitted(attributes).model, null);
  assert.match(said(attributes), /the model you brought/);
});

test("weights of a model that was brought stay its own when it is split", () => {
  const dense = {
    ...hybrid,
    full_attention_interval: 1,
    vocab_size: 151_936,
    intermediate_size: 8192,
  };
  const attributes = attributesOf(configured(dense).changes);
  const [whole, split] = [1, 4].map((tp) => valuesOf({ ...attributes, tp: String(tp) }));
  assert.ok(whole && split && whole["model-gib"] > 1);
  assert.equal(whole["weights-gib"], whole["model-gib"]);
  assert.ok(Math.abs(split["weights-gib"] * 4 - whole["model-gib"]) < 0.03);
});

test("what was read, assumed and missing is said, in the reader's language", () => {
  for (const lang of langs) {
    const notes = configured(hybrid, lang).notes;
    assert.ok(notes.length > 5);
    for (const { text } of notes) assert.doesNotMatch(text, /[{}]|이\(가\)|을\(를\)|undefined/);
    assert.ok(notes.some(({ kind }) => kind === "assumed"));
  }
});

test("nonsense is refused with the field or the place that is wrong", () => {
  const refusals: [string, RegExp][] = [
    ['{"num_hidden_layers": 2,', /JSON/],
    [
      '{"num_hidden_layers": "many", "hidden_size": 8, "num_attention_heads": 2}',
      /num_hidden_layers/,
    ],
    ["{}", /num_hidden_layers|missing|absent|Without/i],
    ["hello", /Neither a config\.json nor a start-up log/],
    ["", /Neither/],
  ];
  for (const [pasted, wanted] of refusals) {
    const brought = readPasted(pasted, "x", "en");
    assert.equal(brought.kind, "failed", pasted);
    if (brought.kind === "failed") assert.match(brought.message, wanted);
  }
});

const vllmLog = [
  "INFO 01-01 00:00:00 [core.py:1] Initializing a V1 LLM engine (v0.11.0) with config: model='own/thing', dtype=torch.bfloat16, max_seq_len=4096, tensor_parallel_size=1, kv_cache_dtype=auto",
  "INFO 01-01 00:00:01 [gpu_worker.py:2] Available KV cache memory: 109.86 GiB",
  "INFO 01-01 00:00:01 [kv_cache_utils.py:3] GPU KV cache size: 205,696 tokens",
  "INFO 01-01 00:00:01 [kv_cache_utils.py:4] Maximum concurrency for 4,096 tokens per request: 50.05x",
].join("\n");

const comparedModel = (id: string) => ({
  layers: modelById(id).layers,
  draftLayers: [],
  elementBytes: 2,
  kvCacheFormat: null,
  expanded: null,
});

const none = { model: "llama-3-70b", shape: "" };
const own = { model: "llama-3-70b", shape: "32*h8x128" };

test("a pasted log sets the controls and stands beside the chosen model", () => {
  const log = logOf(readPasted(vllmLog, "log", "en"));
  assert.equal(log.modelId, null, "own/thing is in no catalogue");
  assert.deepEqual(received(log, nothingKept, none).changes, {}, "of nobody knows which model");
  const { changes, kept } = received(log, nothingKept, own);
  assert.deepEqual(kept.setBy.log, Object.keys(changes));
  const attributes = attributesOf(changes);
  assert.equal(attributes.version, "0.11");
  assert.equal(attributes["available-gib"], "109.86");
  assert.equal(attributes["max-len"], "4096");
  const capacity = capacityOf({ ...attributes, model: "gemma-3-27b" });
  assert.equal(capacity.concurrency?.toFixed(2), "50.05");
  const [same] = log.beside(comparedModel("gemma-3-27b"));
  assert.ok(same && same.rows.length >= 2 && same.rows.every((row) => row.within));
  assert.match(same.remarks.join(" "), /agrees/);
  const [alone] = log.beside(null);
  assert.deepEqual(alone?.rows, []);
  assert.match(alone?.remarks.join(" ") ?? "", /Which model this log is of/);
  const [other] = log.beside(comparedModel("llama-3-70b"));
  assert.ok(other?.rows.some((row) => !row.within));
  assert.match(other?.remarks.join(" ") ?? "", /does not agree/);
});

const named = vllmLog.replace("own/thing", "google/gemma-3-27b-it");

test("a log that names a model of the catalogue chooses it, unless one was brought", () => {
  const log = logOf(readPasted(named, "log", "en"));
  assert.equal(received(log, nothingKept, none).changes.model, "gemma-3-27b");
  assert.equal(received(log, nothingKept, own).changes.model, undefined);
});

test("a log waits for its model; a model takes back what files before it have set", () => {
  const model = configured(hybrid);
  const waiting = received(logOf(readPasted(vllmLog, "log", "en")), nothingKept, none);
  const met = received(model, waiting.kept, none);
  assert.equal(met.changes["available-gib"], 109.86);
  assert.equal(met.changes["max-len"], 4096, "the log's, not the file's");
  assert.notEqual(met.kept.log, null);
  const next = received(model, met.kept, own);
  assert.ok(next.clear.includes("available-gib") && next.clear.includes("shape"));
  assert.deepEqual(next.changes, model.changes);
  assert.equal(next.kept.log, null);
  const known = received(logOf(readPasted(named, "log", "en")), nothingKept, none);
  const other = received(model, known.kept, none);
  assert.ok(other.clear.includes("model"));
  assert.deepEqual(other.changes, model.changes, "the log was of another model");
});

test("weights that nobody can count are asked for, not taken as nothing", () => {
  const attributes = attributesOf(configured(hybrid).changes);
  assert.equal(attributes["model-gib"], "0");
  assert.match(said(attributes), /weights .* cannot be counted/);
  assert.match(said(attributes, "ko"), /가중치가 몇 GiB인지 셀 수 없어요/);
  assert.match(said({ shape: "32*h8x128" }), /cannot be counted/, "a link without them");
  for (const name of ["available-gib", "model-gib", "weights-gib"]) {
    assert.ok(capacityOf({ ...attributes, [name]: "20" }).kvTokens > 0, name);
  }
  assert.match(said({ ...attributes, engine: "llama.cpp" }), /MiB/);
});

test("a GGUF file: its header alone, on this device", async () => {
  const bytes = ggufBytes({
    values: {
      "general.architecture": ggufText("any"),
      "general.name": ggufText("Any 1B"),
      "any.block_count": u32(16),
      "any.attention.head_count": u32(32),
      "any.attention.head_count_kv": u32(8),
      "any.embedding_length": u32(2048),
      "any.context_length": u32(4096),
    },
  });
  const file = new File([bytes as never], "any.gguf");
  assert.equal(await isGguf(file), true);
  assert.equal(await isGguf(new Blob(["{}"])), false);
  const attributes = attributesOf(modelOf(await readGgufFile(file, "ko")).changes);
  assert.equal(attributes.shape, "16*h8x64");
  assert.equal(attributes.engine, "llama.cpp");
  const { answer } = fitted(attributes);
  // 4,096 cells × 16 layers × 2 × 8 × 64 × 2 B
  assert.equal(answer.kind === "buffers" && answer.cache.totalMib, 128);
  const cut = await readGgufFile(new File([bytes.slice(0, 40) as never], "cut.gguf"), "en");
  assert.ok(cut.kind === "failed" && /ends inside/.test(cut.message));
});

test("a shape in a link: layers and drafter, or nothing", () => {
  const shape = {
    layers: modelById("deepseek-v3").layers,
    draftLayers: [{ count: 1, layer: { kind: "latent", latentDim: 512, ropeDim: 64 } as const }],
  };
  assert.deepEqual(shapeFromText(shapeToText(shape)), shape);
  for (const bad of ["", "1*h8x128;", "1*h8x128;1*n;1*n", "<b>"])
    assert.equal(shapeFromText(bad), null);
  assert.equal(fitted({ shape: "<script>" }).model?.id, "llama-3-70b");
});

test("layers without a cache, and pages that do not divide, are refused in words", () => {
  assert.match(said({ shape: "4*n", "available-gib": "10" }), /no layer has a cache/);
  const odd = { shape: "4*h8x128w1024,4*h3x128", tp: "1", "available-gib": "10" };
  assert.match(said(odd), /refuses to start/);
  assert.match(said(odd, "ko"), /거부/);
});
