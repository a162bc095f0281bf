import assert from "node:assert/strict";
import { test } from "node:test";
import { GgufError, type GgufErrorCode } from "../../../src/model/import/gguf/gguf-error.ts";
import { importGguf } from "../../../src/model/import/gguf/import-gguf.ts";
import type { CacheLayer } from "../../../src/model/layers.ts";
import { attention, codes, group, llama, model, repeated, ssm, type Values } from "./gguf-model.ts";
import { text, type Written } from "./gguf-writer.ts";

test("grouped heads; a dimension that is not written is an even share", async () => {
  const plain = await model(llama);
  assert.deepEqual(plain.layers, [group(32, attention(8, 128))]);
  assert.equal(plain.nHeads, 32);
  assert.equal(plain.maxContext, 131_072);
  assert.ok(codes(plain).includes("head-dim-assumed"));
  const written = await model({
    ...llama,
    "attention.key_length": 192,
    "attention.value_length": 128,
  });
  assert.deepEqual(written.layers, [group(32, attention(8, 192, { valueDim: 128 }))]);
  assert.ok(!codes(written).includes("head-dim-assumed"));
  const { "attention.head_count_kv": _, ...mha } = llama;
  const all = await model(mha);
  assert.deepEqual(all.layers, [group(32, attention(32, 128))]);
  assert.ok(codes(all).includes("kv-heads-assumed"));
});

test("a list of KV heads; 0 is a layer without attention", async () => {
  // As Nemotron-51B and OpenELM have them.
  const found = await model({
    ...llama,
    block_count: 5,
    "attention.head_count": [32, 32, 0, 16, 16],
    "attention.head_count_kv": [8, 8, 0, 4, 4],
    "attention.key_length": 128,
    "attention.value_length": 128,
    feed_forward_length: [1, 2, 3, 4, 5],
  });
  assert.deepEqual(found.layers, [
    group(2, attention(8, 128)),
    group(1, { kind: "none" }),
    group(2, attention(4, 128)),
  ]);
  assert.equal(found.nHeads, 32);
});

test("windows by a list, with dimensions of their own, and layers that share", async () => {
  // As Gemma 4 has them: five of six layers with a window, the last ten share.
  const flags = repeated(42, [true, true, true, true, true, false]);
  const found = await model({
    ...llama,
    block_count: 42,
    "attention.sliding_window": 512,
    "attention.sliding_window_pattern": flags,
    "attention.head_count": 8,
    "attention.head_count_kv": flags.map((window) => (window ? 2 : 1)),
    "attention.key_length": 512,
    "attention.value_length": 512,
    "attention.key_length_swa": 256,
    "attention.value_length_swa": 256,
    "attention.shared_kv_layers": 18,
  });
  const six = [group(5, attention(2, 256, { windowTokens: 512 })), group(1, attention(1, 512))];
  assert.deepEqual(found.layers, [...six, ...six, ...six, ...six, group(18, { kind: "shared" })]);
});

test("windows by a number: the last of so many layers has none", async () => {
  const file = { ...llama, block_count: 7, "attention.sliding_window": 1024 };
  const windowed = attention(8, 128, { windowTokens: 1024 });
  const full = attention(8, 128);
  const found = await model({ ...file, "attention.sliding_window_pattern": 3 });
  assert.deepEqual(
    found.layers.map(({ count }) => count),
    [2, 1, 2, 1, 1],
  );
  assert.deepEqual(found.layers[0]?.layer, windowed);
  assert.deepEqual(found.layers[1]?.layer, full);
  const all = await model({ ...file, "attention.sliding_window_pattern": 0 });
  assert.deepEqual(all.layers, [group(7, windowed)]);
  // A file that does not say which: the most it can be, or what the reader says.
  const silent = await model(file);
  assert.deepEqual(silent.layers, [group(7, full)]);
  assert.ok(codes(silent).includes("window-layers-unknown"));
  const told = await model(file, {}, { fullEvery: 3 });
  assert.deepEqual(told.layers, found.layers);
  assert.ok(codes(told).includes("window-pattern-assumed"));
  const each = await model({ ...file, "attention.sliding_window": [0, 512, 0, 512, 0, 512, 0] });
  assert.equal(each.layers.length, 7);
});

test("MLA: a latent, and the heads it stands for", async () => {
  const mla = {
    ...llama,
    block_count: 61,
    "attention.head_count": 128,
    "attention.kv_lora_rank": 512,
    "rope.dimension_count": 64,
  };
  const latent: CacheLayer = { kind: "latent", latentDim: 512, ropeDim: 64 };
  const expanded = { nHeads: 128, dK: 192, dV: 128 };
  const now = await model({
    ...mla,
    "attention.head_count_kv": 1,
    "attention.key_length": 576,
    "attention.value_length": 512,
    "attention.key_length_mla": 192,
    "attention.value_length_mla": 128,
  });
  assert.deepEqual(now.layers, [group(61, latent)]);
  assert.deepEqual([now.expanded, now.storesExpanded], [expanded, false]);
  const before = await model({
    ...mla,
    "attention.head_count_kv": 128,
    "attention.key_length": 192,
    "attention.value_length": 128,
  });
  assert.deepEqual(before.layers, [group(61, latent)]);
  assert.deepEqual([before.expanded, before.storesExpanded], [expanded, true]);
  const sparse = await model({
    ...mla,
    "attention.head_count_kv": 1,
    "attention.indexer.key_length": 128,
  });
  assert.deepEqual(sparse.layers, [group(61, { ...latent, indexerDim: 128 })]);
});

test("one number may stand as a list, and flags as numbers", async () => {
  const found = await model({
    ...llama,
    "attention.head_count": new Array(32).fill(32),
    "attention.head_count_kv": [8],
    "attention.key_length": new Array(32).fill(128),
    "attention.value_length": 128,
    "attention.sliding_window": 4096,
    "attention.sliding_window_pattern": repeated(32, [1, 0]),
  });
  assert.equal(found.layers.length, 32);
  assert.deepEqual(found.layers[0]?.layer, attention(8, 128, { windowTokens: 4096 }));
});

test("an encoder says that it is none of these models", async () => {
  const found = await model({ ...llama, "attention.causal": { type: "bool", value: false } });
  assert.ok(codes(found).includes("non-causal"));
});

test("what is missing or cannot be is named", async () => {
  const refused = (values: Values, code: GgufErrorCode, key: string) =>
    assert.rejects(
      () => model(values),
      (error) =>
        error instanceof GgufError && error.code === code && error.field === `nobody.${key}`,
      `${code} ${key}`,
    );
  const { block_count: _, ...noCount } = llama;
  await refused(noCount, "missing-key", "block_count");
  await refused({ ...llama, block_count: 0 }, "out-of-range", "block_count");
  await refused({ ...llama, block_count: 4_000_000_000 }, "out-of-range", "block_count");
  await refused({ ...llama, block_count: text("32") }, "wrong-type", "block_count");
  await refused(
    { ...llama, "attention.head_count_kv": [8, 8] },
    "list-length",
    "attention.head_count_kv",
  );
  const half: Written = { type: "float32", value: 7.5 };
  await refused(
    { ...llama, "attention.head_count_kv": half },
    "out-of-range",
    "attention.head_count_kv",
  );
  const negative: Written = { type: "int32", value: -8 };
  await refused(
    { ...llama, "attention.head_count_kv": negative },
    "out-of-range",
    "attention.head_count_kv",
  );
  await refused({ ...llama, "attention.head_count": 30 }, "not-divisible", "embedding_length");
  const { embedding_length: __, ...noWidth } = llama;
  await refused(noWidth, "missing-key", "attention.key_length");
  await refused({ ...llama, "attention.kv_lora_rank": 512 }, "missing-key", "rope.dimension_count");
  await refused({ ...llama, nextn_predict_layers: 32 }, "out-of-range", "nextn_predict_layers");
  await refused(
    { ...llama, "attention.shared_kv_layers": 40 },
    "out-of-range",
    "attention.shared_kv_layers",
  );
  await refused({ ...llama, "ssm.state_size": 16 }, "missing-key", "ssm.inner_size");
  await refused({ ...llama, ...ssm, "ssm.time_step_rank": 0 }, "not-divisible", "ssm.inner_size");
  await refused(
    { ...llama, "attention.head_count_kv": 0 },
    "no-kv-cache",
    "attention.head_count_kv",
  );
  await assert.rejects(
    async () => importGguf({ version: 3, values: new Map(), tensors: [] }),
    GgufError,
  );
});

test("any number in any key gives layers or a clear error", async () => {
  const keys = [...Object.keys(llama), ...Object.keys(ssm), "attention.kv_lora_rank"];
  keys.push("attention.key_length", "full_attention_interval", "attention.sliding_window");
  let state = 1;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const numbers = [0, 1, 2, 3, 7, 64, 128, 4096, 65_537, 4_294_967_295];
  let layersFound = 0;
  for (let i = 0; i < 2000; i++) {
    const values: Record<string, number | number[]> = { ...llama, block_count: 6 };
    for (let changes = next(4); changes >= 0; changes--) {
      const pick = () => numbers[next(numbers.length)] ?? 0;
      values[keys[next(keys.length)] ?? ""] =
        next(3) === 0 ? Array.from({ length: 6 }, pick) : pick();
    }
    try {
      const { layers } = await model(values);
      const count = layers.reduce((sum, group) => sum + group.count, 0);
      assert.ok(count >= 1 && count <= 20_000);
      layersFound++;
    } catch (error) {
      assert.ok(error instanceof GgufError, `${JSON.stringify(values)}: ${error}`);
    }
  }
  assert.ok(layersFound > 200, `${layersFound} files gave layers`);
});
