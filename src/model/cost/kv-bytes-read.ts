import { exactCount, exactProduct } from "../exact.ts";
import { attendedLayers } from "../flops.ts";
import type { CacheFormat } from "../formats.ts";
import { indexerBytes, layerBytesPerSequence, layerBytesPerToken } from "../kv.ts";
import type { CacheLayer, LayerGroup } from "../layers.ts";

export interface KvReadOptions {
  /** GPUs of a tensor-parallel group; what each of them holds is counted on each. */
  readonly tp?: number;
  /** Tokens a sparse indexer picks; without it all are read. */
  readonly topK?: number;
}

/**
 * Bytes of its cache that one sequence of `tokens` tokens moves in a decode step, over all GPUs of
 * the group: all that a layer keeps (a window and no more), the cache of the earlier layer where a
 * layer shares, a state once read and once written. An indexer reads its key of every token
 * (132 B) and the rows of the `topK` tokens it picks (DeepSeek-V3.2, inference/model.py). The new
 * token's own row is not counted.
 * @throws RangeError on a count that is not a non-negative integer, or past 2^53 − 1 bytes.
 */
export function kvBytesReadPerStep(
  layers: readonly LayerGroup[],
  format: CacheFormat,
  tokens: number,
  options: KvReadOptions = {},
): number {
  const { tp = 1, topK = Infinity } = options;
  let bytes = 0;
  for (const { count, layer } of attendedLayers(layers)) {
    bytes += exactProduct(tp, count, layerBytesRead(layer, format, tokens, tp, topK));
  }
  return exactCount(bytes);
}

function layerBytesRead(
  layer: CacheLayer,
  format: CacheFormat,
  tokens: number,
  tp: number,
  topK: number,
): number {
  const kept = layerBytesPerSequence(layer, format, tokens, tp);
  if (layer.kind === "state") return exactProduct(2, kept);
  if (layer.kind !== "latent" || !layer.indexerDim || tokens <= topK) return kept;
  const key = indexerBytes(layer.indexerDim);
  const row = layerBytesPerToken(layer, format, tp) - key;
  return exactCount(exactProduct(tokens, key) + exactProduct(topK, row));
}
