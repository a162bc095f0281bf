/**
 * K and V of `nKv` heads: MHA when `nKv` equals the number of query heads, GQA between, MQA at 1,
 * MFA with one wide head. `valueDim` is V's head dimension where it differs from K's `headDim`.
 * `windowTokens`: the layer attends to the last `windowTokens` tokens only. `chunkTokens`: it
 * attends inside chunks of `chunkTokens` tokens.
 */
export interface HeadsLayer {
  readonly kind: "heads";
  readonly nKv: number;
  readonly headDim: number;
  readonly valueDim?: number;
  readonly windowTokens?: number;
  readonly chunkTokens?: number;
}

/**
 * MLA: a latent of `latentDim` values and one RoPE key of `ropeDim` values a token, shared by all
 * heads. `latentHeads`: GLA keeps so many latents of `latentDim` each. `indexerDim`: a sparse
 * indexer keeps one key of so many values beside them.
 */
export interface LatentLayer {
  readonly kind: "latent";
  readonly latentDim: number;
  readonly ropeDim: number;
  readonly latentHeads?: number;
  readonly indexerDim?: number;
}

/**
 * One tied row for K and V: `nKv` heads of `headDim`, of which K takes a part, and one shared RoPE
 * key of `ropeDim` values. GTA (arXiv:2505.21487); MFA-KR with one head and no RoPE key
 * (arXiv:2412.19255).
 */
export interface TiedLayer {
  readonly kind: "tied";
  readonly nKv: number;
  readonly headDim: number;
  readonly ropeDim: number;
}

/**
 * TPA (arXiv:2501.06425): K and V as sums of `rankK` and `rankV` outer products of a vector over
 * the heads and one over the head dimension.
 */
export interface FactoredLayer {
  readonly kind: "factored";
  readonly nHeads: number;
  readonly headDim: number;
  readonly rankK: number;
  readonly rankV: number;
}

/**
 * Linear attention or a state-space model: a state of `heads` × `keyDim` × `valueDim` values and
 * the last `convTaps` inputs of a convolution over `convChannels` channels, for each sequence and
 * however long it is. `convGroups` × `groupChannels` further channels belong to groups of heads,
 * which tensor parallelism may have to repeat. `stateElementBytes`: bytes of one state value where
 * the model fixes them.
 */
export interface StateLayer {
  readonly kind: "state";
  readonly heads: number;
  readonly keyDim: number;
  readonly valueDim: number;
  readonly convChannels: number;
  readonly convTaps: number;
  readonly convGroups?: number;
  readonly groupChannels?: number;
  readonly stateElementBytes?: number;
}

/** A layer without a cache of its own: it reads that of an earlier layer, or it has no attention. */
export interface CachelessLayer {
  readonly kind: "shared" | "none";
}

/** One layer of a model, as its cache sees it. */
export type CacheLayer =
  | HeadsLayer
  | LatentLayer
  | TiedLayer
  | FactoredLayer
  | StateLayer
  | CachelessLayer;

/** `count` layers of the same kind, one after the other. */
export interface LayerGroup {
  readonly count: number;
  readonly layer: CacheLayer;
}

/** A model's layers by kind, counts added up; kinds in the order of their first layer. */
export function layerKinds(layers: readonly LayerGroup[]): readonly LayerGroup[] {
  const kinds = new Map<string, { count: number; layer: CacheLayer }>();
  for (const { count, layer } of layers) {
    const key = keyOf(layer);
    const seen = kinds.get(key);
    if (seen) seen.count += count;
    else kinds.set(key, { count, layer });
  }
  return [...kinds.values()];
}

/** The kinds that have a cache of their own: steps of a derivation are numbered by them. */
export const cachedKinds = (layers: readonly LayerGroup[]): readonly LayerGroup[] =>
  layerKinds(layers).filter(({ layer }) => layer.kind !== "shared" && layer.kind !== "none");

/** Equal for layers whose caches are equal. */
export const keyOf = (layer: CacheLayer): string =>
  JSON.stringify(Object.entries(layer).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Tokens a layer keeps at most; `Infinity` for a layer that keeps them all. */
export function keptTokens(layer: CacheLayer): number {
  return layer.kind === "heads" ? (layer.windowTokens ?? layer.chunkTokens ?? Infinity) : Infinity;
}
