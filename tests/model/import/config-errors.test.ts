import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ConfigError,
  importConfig,
  importConfigText,
} from "../../../src/model/import/config/import-config.ts";
import { cpuSeconds } from "../../helpers/cpu-seconds.ts";
import { dims } from "./config-shapes.ts";

function errorOf(run: () => unknown): ConfigError {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error;
  }
  assert.fail("no error");
}

type Row = readonly [string, object | string | number | null, string, string];

const good = dims(4, 8, 512, { num_key_value_heads: 2 });
/** What is wrong, the configuration, code and field of the error. */
const rows: readonly Row[] = [
  ["not an object", 5, "not-an-object", ""],
  ["null", null, "not-an-object", ""],
  ["a list", [], "not-an-object", ""],
  ["nothing in it", {}, "missing", "num_hidden_layers"],
  [
    "a nested decoder without sizes",
    { text_config: { vocab_size: 9 } },
    "missing",
    "text_config.num_hidden_layers",
  ],
  ["no heads", { num_hidden_layers: 2, hidden_size: 64 }, "missing", "num_key_value_heads"],
  ["no width", { num_hidden_layers: 2, num_attention_heads: 4 }, "missing", "hidden_size"],
  [
    "dashes in the names",
    { "num-layers": 2, "num-attention-heads": 4 },
    "missing",
    "num_hidden_layers",
  ],
  ["a number as text", { ...good, num_hidden_layers: "4" }, "wrong-type", "num_hidden_layers"],
  ["a fraction", { ...good, num_hidden_layers: 4.5 }, "not-a-count", "num_hidden_layers"],
  ["below zero", { ...good, hidden_size: -512, head_dim: null }, "out-of-range", "hidden_size"],
  ["no layers", { ...good, num_hidden_layers: 0 }, "out-of-range", "num_hidden_layers"],
  ["too many layers", { ...good, num_hidden_layers: 10_001 }, "out-of-range", "num_hidden_layers"],
  ["enormous", { ...good, num_attention_heads: 1e308 }, "out-of-range", "num_attention_heads"],
  [
    "not a number",
    { ...good, num_key_value_heads: Number.NaN },
    "not-a-count",
    "num_key_value_heads",
  ],
  ["infinite", { ...good, head_dim: Number.POSITIVE_INFINITY }, "out-of-range", "head_dim"],
  ["true for a count", { ...good, num_key_value_heads: true }, "wrong-type", "num_key_value_heads"],
  ["an object for a count", { ...good, head_dim: {} }, "wrong-type", "head_dim"],
  ["a short list", { ...good, num_key_value_heads: [2, 2] }, "list-length", "num_key_value_heads"],
  [
    "text in a list",
    { ...good, num_key_value_heads: [2, 2, 2, "2"] },
    "wrong-type",
    "num_key_value_heads[3]",
  ],
  ["width over heads", { ...good, num_attention_heads: 7 }, "not-divisible", "hidden_size"],
  [
    "layer types too short",
    { ...good, layer_types: ["full_attention"] },
    "list-length",
    "layer_types",
  ],
  [
    "an unknown layer type",
    { ...good, layer_types: Array(4).fill("psychic") },
    "unknown-layer-type",
    "layer_types[0]",
  ],
  [
    "a name of the prototype",
    { ...good, layer_types: Array(4).fill("constructor") },
    "unknown-layer-type",
    "layer_types[0]",
  ],
  [
    "a window without length",
    { ...good, layer_types: Array(4).fill("sliding_attention") },
    "missing",
    "sliding_window",
  ],
  [
    "a strange pattern",
    { ...good, sliding_window: 8, sliding_window_pattern: "LXG" },
    "unknown-layer-type",
    "sliding_window_pattern[1]",
  ],
  [
    "an empty pattern",
    { ...good, sliding_window: 8, sliding_window_pattern: "" },
    "list-length",
    "sliding_window_pattern",
  ],
  ["no RoPE key", { ...good, kv_lora_rank: 512 }, "missing", "qk_rope_head_dim"],
  [
    "a state without sizes",
    { ...good, layer_types: Array(4).fill("mamba") },
    "missing",
    "ssm_state_size",
  ],
  [
    "half a delta state",
    { ...good, full_attention_interval: 4, linear_num_value_heads: 8 },
    "missing",
    "linear_num_key_heads",
  ],
  [
    "more sharing than layers",
    { ...good, num_kv_shared_layers: 5 },
    "out-of-range",
    "num_kv_shared_layers",
  ],
  [
    "an index past the layers",
    { ...good, attn_layer_indices: [4], mamba_d_state: 16 },
    "out-of-range",
    "attn_layer_indices[0]",
  ],
  [
    "a cache past exact numbers",
    { num_hidden_layers: 10_000, num_attention_heads: 65_536, head_dim: 1_000_000 },
    "too-large",
    "num_hidden_layers",
  ],
  ["an encoder of text", { ...good, type_vocab_size: 2 }, "no-kv-cache", "type_vocab_size"],
  [
    "an encoder of pictures",
    { ...good, image_size: 224, patch_size: 14 },
    "no-kv-cache",
    "patch_size",
  ],
  [
    "an encoder of sound",
    { encoder_layers: 32, d_model: 1280, num_mel_bins: 128 },
    "no-kv-cache",
    "encoder_layers",
  ],
  ["a compressed cache", { ...good, compress_ratios: [4, 128] }, "unsupported", "compress_ratios"],
  ["a flag that is none", { ...good, use_mla: "no" }, "wrong-type", "use_mla"],
  [
    "nested under text_config",
    { text_config: { ...good, head_dim: "64" } },
    "wrong-type",
    "text_config.head_dim",
  ],
];

for (const [name, config, code, field] of rows) {
  test(name, () => {
    const error = errorOf(() => importConfig(config));
    assert.deepEqual([error.code, error.field], [code, field]);
  });
}

test("bounds and what was found are in the error", () => {
  const error = errorOf(() => importConfig({ ...good, num_hidden_layers: 1e6 }));
  assert.deepEqual(error.terms, { min: 1, max: 10_000, found: "1000000" });
  assert.equal(error.found, "1000000");
  const long = errorOf(() => importConfig({ ...good, head_dim: "x".repeat(1e6) }));
  assert.ok((long.found?.length ?? 0) < 60);
});

/** A text and where it stops being JSON. */
const faults: readonly (readonly [string, number, number])[] = [
  ["", 1, 1],
  ["{", 1, 2],
  ['{"a": 1,}', 1, 9],
  ["{'a': 1}", 1, 2],
  ['{"a": 1}\n}', 2, 1],
  ['{\n  "a": 01\n}', 2, 8],
  ['{\n  "a": [1 2]\n}', 2, 11],
  ['{"a" 1}', 1, 6],
  ['{"a": "x\\q"}', 1, 7],
  ['{"a": "open', 1, 7],
  ['{"a": tru}', 1, 7],
  ['{"a": NaN, "b": x}', 1, 17],
  ["[1, 2", 1, 6],
  ["<html>", 1, 1],
];

test("faults in the text have line and column", () => {
  for (const [text, line, column] of faults) {
    assert.throws(() => JSON.parse(text), SyntaxError, text);
    const { code, terms } = errorOf(() => importConfigText(text));
    assert.deepEqual([code, terms.line, terms.column], ["not-json", line, column], text);
  }
});

test("Python's numbers are read, in strings they are left alone", () => {
  const text = `\uFEFF${JSON.stringify({ ...good, name: "NaN" }).slice(0, -1)}, "x": [0.0, Infinity, -Infinity, NaN]}`;
  const model = importConfigText(text);
  assert.equal(model.name, "NaN");
  assert.ok(model.notes.some(({ code }) => code === "non-finite-numbers"));
});

test("keys of the prototype are plain keys", () => {
  const text = `{"__proto__": {"num_hidden_layers": 9}, "constructor": {"prototype": {}}, ${JSON.stringify(good).slice(1)}`;
  assert.deepEqual(importConfigText(text).layers[0]?.count, 4);
  const alone = errorOf(() => importConfigText('{"__proto__": {"head_dim": 2, "hidden_size": 8}}'));
  assert.equal(alone.code, "missing");
});

test("long and deep texts do not hang", () => {
  // All of it together is linear in some 100 MB; what is not takes minutes.
  assert.ok(cpuSeconds(importLongTexts) < 60);
});

function importLongTexts(): void {
  const inside = JSON.stringify(good).slice(1);
  const big = `{"junk": [${"1,".repeat(10_000_000)}1], ${inside}`;
  assert.ok(big.length > 20_000_000);
  assert.equal(importConfigText(big).layers[0]?.count, 4);
  const deep = `{"junk": ${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}, ${inside}`;
  assert.equal(errorOf(() => importConfigText(deep)).code, "too-deep");
  const nested = `${'{"text_config":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  assert.equal(errorOf(() => importConfigText(nested)).code, "too-deep");
  const few = `${'{"text_config":'.repeat(900)}1${"}".repeat(900)}`;
  assert.equal(errorOf(() => importConfigText(few)).code, "missing");
  const wide = `{${Array.from({ length: 200_000 }, (_, at) => `"k${at}":{"a":{}}`).join()}}`;
  assert.equal(errorOf(() => importConfigText(wide)).code, "missing");
  for (const broken of [
    '"\\"'.repeat(6_000_000),
    "[],".repeat(6_000_000),
    `[${"NaN,".repeat(4_000_000)}`,
  ]) {
    assert.equal(errorOf(() => importConfigText(broken)).code, "not-json");
  }
  const list = `{"layer_types": [${'"full_attention",'.repeat(1_000_000)}"x"], ${inside}`;
  assert.equal(errorOf(() => importConfigText(list)).code, "list-length");
  assert.equal(errorOf(() => importConfigText(" ".repeat(2 ** 25 + 1))).code, "file-too-big");
}
