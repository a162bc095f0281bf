import type { FloatType } from "../backend/backend.ts";
import { Graph, type Value } from "../graph.ts";
import type { Bytes } from "../wire.ts";

/**
 * The attention of one decode step of one layer, queries projected already: what a step does with its
 * cache and nothing else, so that its time is the time of the cache.
 */
export interface DecodeGraph {
  readonly dtype: FloatType;
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  /** Which of the inputs are the cache: their bytes are what the formula counts. */
  readonly cached: readonly string[];
  /** Shape of the output `y`. */
  readonly output: readonly number[];
  readonly model: Bytes;
}

/** Builds a decode graph from named inputs. */
export class DecodeBuilder {
  readonly graph = new Graph();
  readonly dtype: FloatType;
  readonly #inputs: Record<string, readonly number[]> = {};
  readonly #cached: string[] = [];

  constructor(dtype: FloatType) {
    this.dtype = dtype;
  }

  input(name: string, dims: readonly number[]): Value {
    this.#inputs[name] = dims;
    return this.graph.input(name, this.dtype, dims);
  }

  cache(name: string, dims: readonly number[]): Value {
    this.#cached.push(name);
    return this.input(name, dims);
  }

  constant(dims: readonly number[], values: readonly number[]): Value {
    return this.graph.constant(this.dtype, dims, values);
  }

  build(y: Value): DecodeGraph {
    this.graph.output("y", y);
    return {
      dtype: this.dtype,
      inputs: this.#inputs,
      cached: this.#cached,
      output: y.dims,
      model: this.graph.toModel(),
    };
  }
}
