import assert from "node:assert/strict";
import { test } from "node:test";
import { importConfig } from "../../../src/model/import/config/import-config.ts";
import { stateBytes } from "../../../src/model/kv.ts";
import type { StateLayer } from "../../../src/model/layers.ts";
import { dims, heads, latent, windowed } from "./config-shapes.ts";

test("layers stay in order, equal neighbours counted", () => {
  const pattern = { sliding_window: 64, sliding_window_pattern: 3 };
  const { layers } = importConfig(dims(7, 8, 512, pattern));
  assert.deepEqual(
    layers.map(({ count }) => count),
    [2, 1, 2, 1, 1],
  );
});

const delta = (nValue: number) => ({
  ...{ num_key_value_heads: 4, head_dim: 256, full_attention_interval: 4 },
  ...{ linear_num_value_heads: nValue, linear_num_key_heads: 16, linear_conv_kernel_dim: 4 },
  ...{ linear_key_head_dim: 128, linear_value_head_dim: 128 },
});
const stateOf = (config: object): StateLayer => {
  const layer = importConfig(config).layers.find((group) => group.layer.kind === "state")?.layer;
  assert.equal(layer?.kind, "state");
  return layer as StateLayer;
};

test("states are as large as engines print them", () => {
  // vLLM, Qwen3-Next-80B with TP 2 in bf16: a Mamba page of 548,864 B
  assert.equal(stateBytes(stateOf(dims(48, 16, 2048, delta(32))), 2), 548_864);
  // llama.cpp, Qwen3.5-27B: 149.62 MiB for 48 layers in fp32
  const bytes = 48 * stateBytes(stateOf(dims(64, 24, 5120, delta(48))), 1, 4);
  // printed by %.2f, which rounds the half to even
  assert.equal(bytes / 2 ** 20, 149.625);
  const fixed = stateOf(dims(48, 16, 2048, { ...delta(32), mamba_ssm_dtype: "float32" }));
  assert.equal(fixed.stateElementBytes, 4);
});

test("draft layers stand apart", () => {
  const mla = { kv_lora_rank: 512, qk_rope_head_dim: 64, num_nextn_predict_layers: 1 };
  assert.deepEqual(importConfig(dims(3, 16, 2048, mla)).draftLayers, [
    { count: 1, layer: latent(512, 64) },
  ]);
  const mixed = { ...delta(32), mtp_num_hidden_layers: 2 };
  assert.deepEqual(importConfig(dims(8, 16, 2048, mixed)).draftLayers, [
    { count: 2, layer: heads(4, 256) },
  ]);
  // A list that goes on into the draft layers says what they are.
  const listed = {
    ...{ num_key_value_heads: 2, sliding_window: 64, num_nextn_predict_layers: 1 },
    layer_types: ["sliding_attention", "full_attention", "sliding_attention"],
  };
  const model = importConfig(dims(2, 8, 512, listed));
  assert.deepEqual(model.draftLayers, [{ count: 1, layer: windowed(2, 64, 64) }]);
  assert.equal(model.layers.length, 2);
});

test("the other facts of a file", () => {
  const model = importConfig({
    ...{ torch_dtype: "float32", model_type: "anything", _name_or_path: "me/mine" },
    quantization_config: {
      quant_method: "modelopt",
      kv_cache_scheme: { num_bits: 8, type: "float" },
    },
    text_config: dims(2, 16, 2048, {
      ...{ kv_lora_rank: 512, qk_nope_head_dim: 128, qk_rope_head_dim: 64, v_head_dim: 128 },
      max_position_embeddings: 131_072,
    }),
  });
  assert.deepEqual(model.expanded, { dK: 192, dV: 128 });
  assert.equal(model.nHeads, 16);
  assert.equal(model.headDim, null);
  assert.equal(model.hiddenSize, 2048);
  assert.equal(model.maxContext, 131_072);
  assert.equal(model.elementBytes, 4);
  assert.equal(model.quantization, "modelopt");
  assert.equal(model.kvCacheFormat, "fp8");
  assert.equal(model.kind, "decoder");
  assert.equal(model.modelType, "anything");
  assert.equal(model.name, "me/mine");
  assert.equal(model.blueprint, null);
});

test("names decide nothing", () => {
  const config = dims(4, 8, 512, { num_key_value_heads: 2, sliding_window: 64 });
  const { modelType: _, ...plain } = importConfig(config);
  for (const model_type of ["gemma2", "deepseek_v3", "bert", "mamba", "qwen3_next"]) {
    const { modelType, ...named } = importConfig({
      ...config,
      model_type,
      architectures: [model_type],
    });
    assert.equal(modelType, model_type);
    assert.deepEqual(named, plain);
  }
});

test("notes say what was read, assumed and ignored", () => {
  const config = {
    text_config: dims(2, 8, 512, { sliding_window: 64, use_sliding_window: false }),
  };
  const found = importConfig(config).notes.map(({ kind, code, field, value }) => [
    kind,
    code,
    field,
    value,
  ]);
  for (const note of [
    ["read", "read", "text_config.num_hidden_layers", 2],
    ["assumed", "kv-heads-assumed", "text_config.num_key_value_heads", 8],
    ["assumed", "head-dim-assumed", "text_config.head_dim", 64],
    ["ignored", "window-off", "text_config.sliding_window", 64],
    ["assumed", "dtype-assumed", "text_config.torch_dtype", 2],
    ["missing", "no-max-context", "text_config.max_position_embeddings", undefined],
  ]) {
    assert.ok(
      found.some((other) => JSON.stringify(other) === JSON.stringify(note)),
      String(note),
    );
  }
});
