import { exactCount } from "./exact.ts";
import type { CacheFormat } from "./formats.ts";
import { layerBytesPerToken, perGpu } from "./kv.ts";
import type { CacheLayer, LayerGroup } from "./layers.ts";

/** Things numbered from 0: from the first one up to before `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** What one GPU of a tensor parallel group keeps of one layer. */
export interface HeadShard {
  readonly heads: Range;
  /** Whether an earlier GPU keeps the same head. */
  readonly copy: boolean;
  /** Query heads that read them here; `null` where the model's are not known. */
  readonly queries: Range | null;
}

/**
 * KV heads on each of `tp` GPUs, in order, and the query heads that follow them. Where there are
 * enough heads each GPU has `⌊n_kv / tp⌋` of them, the first ones one more; where there are fewer
 * heads than GPUs, neighbours keep the same one and share its query heads (vLLM `linear.py`,
 * `QKVParallelLinear`). Engines split evenly; which GPUs would get the remainder is a choice here,
 * how much the fullest keeps is not.
 * @param nHeads query heads; neighbours belong to one KV head, `n_heads / n_kv` each
 * @throws RangeError on a count that is not a positive integer.
 */
export function headShards(
  nKv: number,
  tp: number,
  nHeads: number | null = null,
): readonly HeadShard[] {
  for (const count of [nKv, tp, nHeads ?? 1]) {
    if (exactCount(count) === 0) throw new RangeError(`not a positive count: ${count}`);
  }
  const firstQuery = (head: number) => Math.floor((head * (nHeads ?? 0)) / nKv);
  return Array.from({ length: tp }, (_, gpu): HeadShard => {
    if (tp <= nKv) {
      const heads = { from: startOf(gpu, nKv, tp), to: startOf(gpu + 1, nKv, tp) };
      const queries = { from: firstQuery(heads.from), to: firstQuery(heads.to) };
      return { heads, copy: false, queries: nHeads === null ? null : queries };
    }
    const head = Math.floor((gpu * nKv) / tp);
    const first = Math.ceil((head * tp) / nKv);
    const holders = Math.ceil(((head + 1) * tp) / nKv) - first;
    const group = firstQuery(head + 1) - firstQuery(head);
    const queryAt = (nth: number) => firstQuery(head) + Math.floor((nth * group) / holders);
    const queries = { from: queryAt(gpu - first), to: queryAt(gpu - first + 1) };
    return {
      heads: { from: head, to: head + 1 },
      copy: gpu > first,
      queries: nHeads === null ? null : queries,
    };
  });
}

/** The first of `count` things on a GPU, where the first GPUs take one of the remainder each. */
const startOf = (gpu: number, count: number, tp: number): number =>
  gpu * Math.floor(count / tp) + Math.min(gpu, count % tp);

/**
 * Whether engines start with such a split: TP divides the query heads, and of KV heads and TP one
 * divides the other (vLLM `model_executor/models/llama.py`,
 * https://github.com/vllm-project/vllm/blob/main/vllm/model_executor/models/llama.py). A count that
 * is `null`, of a latent's KV heads or of query heads not known, forbids nothing.
 */
export function isEvenSplit(nKv: number | null, nHeads: number | null, tp: number): boolean {
  const headsSplit = nKv === null || Math.max(nKv, tp) % Math.min(nKv, tp) === 0;
  return headsSplit && (nHeads === null || nHeads % tp === 0);
}

/** The layer as the GPU sees it that keeps the most of it: whole heads, `⌈n / tp⌉` of them. */
export const fullestShare = (layer: CacheLayer, tp: number): CacheLayer =>
  withCount(layer, (count) => perGpu(count, tp));

/** Bytes that one more token of a sequence takes on `tp` GPUs, while no window is full. */
export interface ShardedBytes {
  /** On the GPU that keeps the most; every GPU sets as much aside. */
  readonly perGpu: number;
  /** `tp` times that. */
  readonly all: number;
  /** What one GPU alone would keep. */
  readonly once: number;
  /** Kept again, on a further GPU. */
  readonly copied: number;
  /** Set aside on GPUs that keep fewer heads than the fullest. */
  readonly idle: number;
}

/**
 * How the cache of one token lies on `tp` GPUs: `all = once + copied + idle`.
 * @throws RangeError on a count that is not a positive integer.
 */
export function shardedBytesPerToken(
  layers: readonly LayerGroup[],
  format: CacheFormat,
  tp: number,
): ShardedBytes {
  let [most, once, kept] = [0, 0, 0];
  for (const { count, layer } of layers) {
    most += count * layerBytesPerToken(layer, format, tp);
    once += count * layerBytesPerToken(layer, format);
    kept += count * keptBytes(layer, format, tp);
  }
  const all = tp * most;
  return { perGpu: exactCount(most), all, once, copied: kept - once, idle: all - kept };
}

/** Bytes of one token of a layer that the GPUs really fill, each with its own number of heads. */
function keptBytes(layer: CacheLayer, format: CacheFormat, tp: number): number {
  let bytes = 0;
  for (let gpu = 0; gpu < tp; gpu++) {
    const share = withCount(layer, (count) => {
      const { heads } = headShards(count, tp)[gpu] ?? { heads: { from: 0, to: 0 } };
      return heads.to - heads.from;
    });
    bytes += layerBytesPerToken(share, format);
  }
  return bytes;
}

/** The layer with another number of what tensor parallelism splits. */
function withCount(layer: CacheLayer, change: (count: number) => number): CacheLayer {
  switch (layer.kind) {
    case "heads":
    case "tied":
      return { ...layer, nKv: change(layer.nKv) };
    case "factored":
      return { ...layer, nHeads: change(layer.nHeads) };
    case "latent":
      return layer.latentHeads === undefined
        ? layer
        : { ...layer, latentHeads: change(layer.latentHeads) };
    default:
      return layer;
  }
}
