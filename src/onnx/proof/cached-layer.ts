import type { RotaryPairs } from "../../model/attention/rotary.ts";
import type { Backend, FloatType, Held } from "../backend/backend.ts";
import { CachedGraph, type GraphDefinition } from "../cached-graph.ts";
import { rotaryFeeds } from "./rotary-feeds.ts";

/** A layer that can be built for any number of new tokens, with its weights. */
export interface LayerDefinition extends GraphDefinition {
  readonly weights: () => Readonly<Record<string, ArrayLike<number>>>;
  readonly hidden: number;
  readonly pairs: RotaryPairs;
}

/** What new tokens gave. */
export interface LayerStep {
  /** [tokens, hidden] */
  readonly y: Float32Array;
  /** Weights of the new tokens over the cache's room and themselves. */
  readonly weights: Float32Array;
  readonly weightDims: readonly number[];
}

/** One layer of attention with its cache, step by step. */
export class CachedLayer {
  readonly #backend: Backend;
  readonly #layer: LayerDefinition;
  readonly #weights: Readonly<Record<string, Held>>;
  readonly #cached: CachedGraph;

  private constructor(
    backend: Backend,
    layer: LayerDefinition,
    weights: Readonly<Record<string, Held>>,
    cached: CachedGraph,
  ) {
    this.#backend = backend;
    this.#layer = layer;
    this.#weights = weights;
    this.#cached = cached;
  }

  static async create(
    backend: Backend,
    layer: LayerDefinition,
    use: { dtype: FloatType; capacity: number },
  ): Promise<CachedLayer> {
    const { inputs } = layer.graph({ ...use, tokens: 1 });
    const weights: Record<string, Held> = {};
    for (const [name, values] of Object.entries(layer.weights())) {
      const dims = inputs[name];
      if (dims) weights[name] = await backend.hold(use.dtype, dims, values);
    }
    const cached = new CachedGraph(backend, layer, use, weights);
    return new CachedLayer(backend, layer, weights, cached);
  }

  /** Tokens cached. */
  get length(): number {
    return this.#cached.length;
  }

  /** Bytes held for the cache. */
  get cacheBytes(): number {
    return this.#cached.cacheBytes;
  }

  /** Bytes of the cache that the tokens so far fill. */
  get filledBytes(): number {
    return this.#cached.filledBytes;
  }

  /**
   * New tokens: a prefill while the cache is empty and there are several, else decoding.
   * @param x [tokens, hidden]
   */
  async step(x: Float32Array, tokens: number): Promise<LayerStep> {
    const { length } = this.#cached;
    const { graph, read } = await this.#cached.run(tokens, (built) => ({
      x,
      ...rotaryFeeds(built, length, this.#layer.pairs),
    }));
    return {
      y: await read("y"),
      weights: await read("weights"),
      weightDims: graph.outputs.weights ?? [],
    };
  }

  free(): void {
    this.#cached.free();
    this.#backend.free(...Object.values(this.#weights));
  }
}
