import { modelById } from "../../data/index.ts";
import type { ModelEntry } from "../../data/model-entry.ts";
import type { LatentShape } from "../../model/attention/latent-attention.ts";

export type DimsName = "v2" | "v2-lite" | "toy";
/** What RoPE turns: a key that stands apart, or the key that comes out of the latent. */
export type Rope = "decoupled" | "latent";

export interface MlaDims extends LatentShape {
  /** Rank of the query's latent; null where Q is projected directly. */
  readonly qRank: number | null;
  /** Where the dimensions come from; null for a layer of nobody's. */
  readonly entry: ModelEntry | null;
}

/** A layer small enough for any phone; nobody trained it. */
const toy: MlaDims = {
  ...{ hidden: 64, nHeads: 4, latentDim: 32, nopeDim: 16, ropeDim: 8, valueDim: 16 },
  ...{ qRank: null, entry: null },
};

/** One layer's dimensions; the queries of DeepSeek-V2 have a latent of 1,536, those of Lite none. */
export function dimsOf(name: DimsName): MlaDims {
  if (name === "toy") return toy;
  return name === "v2" ? ofModel("deepseek-v2", 1536) : ofModel("deepseek-v2-lite", null);
}

/** The layer with its RoPE key apart, or without one. */
export const withRope = (dims: MlaDims, rope: Rope): MlaDims =>
  rope === "latent" ? { ...dims, ropeDim: 0 } : dims;

function ofModel(id: string, qRank: number | null): MlaDims {
  const entry = modelById(id);
  const [{ layer } = { layer: null }] = entry.layers;
  const { nHeads, hiddenSize, expanded } = entry;
  if (layer?.kind !== "latent" || !nHeads || !hiddenSize || !expanded) {
    throw new RangeError(`not a model of MLA: ${id}`);
  }
  const { latentDim, ropeDim } = layer;
  return {
    ...{ hidden: hiddenSize, nHeads, latentDim, ropeDim, qRank, entry },
    nopeDim: expanded.dK - ropeDim,
    valueDim: expanded.dV,
  };
}
