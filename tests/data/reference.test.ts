import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type ModelEntry, modelById } from "../../src/data/index.ts";
import { cacheFormat } from "../../src/model/formats.ts";
import { kvBytesPerToken } from "../../src/model/kv.ts";
import { keptTokens, type LayerGroup } from "../../src/model/layers.ts";
import { indexerBytesPerToken } from "./indexer-bytes-per-token.ts";
import { referenceNames } from "./reference-names.ts";
import { readTruth, withoutTruth } from "./truth.ts";

interface Reference {
  readonly model: string;
  readonly verified: boolean;
  readonly num_hidden_layers: number;
  readonly num_attention_heads?: number | null;
  readonly num_key_value_heads?: number | null;
  readonly hidden_size?: number | null;
  readonly head_dim?: number | null;
  readonly sliding_window?: number;
  readonly attention_chunk_size?: number;
  readonly kv_lora_rank?: number;
  readonly qk_rope_head_dim?: number;
  readonly qk_nope_head_dim?: number;
  readonly v_head_dim?: number;
  readonly params_computed_b?: number;
  readonly params_total_b?: number;
  readonly params_active_b?: number;
  readonly max_position_embeddings?: number | null;
  readonly num_nextn_predict_layers?: number;
  readonly kv: {
    readonly full_layers: number | null;
    readonly swa_layers: number | null;
    readonly linear_layers: number | null;
    readonly bytes_per_token_full_fp16: number | null;
    readonly bytes_per_token_inside_window_fp16: number | null;
    readonly state_bytes_per_sequence: {
      readonly ssm_fp32: number;
      readonly conv_bf16: number;
    } | null;
  };
}

/** Where the catalogue knows more than the reference, by what it knows. */
const known = {
  // The paper trains at 4,096; the reference holds an early config's 2,048. GGUF files and the
  // released configs name the others.
  context: ["llama-2-13b", "llama-2-70b"],
  // Read in the config of a fine-tune, in a copy that another project tests with.
  heads: ["exaone-4.0-1.2b", "exaone-3.5-7.8b"],
  // A config read elsewhere; or only the defaults of its class where the reference saw fields.
  evidence: [
    ...["mistral-7b-v0.1", "qwen2.5-14b", "qwen2.5-32b", "qwen3-next-80b-a3b"],
    ...["jamba-1.5-mini", "smollm3-3b"],
  ],
  // "layers" of the reference count those that hold experts alone.
  stateLayers: ["nemotron-3-nano"],
};

const bf16 = cacheFormat("bf16");
const windowed = ({ layer }: LayerGroup): boolean => keptTokens(layer) !== Infinity;
const counted = (layers: readonly LayerGroup[]): number =>
  layers.reduce((sum, { count }) => sum + count, 0);

/** Without the indexer's keys, which the reference leaves out. */
const bytesPerToken = (layers: readonly LayerGroup[]): number =>
  kvBytesPerToken(layers, bf16) - indexerBytesPerToken(layers);

function compareCache(model: ModelEntry, { kv, ...reference }: Reference): void {
  const { layers } = model;
  if (kv.full_layers === null || kv.bytes_per_token_full_fp16 === null) return;
  const states = layers.filter(({ layer }) => layer.kind === "state");
  // The reference counts chunked layers as full.
  const chunked = reference.attention_chunk_size !== undefined;
  const full = layers.filter(
    (group) =>
      (chunked || !windowed(group)) && !["state", "shared", "none"].includes(group.layer.kind),
  );
  assert.equal(bytesPerToken(full), kv.bytes_per_token_full_fp16);
  assert.equal(bytesPerToken(layers), kv.bytes_per_token_inside_window_fp16);
  assert.equal(counted(full), kv.full_layers);
  assert.equal(chunked ? 0 : counted(layers.filter(windowed)), kv.swa_layers);
  if (!known.stateLayers.includes(model.id)) assert.equal(counted(states), kv.linear_layers);
  if (kv.state_bytes_per_sequence) {
    let state = 0;
    let convolution = 0;
    for (const { count, layer } of states) {
      assert.ok(layer.kind === "state");
      state += count * layer.heads * layer.keyDim * layer.valueDim * 4;
      convolution += count * layer.convChannels * layer.convTaps * 2;
    }
    assert.equal(state, kv.state_bytes_per_sequence.ssm_fp32);
    assert.equal(convolution, kv.state_bytes_per_sequence.conv_bf16);
  }
}

function compareLayers(model: ModelEntry, reference: Reference): void {
  const { qk_nope_head_dim: nope, v_head_dim: dV } = reference;
  assert.equal(counted(model.layers), reference.num_hidden_layers);
  for (const { layer } of model.layers) {
    if (layer.kind === "latent") {
      assert.equal(layer.latentDim, reference.kv_lora_rank);
      assert.equal(layer.ropeDim, reference.qk_rope_head_dim);
      if (nope) assert.equal(model.expanded?.dK, nope + layer.ropeDim);
      if (dV) assert.equal(model.expanded?.dV, dV);
    }
    if (layer.kind !== "heads") continue;
    assert.equal(layer.chunkTokens, layer.chunkTokens && reference.attention_chunk_size);
    if (layer.windowTokens) assert.equal(layer.windowTokens, reference.sliding_window);
    // Full layers of Gemma 4 have a geometry of their own; their bytes are compared above.
    else if (layer.headDim !== model.headDim) continue;
    if (reference.num_key_value_heads) assert.equal(layer.nKv, reference.num_key_value_heads);
    if (reference.head_dim) assert.equal(layer.headDim, reference.head_dim);
  }
}

function compareParameters(model: ModelEntry, reference: Reference): void {
  const { params_computed_b: computed, params_total_b: total } = reference;
  const { params_active_b: active } = reference;
  if (computed) assert.equal(model.params, Math.round(computed * 1e9));
  else if (total && model.paramsBasis === "published") {
    assert.equal(model.params, Math.round(total * 1e9));
  } else if (total) {
    assert.ok(Math.abs(model.params / (total * 1e9) - 1) < 0.04, `${model.params} of ${total}e9`);
  }
  // Published counts are rounded to the billion and may leave out the embeddings.
  if (active && model.experts) {
    const difference = Math.abs(model.activeParams - active * 1e9);
    assert.ok(difference <= Math.max(1e9, 0.12 * active * 1e9), `${model.activeParams}`);
  }
}

describe("the catalogue agrees with the reference", { skip: withoutTruth }, () => {
  const references = readTruth<readonly Reference[]>("models.json", []);

  for (const [id, name] of Object.entries(referenceNames)) {
    test(id, () => {
      const model = modelById(id);
      const reference = references.find((entry) => entry.model === name);
      assert.ok(reference, "a reference");
      compareCache(model, reference);
      compareLayers(model, reference);
      compareParameters(model, reference);
      if (!known.evidence.includes(id)) assert.equal(model.verified, reference.verified);
      if (reference.hidden_size) assert.equal(model.hiddenSize, reference.hidden_size);
      if (!known.heads.includes(id) && reference.num_attention_heads !== undefined) {
        assert.equal(model.nHeads, reference.num_attention_heads);
      }
      if (reference.num_nextn_predict_layers) {
        assert.equal(counted(model.draftLayers ?? []), reference.num_nextn_predict_layers);
      }
      const context = reference.max_position_embeddings;
      if (context && !known.context.includes(id)) assert.equal(model.maxContext, context);
    });
  }
});
