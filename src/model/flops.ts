import type { DecodeModel } from "./cost/decode-model.ts";
import { absorbedMacsPerPair, expansionMacsPerToken, naiveMacsPerPair } from "./cost/mla.ts";
import { exactCount, exactProduct } from "./exact.ts";
import { type CacheLayer, keptTokens, type LatentLayer, type LayerGroup } from "./layers.ts";

/** How MLA attends: on the latents, or on K and V expanded from them. */
export type MlaForm = "absorbed" | "naive";

type Attention = Omit<DecodeModel, "params" | "activeParams" | "routed">;

/** One multiply and one add. */
const flopsPerMac = 2;

/**
 * FLOPs of all products with weights for `tokens` tokens: 2 a parameter and token, which counts
 * norms and biases too, 0.1 % of GPT-2 and less of larger models (arXiv:2001.08361, section 2.1).
 * A plain number: exact to 2^53, beyond it the nearest double.
 */
export function linearFlops(activeParams: number, tokens: number): number {
  return flopsPerMac * exactCount(activeParams) * exactCount(tokens);
}

/**
 * Multiply-adds of attention for one query token and one token it attends to, all heads, scores and
 * values: `n_h (d_k + d_v)`, for MLA on latents `n_h (2 d_c + d_R)` and expanded
 * `n_h (d_nope + d_R + d_v)`. A tied row makes keys and values of its full width. TPA's factors are
 * used as they are: `n_h (R_K + R_V)(d_h + 1)`. 0 for layers without attention of their own.
 * @throws RangeError for MLA expanded where the model has no `expanded` dimensions.
 */
export function attentionMacsPerPair(
  layer: CacheLayer,
  attention: Pick<Attention, "nHeads" | "expanded">,
  form: MlaForm = "absorbed",
): number {
  const { nHeads } = attention;
  switch (layer.kind) {
    case "heads":
      return exactProduct(nHeads, layer.headDim + (layer.valueDim ?? layer.headDim));
    case "latent":
      return form === "naive"
        ? naiveMacsPerPair(mlaShape(layer, attention))
        : absorbedMacsPerPair({ nHeads, kvRank: layer.latentDim, ropeDim: layer.ropeDim });
    case "tied":
      return exactProduct(2, nHeads, layer.headDim);
    case "factored":
      return exactProduct(nHeads, layer.rankK + layer.rankV, layer.headDim + 1);
    default:
      return 0;
  }
}

function mlaShape(
  layer: LatentLayer,
  { nHeads, expanded }: Pick<Attention, "nHeads" | "expanded">,
) {
  if (!expanded) throw new RangeError("expanded MLA without the dimensions of a head");
  return { nHeads, kvRank: layer.latentDim, ropeDim: layer.ropeDim, ...expanded };
}

/**
 * Layers with each `shared` one replaced by the last layer before it that has a cache: whose tokens
 * it attends to. A model says which one it is only by the kinds of its layers, so this is exact for
 * CLA and YOCO, and for others where the layers that share are like their last neighbour.
 */
export function attendedLayers(layers: readonly LayerGroup[]): readonly LayerGroup[] {
  let source: CacheLayer = { kind: "none" };
  return layers.map(({ count, layer }) => {
    if (layer.kind === "shared") return { count, layer: source };
    if (layer.kind !== "none" && layer.kind !== "state") source = layer;
    return { count, layer };
  });
}

/**
 * FLOPs of attention when one sequence with `tokens` tokens in its cache decodes one more: every
 * layer attends to what it keeps, `min(tokens, window)`, or to the `topK` that its indexer picks
 * after comparing all of them. A state layer updates and reads its state: `3 h d_k d_v`
 * multiply-adds (decay, delta rule, output), however long the context is.
 * With MLA in its naive form, every cached token is expanded again.
 */
export function decodeAttentionFlops(
  model: Attention,
  tokens: number,
  form: MlaForm = "absorbed",
): number {
  let macs = 0;
  for (const { count, layer } of attendedLayers(model.layers)) {
    const attended = Math.min(exactCount(tokens), attendedTokens(layer, model));
    macs +=
      count *
      (attended * attentionMacsPerPair(layer, model, form) +
        tokens * indexerMacsPerPair(layer, model) +
        stateMacsPerToken(layer) +
        (form === "naive" ? attended * expansionMacs(layer, model) : 0));
  }
  return flopsPerMac * macs;
}

/** What a prefill counts and how MLA attends in it. */
export interface PrefillOptions {
  /** Half of the S² pairs of query and key, as a causal kernel does; all of them when false. */
  readonly causal?: boolean;
  readonly form?: MlaForm;
}

/**
 * FLOPs of attention when one sequence of `tokens` tokens is prefilled: `S²/2` pairs where
 * attention is causal (`causal`, the default), else `S²`; inside a window W `S W − W²/2`, else
 * `S W`. MLA is naive by default, and expanding is part of the products with weights.
 */
export function prefillAttentionFlops(
  model: Attention,
  tokens: number,
  options: PrefillOptions = {},
): number {
  const { causal = true, form = "naive" } = options;
  const all = { kind: "none" } as const;
  let macs = 0;
  for (const { count, layer } of attendedLayers(model.layers)) {
    macs +=
      count *
      (attendedPairs(layer, model, exactCount(tokens), causal) *
        attentionMacsPerPair(layer, model, form) +
        attendedPairs(all, model, tokens, causal) * indexerMacsPerPair(layer, model) +
        tokens * stateMacsPerToken(layer));
  }
  return flopsPerMac * macs;
}

/** Pairs of query and key; halves of a pair where the causal half is not whole. */
function attendedPairs(
  layer: CacheLayer,
  model: Attention,
  tokens: number,
  causal: boolean,
): number {
  const width = Math.min(tokens, attendedTokens(layer, model));
  if (!causal) return tokens * width;
  if (layer.kind === "heads" && layer.chunkTokens !== undefined) {
    const rest = tokens % layer.chunkTokens;
    return (tokens - rest) * (layer.chunkTokens / 2) + rest ** 2 / 2;
  }
  return tokens * width - width ** 2 / 2;
}

function attendedTokens(layer: CacheLayer, { indexer }: Attention): number {
  const sparse = layer.kind === "latent" && layer.indexerDim ? indexer : undefined;
  return sparse?.topK ?? keptTokens(layer);
}

function indexerMacsPerPair(layer: CacheLayer, { indexer }: Attention): number {
  if (layer.kind !== "latent" || !layer.indexerDim || !indexer) return 0;
  return exactProduct(indexer.nHeads, layer.indexerDim);
}

function expansionMacs(layer: CacheLayer, model: Attention): number {
  return layer.kind === "latent" ? expansionMacsPerToken(mlaShape(layer, model)) : 0;
}

function stateMacsPerToken(layer: CacheLayer): number {
  return layer.kind === "state" ? exactProduct(3, layer.heads, layer.keyDim, layer.valueDim) : 0;
}
