import { exactCount, exactProduct } from "./exact.ts";
import {
  type CacheFormat,
  type ElementFormat,
  elementFormats,
  rowBytes,
  rowsBytes,
} from "./formats.ts";
import { type CacheLayer, keptTokens, type LayerGroup, type StateLayer } from "./layers.ts";

/**
 * Values one layer keeps for one token, on all GPUs together:
 * - heads: `n_kv (d_k + d_v)`, which is `2 n_kv d_h` where K and V have the same head dimension;
 * - latent: `h_c d_c + d_R`, and the indexer's key where there is one;
 * - tied: `n_kv d_h + d_R`;
 * - factored: `(R_K + R_V)(h + d_h)`;
 * - state, shared, none: 0.
 * Sources: arXiv:2305.13245 (GQA), 1911.02150 (MQA), 2405.04434 table 1 (MLA), 2505.21487 (GTA,
 * GLA), 2412.19255 (MFA), 2501.06425 (TPA), 2405.12981 (CLA), 2405.05254 (YOCO).
 * @throws RangeError on a dimension that is not a non-negative integer.
 */
export function kvValuesPerTokenPerLayer(layer: CacheLayer): number {
  switch (layer.kind) {
    case "heads":
      return exactProduct(layer.nKv, layer.headDim + (layer.valueDim ?? layer.headDim));
    case "latent":
      return exactCount(
        (layer.latentHeads ?? 1) * layer.latentDim + layer.ropeDim + (layer.indexerDim ?? 0),
      );
    case "tied":
      return exactCount(layer.nKv * layer.headDim + layer.ropeDim);
    case "factored":
      return exactProduct(layer.rankK + layer.rankV, layer.nHeads + layer.headDim);
    default:
      return 0;
  }
}

/**
 * Bytes one layer keeps for one token on one GPU of `tp`. KV heads and latents of GLA are split,
 * `⌈n / tp⌉` a GPU, and repeated where there are fewer of them than GPUs; MLA's latent, its RoPE
 * key and an indexer's key lie on every GPU whole.
 * @throws RangeError on a dimension that is not a non-negative integer.
 */
export const layerBytesPerToken = (layer: CacheLayer, format: CacheFormat, tp = 1): number =>
  layerBytes(layer, format, tp, { tokens: 1, bytesOf: rowBytes });

/** How long rows of that many values are, of so many tokens. */
interface Measure {
  readonly tokens: number;
  readonly bytesOf: (format: ElementFormat, values: number) => number;
}

function layerBytes(
  layer: CacheLayer,
  format: CacheFormat,
  tp: number,
  { tokens, bytesOf }: Measure,
): number {
  switch (layer.kind) {
    case "heads": {
      const { headDim, valueDim = headDim } = layer;
      const head = bytesOf(format.k, headDim) + bytesOf(format.v, valueDim);
      return exactProduct(perGpu(layer.nKv, tp), head);
    }
    case "latent": {
      const { latentDim, ropeDim, latentHeads = 1, indexerDim } = layer;
      const indexer = indexerDim ? exactProduct(tokens, indexerBytes(indexerDim)) : 0;
      const stored = indexerDim && format.k === elementFormats.fp8 ? packed : format.k;
      const latent = perGpu(latentHeads, tp) * latentDim;
      if (stored.ropeBits === undefined)
        return exactCount(bytesOf(stored, latent + ropeDim) + indexer);
      const rope = bytesOf({ bits: stored.ropeBits }, ropeDim);
      return exactCount(bytesOf(stored, latent) + rope + indexer);
    }
    case "tied": {
      const own = exactProduct(perGpu(layer.nKv, tp), bytesOf(format.k, layer.headDim));
      return exactCount(own + (layer.ropeDim ? bytesOf(format.k, layer.ropeDim) : 0));
    }
    case "factored": {
      // The vectors over the heads are split with the heads; those over the head dimension are not.
      const width = perGpu(layer.nHeads, tp) + layer.headDim;
      return exactCount(
        layer.rankK * bytesOf(format.k, width) + layer.rankV * bytesOf(format.v, width),
      );
    }
    default:
      return 0;
  }
}

/** Engines store an fp8 latent that an indexer picks from in FlashMLA's packing. */
const packed = elementFormats.fp8_ds_mla;

/** The larger share of `count` things split over `tp` GPUs. */
export const perGpu = (count: number, tp: number): number => Math.ceil(exactCount(count) / tp);

/** One fp8 key of the indexer and an fp32 scale for every 128 of its values: 132 B for 128. */
export const indexerBytes = (dim: number): number => dim + 4 * Math.ceil(dim / 128);

/**
 * Bytes the cache grows by for one more token of a sequence, on one GPU of `tp`, while no window
 * is full.
 * @throws RangeError on a count that is not a non-negative integer.
 */
export function kvBytesPerToken(
  layers: readonly LayerGroup[],
  format: CacheFormat,
  tp = 1,
): number {
  let bytes = 0;
  for (const { count, layer } of layers) {
    bytes += exactProduct(count, layerBytesPerToken(layer, format, tp));
  }
  return exactCount(bytes);
}

/**
 * Bytes of the cache of one sequence of `tokens` tokens on one GPU of `tp`: a layer with a window
 * or chunk keeps `min(tokens, window)` of them, a state layer its state. The ideal, before an
 * engine rounds to blocks. KIVI's newest tokens stay in 16 bits.
 * @throws RangeError on a count that is not a non-negative integer, or past 2^53 − 1 bytes.
 */
export function kvBytesPerSequence(
  layers: readonly LayerGroup[],
  format: CacheFormat,
  tokens: number,
  tp = 1,
): number {
  let bytes = 0;
  for (const { count, layer } of layers) {
    bytes += exactProduct(count, layerBytesPerSequence(layer, format, tokens, tp));
  }
  return exactCount(bytes);
}

/**
 * The most that a sequence takes on its way to `tokens` tokens, on one GPU: where tokens wait in more
 * bits until a block of them is full, that may be a little earlier.
 * @throws RangeError as `kvBytesPerSequence` does.
 */
export function mostKvBytesOfSequence(
  layers: readonly LayerGroup[],
  format: CacheFormat,
  tokens: number,
): number {
  const block = format.k.blockTokens ?? 1;
  const beforeBlockEnds = Math.floor((exactCount(tokens) + 1) / block) * block - 1;
  return [tokens, ...(block > 1 && beforeBlockEnds > 0 ? [beforeBlockEnds] : [])].reduce(
    (most, length) => Math.max(most, kvBytesPerSequence(layers, format, length)),
    0,
  );
}

/** Bytes of one layer for one sequence; see `kvBytesPerSequence`. */
export function layerBytesPerSequence(
  layer: CacheLayer,
  format: CacheFormat,
  tokens: number,
  tp = 1,
): number {
  if (layer.kind === "state") return stateBytes(layer, tp);
  const kept = Math.min(exactCount(tokens), keptTokens(layer));
  return layerBytes(layer, format, tp, {
    tokens: kept,
    bytesOf: (own, values) => rowsBytes(own, values, kept),
  });
}

/**
 * Bytes of one state layer for one sequence on one GPU of `tp`: the state in `stateElementBytes`
 * (else `elementBytes`), the convolution's inputs in `elementBytes`. Speculative decoding keeps
 * `extraTaps` further inputs.
 * @param elementBytes bytes of a value of the model (bf16: 2)
 */
export function stateBytes(layer: StateLayer, tp = 1, elementBytes = 2, extraTaps = 0): number {
  const { heads, keyDim, valueDim, convTaps, convGroups = 0, groupChannels = 0 } = layer;
  const state = exactProduct(perGpu(heads, tp), keyDim, valueDim);
  // Groups are repeated until every GPU has one.
  const groups = convGroups % tp === 0 ? convGroups : Math.max(tp, convGroups);
  const channels = perGpu(layer.convChannels + groups * groupChannels, tp);
  const inputs = exactProduct(channels, convTaps === 0 ? 0 : convTaps + extraTaps);
  return exactCount(
    state * (layer.stateElementBytes ?? elementBytes) + exactProduct(inputs, elementBytes),
  );
}
