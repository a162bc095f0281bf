import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { modelById } from "../../src/data/index.ts";
import { cacheFormat } from "../../src/model/formats.ts";
import { kvBytesPerToken } from "../../src/model/kv.ts";
import { type CacheLayer, keptTokens, type LayerGroup } from "../../src/model/layers.ts";
import { indexerBytesPerToken } from "./indexer-bytes-per-token.ts";
import { readTruth, withoutTruth } from "./truth.ts";
import { truthNames } from "./truth-names.ts";

interface VllmRow {
  readonly model: string | null;
  readonly tp: number | null;
  readonly geometry: {
    readonly kind: "gqa" | "mla";
    readonly bytes_per_elem: number;
    readonly bytes_per_token_per_gpu: number;
    /** MLA: an indexer's bytes a token and layer; 0 where the log leaves them out. */
    readonly indexer_bytes?: number;
  } | null;
}

interface LlamaRow {
  readonly model: string;
  readonly parts: readonly {
    readonly kind: string;
    readonly layers: number;
    readonly n_kv_heads: number;
    readonly head_dim_k: number;
  }[];
}

const idOf = (name: string): string => {
  const id = truthNames[name];
  assert.ok(id, `"${name}" has no entry in the catalogue`);
  return id;
};

const counted = (layers: readonly LayerGroup[]): number =>
  layers.reduce((sum, { count }) => sum + count, 0);

describe("models whose logs are at hand", { skip: withoutTruth }, () => {
  const vllm = readTruth<readonly VllmRow[]>("truth_vllm.json", []);
  const llama = readTruth<readonly LlamaRow[]>("truth_llamacpp.json", []);

  for (const [index, { model, tp, geometry }] of vllm.entries()) {
    if (model === null) continue;
    test(`vLLM row ${index}: ${model}`, () => {
      const { layers } = modelById(idOf(model));
      if (!geometry) return;
      const format = cacheFormat(geometry.bytes_per_elem === 1 ? "fp8" : "bf16");
      const unprinted = geometry.indexer_bytes === 0 ? indexerBytesPerToken(layers) : 0;
      const bytes = kvBytesPerToken(layers, format, tp ?? 1) - unprinted;
      assert.equal(bytes, geometry.bytes_per_token_per_gpu);
    });
  }

  for (const [index, { model, parts }] of llama.entries()) {
    test(`llama.cpp row ${index}: ${model}`, () => {
      const { layers } = modelById(idOf(model));
      for (const part of parts) {
        const own = layers.filter(({ layer }) => isOf(layer, part));
        const windowed = own.filter(({ layer }) => keptTokens(layer) !== Infinity);
        const full = counted(own) - counted(windowed);
        // Old versions keep windows in one buffer with the full layers.
        const possible = part.kind === "swa" ? [counted(windowed)] : [full, counted(own)];
        assert.ok(possible.includes(part.layers), `${part.kind}: ${part.layers} of ${possible}`);
      }
    });
  }
});

/** Whether a layer's cache lies in that part: with `-mla 0` a latent lies there expanded. */
function isOf(layer: CacheLayer, part: LlamaRow["parts"][number]): boolean {
  if (part.kind === "recurrent_state") return layer.kind === "state";
  if (layer.kind === "latent") return true;
  return (
    layer.kind === "heads" && layer.nKv === part.n_kv_heads && layer.headDim === part.head_dim_k
  );
}
