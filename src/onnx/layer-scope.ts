import type { Graph, Value } from "./graph.ts";
import type { CacheSlot, LayerUse } from "./layer-graph.ts";
import type { Stored } from "./stored/stored-matrix.ts";

/** Where a layer of attention is built: by itself, or as one of a model's layers. */
export interface LayerScope {
  readonly graph: Graph;
  readonly use: LayerUse;
  /** What is fed anew with every run: tables of RoPE, the mask. */
  input(name: string, dims: readonly number[]): Value;
  weight(name: string, dims: readonly number[]): Value;
  constant(dims: readonly number[], values: readonly number[]): Value;
  /** What was cached before; `null` in a prefill. The new tokens leave the graph as an output. */
  cache(name: string, slot: Pick<CacheSlot, "order" | "heads" | "dim">, fresh: Value): Value | null;
  /** [capacity], 0 for a token that is cached and `hidden` for room not filled yet. */
  mask(): Value | null;
  /**
   * What queries read of new tokens, rows […batch, tokens, channels of all heads], where the cache is
   * quantized; `null` where it keeps them as they are.
   */
  readonly stored: ((part: CachePart, rows: Value) => StoredPart) | null;
  /** For a graph that is looked into: the value becomes an output. Others hear nothing of it. */
  tell(name: string, value: Value): void;
  /** [rows, tokens]: 0 up to a row's own token, `hidden` after it; rows count the tokens again and again. */
  causal(rows: number): Value;
}

/** What a layer caches: keys and values, or MLA's latent with its RoPE key, which serves as both. */
export type CachePart = "k" | "v" | "latent";

export interface StoredPart extends Stored {
  /** [rows, tokens]: 1 where a row's query reads a token as stored, 0 where still in float16. */
  isOld(rows: number): Value;
}

/** What a layer of attention gives. */
export interface Attended {
  /** […batch, tokens, hidden] */
  readonly y: Value;
  /** […batch, heads, rows, capacity + tokens] */
  readonly weights: Value;
}
