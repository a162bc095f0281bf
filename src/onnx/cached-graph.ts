import { type Backend, elements, type FloatType, type Held } from "./backend/backend.ts";
import { hidden } from "./causal-mask.ts";
import { cacheDims, type LayerGraph, type LayerUse } from "./layer-graph.ts";

/** A graph that can be built for any number of new tokens and any room. */
export interface GraphDefinition {
  /** Tells it from all other graphs, whatever its weights are. */
  readonly key: string;
  readonly graph: (use: LayerUse) => LayerGraph;
}

/** A graph with what it is fed and what it gives; `own` are those that no other graph uses. */
interface Built {
  readonly key: string;
  readonly graph: LayerGraph;
  readonly inputs: Readonly<Record<string, Held>>;
  readonly outputs: Readonly<Record<string, Held>>;
  readonly own: readonly Held[];
}

interface Room {
  readonly dtype: FloatType;
  readonly capacity: number;
}

/**
 * A layer or a whole model whose caches stay on the backend: each step's graph reads them and gives
 * the new tokens, which are then put into them in place.
 */
export class CachedGraph {
  readonly #backend: Backend;
  readonly #definition: GraphDefinition;
  readonly #room: Room;
  readonly #weights: Readonly<Record<string, Held>>;
  readonly #caches = new Map<string, Held>();
  readonly #built = new Map<string, Built>();
  #length = 0;

  /** @param weights inputs that are the same at every step; they stay their owner's */
  constructor(
    backend: Backend,
    definition: GraphDefinition,
    room: Room,
    weights: Readonly<Record<string, Held>>,
  ) {
    this.#backend = backend;
    this.#definition = definition;
    this.#room = room;
    this.#weights = weights;
  }

  /** Tokens cached. */
  get length(): number {
    return this.#length;
  }

  /** Bytes held for the caches. */
  get cacheBytes(): number {
    return [...this.#caches.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Bytes of the caches that the tokens so far fill. */
  get filledBytes(): number {
    return (this.cacheBytes / this.#room.capacity) * this.#length;
  }

  /**
   * Runs new tokens: a prefill while the cache is empty and there are several, else decoding.
   * @param feeds what the graph's own inputs hold, by name; the mask is known here
   * @param counted tokens that are cached, where the last of them are mere padding
   */
  async run(
    tokens: number,
    feeds: (graph: LayerGraph) => Readonly<Record<string, ArrayLike<number>>>,
    counted = tokens,
  ): Promise<{ readonly graph: LayerGraph; read(output: string): Promise<Float32Array> }> {
    const backend = this.#backend;
    const built = await this.#graphFor(tokens);
    const { graph, inputs, outputs } = built;
    const session = await backend.session(built.key, graph.model);
    const values: Record<string, ArrayLike<number>> = { ...feeds(graph), mask: this.#mask() };
    for (const [name, held] of Object.entries(inputs)) {
      const given = values[name];
      if (given) backend.write(held, given);
    }
    await session.run(inputs, outputs);
    for (const { input, output, order } of graph.caches) {
      const cache = this.#caches.get(input) as Held;
      backend.append(cache, outputs[output] as Held, order, this.#length);
    }
    this.#length += counted;
    return { graph, read: (output) => backend.read(outputs[output] as Held) };
  }

  /** Begins another text: what is cached counts no more. */
  forget(): void {
    this.#length = 0;
  }

  free(): void {
    const own = [...this.#built.values()].flatMap((built) => built.own);
    this.#backend.free(...own, ...this.#caches.values());
  }

  /** The graph for so many new tokens, with room for what it is fed and what it gives. */
  async #graphFor(tokens: number): Promise<Built> {
    const capacity = this.#length === 0 && tokens > 1 ? 0 : this.#room.capacity;
    const key = `${this.#definition.key} ${this.#room.dtype} ${tokens} of ${capacity}`;
    const built = this.#built.get(key) ?? (await this.#build(key, tokens, capacity));
    this.#built.set(key, built);
    return built;
  }

  async #build(key: string, tokens: number, capacity: number): Promise<Built> {
    const { dtype } = this.#room;
    const graph = this.#definition.graph({ dtype, tokens, capacity });
    const own: Held[] = [];
    const room = async (dims: readonly number[]): Promise<Held> => {
      const held = await this.#backend.room(dtype, dims);
      own.push(held);
      return held;
    };
    for (const slot of graph.caches) {
      await this.#cache(slot.input, cacheDims(slot, this.#room.capacity));
    }
    const inputs: Record<string, Held> = {};
    for (const [name, dims] of Object.entries(graph.inputs)) {
      inputs[name] = this.#weights[name] ?? this.#caches.get(name) ?? (await room(dims));
    }
    const outputs: Record<string, Held> = {};
    for (const [name, dims] of Object.entries(graph.outputs)) outputs[name] = await room(dims);
    return { key, graph, inputs, outputs, own };
  }

  async #cache(name: string, dims: readonly number[]): Promise<Held> {
    const known = this.#caches.get(name);
    if (known) return known;
    // Room that is not filled is hidden by the mask, which leaves a weight of 0: it has to be finite.
    const { dtype } = this.#room;
    const made = await this.#backend.hold(dtype, dims, new Float32Array(elements(dims)));
    this.#caches.set(name, made);
    return made;
  }

  #mask(): Float32Array {
    const { capacity, dtype } = this.#room;
    return Float32Array.from({ length: capacity }, (_, slot) =>
      slot < this.#length ? 0 : hidden[dtype],
    );
  }
}
