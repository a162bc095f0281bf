import type { CacheFormats } from "../model/quant/matrix-format.ts";
import { causalMask } from "../onnx/causal-mask.ts";
import type { Graph, Value } from "../onnx/graph.ts";
import { type CacheSlot, cacheDims, type LayerGraph, type LayerUse } from "../onnx/layer-graph.ts";
import type { CachePart, LayerScope, StoredPart } from "../onnx/layer-scope.ts";
import { Reshape } from "../onnx/ops/reshape.ts";
import { Slice } from "../onnx/ops/slice.ts";
import { oldMask, storedMatrix } from "../onnx/stored/stored-matrix.ts";
import type { ModelShape } from "./model-shape.ts";
import { parameterCount, parametersOf } from "./parameters.ts";

interface ScopeOptions {
  /** What its layers tell becomes outputs. */
  readonly isLookedInto?: boolean;
  /** How the cache stores keys and values; otherwise it keeps them as they are. */
  readonly formats?: CacheFormats | undefined;
}

/**
 * A whole model in one graph. All parameters come in as one vector `parameters`, so that one graph
 * serves any weights; tables, mask and caches are inputs that its layers share or own.
 */
export class ModelScope {
  readonly graph: Graph;
  readonly shape: ModelShape;
  readonly use: LayerUse;
  /** By name; each a slice of the vector. */
  readonly parameters: ReadonlyMap<string, Value>;
  readonly #inputs = new Map<string, Value>();
  readonly #outputs: Record<string, readonly number[]> = {};
  readonly #causal = new Map<number, Value>();
  readonly #caches: CacheSlot[] = [];
  readonly #options: ScopeOptions;

  constructor(graph: Graph, shape: ModelShape, use: LayerUse, options: ScopeOptions = {}) {
    this.#options = options;
    this.graph = graph;
    this.shape = shape;
    this.use = use;
    const all = this.input("parameters", [parameterCount(shape)]);
    this.parameters = new Map(
      parametersOf(shape).map(({ name, dims, at, length }) => [
        name,
        Reshape(graph, Slice(graph, all, 0, at, at + length), dims),
      ]),
    );
  }

  /** Declared at its first use. */
  input(name: string, dims: readonly number[]): Value {
    const known = this.#inputs.get(name);
    if (known) return known;
    const made = this.graph.input(name, this.use.dtype, dims);
    this.#inputs.set(name, made);
    return made;
  }

  output(name: string, value: Value): void {
    this.#outputs[name] = value.dims;
    this.graph.output(name, value);
  }

  /** @throws RangeError when the model has no such parameter, or one of another shape */
  parameter(name: string, dims: readonly number[]): Value {
    const value = this.parameters.get(name);
    if (!value || `${value.dims}` !== `${dims}`) {
      throw new RangeError(`${name} [${dims}] is not a parameter of this model`);
    }
    return value;
  }

  constant(dims: readonly number[], values: readonly number[]): Value {
    return this.graph.constant(this.use.dtype, dims, values);
  }

  /** One of its layers, as attention is built in it. */
  layer(index: number): LayerScope {
    const { graph, use } = this;
    const { formats } = this.#options;
    return {
      ...{ graph, use },
      input: (name, dims) => this.input(name, dims),
      weight: (name, dims) => this.parameter(`${index}.${name}`, dims),
      constant: (dims, values) => this.constant(dims, values),
      cache: (name, slot, fresh) => this.#cache(`${index}.${name}`, slot, fresh),
      mask: () => (use.capacity > 0 ? this.input("mask", [use.capacity]) : null),
      tell: (name, value) => {
        if (this.#options.isLookedInto) this.output(`${index}.${name}`, value);
      },
      stored: formats ? (part, rows) => this.#stored(formats, part, rows) : null,
      causal: (rows) => this.#causalMask(rows),
    };
  }

  build(): LayerGraph {
    return {
      ...this.use,
      inputs: Object.fromEntries([...this.#inputs].map(([name, { dims }]) => [name, dims])),
      outputs: this.#outputs,
      caches: this.#caches,
      model: this.graph.toModel(),
    };
  }

  /** Training caches nothing: a batch of whole texts has no use for it. */
  #cache(
    name: string,
    slot: Pick<CacheSlot, "order" | "heads" | "dim">,
    fresh: Value,
  ): Value | null {
    if (fresh.dims.length > 3) return null;
    const whole = { ...slot, input: `${name}Cache`, output: `${name}New` };
    this.#caches.push(whole);
    this.output(whole.output, fresh);
    const { capacity } = this.use;
    return capacity > 0 ? this.input(whole.input, cacheDims(whole, capacity)) : null;
  }

  /** A latent is stored as the values are. */
  #stored({ k, v }: CacheFormats, part: CachePart, rows: Value): StoredPart {
    const format = part === "k" ? k : v;
    const { graph } = this;
    const isOld = (count: number) => {
      const { tokens } = this.use;
      return this.constant([count, tokens], oldMask(format, count, tokens));
    };
    return { ...storedMatrix(graph, rows, format), isOld };
  }

  #causalMask(rows: number): Value {
    const known = this.#causal.get(rows);
    if (known) return known;
    const made = causalMask(this.graph, this.use, rows);
    this.#causal.set(rows, made);
    return made;
  }
}
