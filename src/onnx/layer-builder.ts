import { causalMask } from "./causal-mask.ts";
import { Graph, type Value } from "./graph.ts";
import {
  type CacheSlot,
  cacheDims,
  type LayerGraph,
  type LayerUse,
  requireSizes,
} from "./layer-graph.ts";
import type { Attended, LayerScope } from "./layer-scope.ts";

/** Builds a layer's graph and remembers what goes in, what comes out and what is cached. */
export class LayerBuilder implements LayerScope {
  readonly graph = new Graph();
  readonly use: LayerUse;
  readonly stored = null;
  readonly #inputs: Record<string, readonly number[]> = {};
  readonly #outputs: Record<string, readonly number[]> = {};
  readonly #caches: CacheSlot[] = [];

  constructor(use: LayerUse) {
    this.use = use;
  }

  input(name: string, dims: readonly number[]): Value {
    this.#inputs[name] = dims;
    return this.graph.input(name, this.use.dtype, dims);
  }

  weight(name: string, dims: readonly number[]): Value {
    return this.input(name, dims);
  }

  constant(dims: readonly number[], values: readonly number[]): Value {
    return this.graph.constant(this.use.dtype, dims, values);
  }

  output(name: string, value: Value): void {
    this.#outputs[name] = value.dims;
    this.graph.output(name, value);
  }

  cache(
    name: string,
    slot: Pick<CacheSlot, "order" | "heads" | "dim">,
    fresh: Value,
  ): Value | null {
    const whole = { ...slot, input: `${name}Cache`, output: `${name}New` };
    this.#caches.push(whole);
    this.output(whole.output, fresh);
    const { capacity } = this.use;
    return capacity > 0 ? this.input(whole.input, cacheDims(whole, capacity)) : null;
  }

  mask(): Value | null {
    return this.use.capacity > 0 ? this.input("mask", [this.use.capacity]) : null;
  }

  tell(): void {}

  causal(rows: number): Value {
    return causalMask(this.graph, this.use, rows);
  }

  build(): LayerGraph {
    return {
      ...this.use,
      inputs: this.#inputs,
      outputs: this.#outputs,
      caches: this.#caches,
      model: this.graph.toModel(),
    };
  }
}

/**
 * The graph of one layer by itself. In: x [tokens, hidden], the layer's weights, tables and caches.
 * Out: y [tokens, hidden], the new tokens' entries of the caches, and the weights of attention.
 */
export function layerGraph(
  hidden: number,
  use: LayerUse,
  body: (layer: LayerScope, x: Value) => Attended,
): LayerGraph {
  requireSizes({ hidden, tokens: use.tokens });
  const layer = new LayerBuilder(use);
  const { y, weights } = body(layer, layer.input("x", [use.tokens, hidden]));
  layer.output("y", y);
  layer.output("weights", weights);
  return layer.build();
}
