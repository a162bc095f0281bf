import type { ExpandedHeads } from "../../engines/llama-cpp-buffers.ts";
import type { CacheLayer } from "../../layers.ts";
import type { Notes } from "../config/notes.ts";
import { GgufError } from "./gguf-error.ts";
import { dimBounds, type GgufKeys } from "./gguf-keys.ts";

/** The attention of a model, layer by layer. */
export interface GgufHeads {
  readonly nHeads: number | null;
  /** KV heads of each layer; 0 where a layer has no attention. */
  readonly kvHeads: readonly number[];
  /** The cache of layer `index`, with a window or chunk of `window` tokens unless that is 0. */
  layer(index: number, window: number, chunked: boolean): CacheLayer;
  readonly expanded: ExpandedHeads | null;
  readonly storesExpanded: boolean;
}

/**
 * @throws GgufError where no key gives a head's dimension.
 */
export function ggufHeads(keys: GgufKeys, layers: number, notes: Notes): GgufHeads {
  const perLayer = (key: string) => keys.perLayer(key, layers, dimBounds);
  const queryHeads = perLayer("attention.head_count");
  const nHeads = queryHeads === null ? null : Math.max(...queryHeads) || null;
  const kvHeads = perLayer("attention.head_count_kv") ?? queryHeads ?? new Array(layers).fill(0);
  if (keys.has("attention.head_count_kv")) {
    notes.add("read", keys.name("attention.head_count_kv"), countsText(kvHeads));
  } else if (nHeads !== null) {
    notes.add("kv-heads-assumed", keys.name("attention.head_count"), nHeads);
  }
  const latent = latentLayer(keys, notes);
  const fallback = () => evenShare(keys, nHeads, notes);
  const k = perLayer("attention.key_length");
  const v = perLayer("attention.value_length");
  const windowK = perLayer("attention.key_length_swa");
  const windowV = perLayer("attention.value_length_swa");
  return {
    nHeads,
    kvHeads,
    layer: (index, window, chunked) => {
      if (latent) return latent;
      const headDim = (window > 0 ? windowK?.[index] : null) ?? k?.[index] ?? fallback();
      const valueDim = (window > 0 ? windowV?.[index] : null) ?? v?.[index] ?? fallback();
      return {
        kind: "heads",
        nKv: kvHeads[index] ?? 0,
        headDim,
        ...(valueDim === headDim ? {} : { valueDim }),
        ...(window > 0 ? { [chunked ? "chunkTokens" : "windowTokens"]: window } : {}),
      };
    },
    ...expandedHeads(keys, latent !== null, nHeads),
  };
}

/** One number where all layers have it; "3 × 36, 4 × 12" for 3 in 36 layers and 4 in 12. */
function countsText(counts: readonly number[]): number | string {
  const layersOf = new Map<number, number>();
  for (const count of counts) layersOf.set(count, (layersOf.get(count) ?? 0) + 1);
  if (layersOf.size === 1) return counts[0] ?? 0;
  if (layersOf.size > 4) return `[…${counts.length}]`;
  return [...layersOf].map(([count, layers]) => `${count} × ${layers}`).join(", ");
}

/** MLA, where the file has the rank of a latent for K and V. */
function latentLayer(keys: GgufKeys, notes: Notes): CacheLayer | null {
  const latentDim = keys.number("attention.kv_lora_rank", dimBounds) ?? 0;
  if (latentDim === 0) return null;
  const ropeDim = keys.number("rope.dimension_count", dimBounds);
  if (ropeDim === null) throw new GgufError("missing-key", keys.name("rope.dimension_count"));
  const indexerDim = keys.number("attention.indexer.key_length", dimBounds) ?? 0;
  notes.add("mla-read", keys.name("attention.kv_lora_rank"), latentDim, {
    latent: latentDim,
    rope: ropeDim,
  });
  return { kind: "latent", latentDim, ropeDim, ...(indexerDim > 0 ? { indexerDim } : {}) };
}

/**
 * Files written since llama.cpp stores latents have the heads' own dimensions under `_mla`; in older
 * ones they are the only ones, and the heads are what is stored.
 */
function expandedHeads(
  keys: GgufKeys,
  isLatent: boolean,
  nHeads: number | null,
): Pick<GgufHeads, "expanded" | "storesExpanded"> {
  if (!isLatent) return { expanded: null, storesExpanded: false };
  const storesExpanded = !keys.has("attention.key_length_mla");
  const suffix = storesExpanded ? "" : "_mla";
  const dK = keys.number(`attention.key_length${suffix}`, dimBounds);
  const dV = keys.number(`attention.value_length${suffix}`, dimBounds);
  const known = nHeads !== null && dK !== null && dV !== null;
  return { expanded: known ? { nHeads, dK, dV } : null, storesExpanded };
}

/** A head's dimension where no key tells it: an even share of the model's width. */
function evenShare(keys: GgufKeys, nHeads: number | null, notes: Notes): number {
  const width = keys.number("embedding_length", dimBounds);
  if (width === null || nHeads === null) {
    throw new GgufError("missing-key", keys.name("attention.key_length"));
  }
  if (width % nHeads !== 0) {
    throw new GgufError("not-divisible", keys.name("embedding_length"), width);
  }
  notes.add("head-dim-assumed", keys.name("attention.key_length"), width / nHeads);
  return width / nHeads;
}
