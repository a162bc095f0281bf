import type { DType } from "./tensor.ts";
import type { Bytes } from "./wire.ts";

/** How new tokens enter a cache: as columns of [heads, dim, tokens], or rows of [heads, tokens, dim]. */
export type CacheOrder = "columns" | "rows";

/** A cache that grows by what an output of the graph holds. */
export interface CacheSlot {
  /** Input of the graph that holds what was cached before. */
  readonly input: string;
  /** Output of the graph with the new tokens. */
  readonly output: string;
  readonly order: CacheOrder;
  /** 1 where all heads share it. */
  readonly heads: number;
  readonly dim: number;
}

/**
 * One layer of attention as a graph: `tokens` new tokens meet a cache with room for `capacity`
 * tokens, of which an input `mask` hides those that are not filled; 0 for a prefill without cache.
 */
export interface LayerGraph {
  readonly dtype: DType;
  readonly tokens: number;
  readonly capacity: number;
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  readonly outputs: Readonly<Record<string, readonly number[]>>;
  readonly caches: readonly CacheSlot[];
  readonly model: Bytes;
}

/** What each layer graph is built for, beside its sizes. */
export interface LayerUse {
  readonly tokens: number;
  readonly capacity: number;
  readonly dtype: "float32" | "float16";
}

/** Shape of a cache with room for `tokens` tokens. */
export const cacheDims = ({ order, heads, dim }: CacheSlot, tokens: number): readonly number[] =>
  order === "columns" ? [heads, dim, tokens] : [heads, tokens, dim];

/** @throws RangeError naming the first size that is no positive integer */
export function requireSizes(sizes: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(sizes)) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw new RangeError(`${name} must be a positive integer, not ${value}`);
  }
}
