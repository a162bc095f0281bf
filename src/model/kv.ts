import { exactCount, exactProduct } from "./exact.ts";
import type { AttentionLayer, LayerGroup } from "./layers.ts";

/**
 * Values one layer keeps for one token: `n_kv (d_k + d_v)`, which is `2 n_kv d_h` where K and V
 * have the same head dimension, or `d_c + d_R` for MLA.
 * Sources: arXiv:2305.13245 (GQA), arXiv:1911.02150 (MQA), arXiv:2405.04434 table 1 (MLA).
 * @throws RangeError on a dimension that is not a non-negative integer.
 */
export function kvValuesPerTokenPerLayer(layer: AttentionLayer): number {
  return layer.kind === "latent"
    ? exactCount(layer.latentDim + layer.ropeDim)
    : exactProduct(layer.nKv, layer.headDim + (layer.valueDim ?? layer.headDim));
}

/**
 * Bytes the cache grows by for one more token of a sequence, while no window is full.
 * @param elementBytes bytes of one stored value (bf16: 2)
 * @throws RangeError on a count that is not a non-negative integer.
 */
export function kvBytesPerToken(layers: readonly LayerGroup[], elementBytes: number): number {
  return kvBytesPerSequence(layers, elementBytes, 1);
}

/**
 * Bytes of the cache of one sequence of `tokens` tokens. A layer with a window keeps
 * `min(tokens, windowTokens)` of them: the ideal, before an engine rounds to blocks.
 * @param elementBytes bytes of one stored value (bf16: 2)
 * @throws RangeError on a count that is not a non-negative integer, or past 2^53 − 1 bytes.
 */
export function kvBytesPerSequence(
  layers: readonly LayerGroup[],
  elementBytes: number,
  tokens: number,
): number {
  let bytes = 0;
  for (const { count, layer } of layers) {
    const kept = Math.min(tokens, windowOf(layer));
    bytes += exactProduct(count, kvValuesPerTokenPerLayer(layer), kept, elementBytes);
  }
  return exactCount(bytes);
}

/** Tokens a layer keeps at most; `Infinity` for a layer without a window. */
export function windowOf(layer: AttentionLayer): number {
  return layer.kind === "heads" ? (layer.windowTokens ?? Infinity) : Infinity;
}
