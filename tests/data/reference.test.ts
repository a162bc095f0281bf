import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { type ModelEntry, models } from "../../src/data/index.ts";
import { referenceNames, withoutReference } from "./reference-names.ts";

interface Reference {
  readonly model: string;
  readonly verified: boolean;
  readonly num_hidden_layers: number;
  readonly num_attention_heads?: number | null;
  readonly num_key_value_heads?: number | null;
  readonly hidden_size: number;
  readonly head_dim?: number | null;
  readonly sliding_window?: number;
  readonly kv_lora_rank?: number;
  readonly qk_rope_head_dim?: number;
  readonly qk_nope_head_dim?: number;
  readonly v_head_dim?: number;
  readonly params_computed_b?: number;
  readonly params_total_b?: number;
  readonly max_position_embeddings?: number | null;
  readonly kv: {
    readonly full_layers: number;
    readonly swa_layers: number;
    readonly bytes_per_token_full_fp16: number;
    readonly bytes_per_token_inside_window_fp16: number;
  };
}

// The paper trains at 4,096; the reference holds an early config's 2,048.
const correctedContexts = ["llama-2-13b", "llama-2-70b"];
// Read in the config of a fine-tune, not in the reference.
const addedHeads = ["exaone-4.0-1.2b"];

const file = new URL("../../../shared/truth/models.json", import.meta.url);
const skip = existsSync(file) ? false : "the reference geometry is not at hand";

function bf16BytesPerToken(model: ModelEntry, windowed: boolean): number {
  let bytes = 0;
  for (const { count, layer } of model.layers) {
    if (layer.kind === "latent") bytes += count * (layer.latentDim + layer.ropeDim) * 2;
    else if (windowed || layer.windowTokens === undefined)
      bytes += count * 2 * layer.nKv * layer.headDim * 2;
  }
  return bytes;
}

const layerCount = (model: ModelEntry, windowed: boolean): number =>
  model.layers
    .filter(
      ({ layer }) => (layer.kind === "heads" && layer.windowTokens !== undefined) === windowed,
    )
    .reduce((sum, { count }) => sum + count, 0);

test("every entry has a reference or says that it has none", () => {
  const named = [...Object.keys(referenceNames), ...withoutReference].sort();
  assert.deepEqual(named, models.map((model) => model.id).sort());
});

describe("the catalogue agrees with the reference", { skip }, () => {
  const references: readonly Reference[] = skip ? [] : JSON.parse(readFileSync(file, "utf8"));

  for (const model of models.filter(({ id }) => !withoutReference.includes(id))) {
    test(model.id, () => {
      const reference = references.find((entry) => entry.model === referenceNames[model.id]);
      assert.ok(reference, "a reference");
      const { kv, qk_nope_head_dim: nope, v_head_dim: dV } = reference;

      assert.equal(bf16BytesPerToken(model, false), kv.bytes_per_token_full_fp16);
      assert.equal(bf16BytesPerToken(model, true), kv.bytes_per_token_inside_window_fp16);
      assert.equal(layerCount(model, false), kv.full_layers);
      assert.equal(layerCount(model, true), kv.swa_layers);
      assert.equal(model.verified, reference.verified);
      assert.equal(model.hiddenSize, reference.hidden_size);
      if (!addedHeads.includes(model.id)) {
        assert.equal(model.nHeads, reference.num_attention_heads ?? null);
      }

      for (const { layer } of model.layers) {
        if (layer.kind === "latent") {
          assert.equal(layer.latentDim, reference.kv_lora_rank);
          assert.equal(layer.ropeDim, reference.qk_rope_head_dim);
          if (nope) assert.equal(model.expanded?.dK, nope + layer.ropeDim);
          if (dV) assert.equal(model.expanded?.dV, dV);
        } else {
          assert.equal(layer.nKv, reference.num_key_value_heads);
          assert.equal(layer.headDim, reference.head_dim);
          if (layer.windowTokens) assert.equal(layer.windowTokens, reference.sliding_window);
        }
      }

      const computed = reference.params_computed_b;
      const published = reference.params_total_b;
      if (computed) assert.equal(model.params, Math.round(computed * 1e9));
      else if (published) assert.equal(model.params, Math.round(published * 1e9));

      const context = reference.max_position_embeddings;
      if (context && !correctedContexts.includes(model.id)) assert.equal(model.maxContext, context);
    });
  }
});
