import assert from "node:assert/strict";
import { test } from "node:test";
import { llamaCppCache } from "../../../src/model/engines/llama-cpp.ts";
import type { LayerGroup } from "../../../src/model/layers.ts";
import { attention, codes, group, llama, model, ssm, type Values } from "./gguf-model.ts";

test("full attention every fourth layer: 149.62 MiB of states a slot, as llama.cpp prints", async () => {
  const found = await model({
    ...llama,
    ...ssm,
    block_count: 65,
    "attention.head_count": 24,
    "attention.head_count_kv": 4,
    "attention.key_length": 256,
    "attention.value_length": 256,
    full_attention_interval: 4,
    nextn_predict_layers: 1,
  });
  assert.equal(found.layers.length, 32);
  assert.deepEqual(found.draftLayers, [group(1, attention(4, 256))]);
  assert.ok(codes(found).includes("state-layers"));
  const { buffers } = llamaCppCache({ layers: found.layers, ctx: 262_144, slots: 3 });
  assert.deepEqual(
    buffers.map(({ kind, layers, cells, mib }) => [kind, layers, cells, mib]),
    [
      // 262,144 tokens are shared by three slots, each rounded up to 256.
      ["full", 16, 87_552, 16_416],
      ["recurrent", 48, 3, 448.88],
    ],
  );
});

test("layers without KV heads are states, or feed-forward layers where those stand alone", async () => {
  const hybrid = { ...llama, ...ssm, block_count: 4, "attention.head_count_kv": [0, 8, 0, 0] };
  const kinds = (found: { readonly layers: readonly LayerGroup[] }) =>
    found.layers.flatMap(({ count, layer }) => new Array(count).fill(layer.kind));
  assert.deepEqual(kinds(await model(hybrid)), ["state", "heads", "state", "state"]);
  assert.deepEqual(
    kinds(await model({ ...hybrid, feed_forward_length: [8192, 8192, 8192, 8192] })),
    ["state", "heads", "state", "state"],
  );
  assert.deepEqual(kinds(await model({ ...hybrid, feed_forward_length: [0, 0, 8192, 0] })), [
    "state",
    "heads",
    "none",
    "state",
  ]);
});

test("states beside attention: by the tensors' names, else assumed", async () => {
  const both = { ...llama, ...ssm, block_count: 2 };
  const kinds = async (tensors: readonly string[]) => {
    const file = { tensors: tensors.map((name) => ({ name, dims: [1] })) };
    const found = await model(both, file);
    return [found.layers.map(({ layer }) => layer.kind), codes(found)] as const;
  };
  const [assumed, notes] = await kinds([]);
  assert.deepEqual(assumed, ["heads", "state", "heads", "state"]);
  assert.ok(notes.includes("parallel-mixers-assumed"));
  const [parallel] = await kinds([
    "blk.0.attn_k.weight",
    "blk.0.ssm_in.weight",
    "blk.1.attn_k.weight",
    "blk.1.ssm_in.weight",
  ]);
  assert.deepEqual(parallel, ["heads", "state", "heads", "state"]);
  const [turns, sure] = await kinds([
    "blk.0.attn_qkv.weight",
    "blk.0.ssm_conv1d.weight",
    "blk.1.attn_k.weight",
  ]);
  assert.deepEqual(turns, ["state", "heads"]);
  assert.ok(!sure.includes("parallel-mixers-assumed"));
});

test("states of other kinds have llama.cpp's bytes", async () => {
  const bytes = async (values: Values) => {
    const { layers } = await model(values);
    return llamaCppCache({ layers, ctx: 256 }).buffers.find(({ kind }) => kind === "recurrent")
      ?.bytes;
  };
  const one = { block_count: 1, embedding_length: 2048, "attention.head_count_kv": 0 };
  // Mamba-1: inner × state, and 3 inputs of the inner width.
  const mamba = { "ssm.conv_kernel": 4, "ssm.inner_size": 4096, "ssm.state_size": 16 };
  assert.equal(await bytes({ ...one, ...mamba, "ssm.time_step_rank": 128 }), 4 * 4096 * (16 + 3));
  // RWKV: a head of 64 × 64, and two tokens' inputs.
  assert.equal(await bytes({ ...one, "wkv.head_size": 64 }), 4 * (2048 * 64 + 2 * 2048));
  // LFM2: a short convolution.
  assert.equal(await bytes({ ...one, "shortconv.l_cache": 3 }), 4 * 2 * 2048);
  // Kimi Delta Attention: 32 heads of 128 × 128, three convolutions.
  const kda = { "attention.head_count": 32, "kda.head_dim": 128, "ssm.conv_kernel": 4 };
  assert.equal(await bytes({ ...one, ...kda }), 4 * (32 * 128 * 128 + 3 * 3 * 4096));
});
