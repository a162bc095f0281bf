import assert from "node:assert/strict";
import { test } from "node:test";
import { llamaCppCache } from "../../../src/model/engines/llama-cpp.ts";
import type { LayerGroup } from "../../../src/model/layers.ts";
import { attention, codes, group, llama, model, repeated, type Values } from "./gguf-model.ts";

const tensors = (...parts: readonly string[]) => ({
  tensors: parts.map((part) => ({ name: `blk.0.${part}`, dims: [1] })),
});
const norms = ["attn_q_norm.weight", "attn_k_norm.weight", "post_attention_norm.weight"];

/** W for a layer with a window or chunk, F for one without. */
const letters = (layers: readonly LayerGroup[]): string =>
  layers
    .map(({ count, layer }) => {
      const kept = layer.kind === "heads" && (layer.windowTokens ?? layer.chunkTokens);
      return (kept ? "W" : "F").repeat(count);
    })
    .join("");

/** As llama.cpp's `set_swa_pattern` has it: the last of every n layers is full. */
const rows: readonly (readonly [string, Values, readonly string[], string, string])[] = [
  ["sinks", {}, ["attn_sinks.weight", "attn_norm.weight"], "WF", "alternate-windows-assumed"],
  ["capped scores", { attn_logit_softcapping: 50 }, [], "WF", "alternate-windows-assumed"],
  [
    "capped scores beside norms before and after",
    { attn_logit_softcapping: 50 },
    ["attn_norm.weight", ...norms],
    "WF",
    "alternate-windows-assumed",
  ],
  ["scaled logits", { logit_scale: 1 }, ["attn_norm.weight"], "WWWF", "window-pattern-assumed"],
  [
    "norms of Q and K, before and after",
    {},
    ["attn_norm.weight", ...norms],
    "WWWWWF",
    "window-pattern-assumed",
  ],
  ["norms of Q and K, and after", {}, norms, "WWWF", "window-pattern-assumed"],
  [
    "norms of Q and K alone",
    {},
    ["attn_norm.weight", norms[0] ?? ""],
    "F",
    "window-layers-unknown",
  ],
  ["nothing", {}, ["attn_norm.weight"], "F", "window-layers-unknown"],
];

test("a window without a pattern: the one that keys and tensors tell", async () => {
  for (const [name, more, parts, pattern, code] of rows) {
    const values = { ...llama, "attention.sliding_window": 1024, ...more };
    const found = await model(values, tensors(...parts));
    assert.equal(letters(found.layers), repeated(32, [...pattern]).join(""), name);
    const note = found.notes.find((each) => each.code === code);
    assert.ok(note, `${name}: ${codes(found)}`);
    assert.equal(note.kind, "assumed");
  }
});

test("what the file says goes before what its tensors tell", async () => {
  const values = { ...llama, "attention.sliding_window": 1024 };
  const sinks = tensors("attn_sinks.weight");
  const written = await model({ ...values, "attention.sliding_window_pattern": 4 }, sinks);
  assert.equal(letters(written.layers), repeated(32, [..."WWWF"]).join(""));
  assert.ok(!codes(written).includes("alternate-windows-assumed"));
  const off = await model({ ...llama, "attention.sliding_window": 0 }, sinks);
  assert.deepEqual(off.layers, [group(32, attention(8, 128))]);
});

test("gpt-oss and Gemma 3 27B: MiB of their caches", async () => {
  for (const [layers, windowed] of [
    [24, 12],
    [36, 18],
  ] as const) {
    const found = await model(
      { ...llama, block_count: layers, "attention.sliding_window": 128 },
      tensors("attn_sinks.weight"),
    );
    assert.equal(letters(found.layers).split("W").length - 1, windowed);
  }
  const gemma = await model(
    {
      ...llama,
      ...{ block_count: 62, embedding_length: 5376, "attention.head_count_kv": 16 },
      ...{ "attention.key_length": 128, "attention.value_length": 128 },
      "attention.sliding_window": 1024,
    },
    tensors("attn_norm.weight", ...norms),
  );
  const cells = 10 * 32_768 + 52 * 1536;
  const { totalMib } = llamaCppCache({ layers: gemma.layers, ctx: 32_768 });
  assert.equal(totalMib, (cells * 16 * 128 * 2 * 2) / 2 ** 20);
  assert.equal(totalMib, 3184);
});

test("Llama 4: chunks of 8,192 whatever the window, none where it is 0", async () => {
  const file = { ...llama, block_count: 8, interleave_moe_layer_step: 1 };
  const chunked = attention(8, 128, { chunkTokens: 8192 });
  const full = attention(8, 128);
  const four = [group(3, chunked), group(1, full)];
  for (const more of [{}, { "attention.sliding_window": 4096 }] as readonly Values[]) {
    const found = await model({ ...file, ...more });
    assert.deepEqual(found.layers, [...four, ...four]);
    assert.ok(codes(found).includes("chunks-assumed"));
  }
  const off = await model({ ...file, "attention.sliding_window": 0 });
  assert.deepEqual(off.layers, [group(8, full)]);
});

test("KV heads that differ are reported by layer", async () => {
  const field = "nobody.attention.head_count_kv";
  for (const [counts, value] of [
    [8, 8],
    [repeated(32, [8]), 8],
    [repeated(32, [3, 3, 3, 4]), "3 × 24, 4 × 8"],
    [Array.from({ length: 32 }, (_, i) => 1 + (i % 5)), "[…32]"],
  ] as const) {
    const found = await model({ ...llama, "attention.head_count_kv": counts });
    const note = found.notes.find((each) => each.code === "read" && each.field === field);
    assert.equal(note?.value, value);
  }
});
