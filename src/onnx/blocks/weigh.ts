import type { Value } from "../graph.ts";
import type { LayerScope } from "../layer-scope.ts";
import { Add } from "../ops/add.ts";
import { Concat } from "../ops/concat.ts";
import { Slice } from "../ops/slice.ts";
import { Softmax } from "../ops/softmax.ts";

/** Scores of queries against what was cached, and against the new tokens themselves. */
export interface Scores {
  /** […, rows, capacity]; `null` in a prefill */
  readonly cached: Value | null;
  /** […, rows, tokens] */
  readonly fresh: Value;
}

/** Weights over both, and each part by itself. */
export interface Weights extends Scores {
  /** […, rows, capacity + tokens] */
  readonly all: Value;
}

/** Softmax of the scores over the cache, as far as it is filled, and the new tokens so far. */
export function weigh(layer: LayerScope, { cached, fresh }: Scores): Weights {
  const { graph, use } = layer;
  const mask = layer.mask();
  const rows = fresh.dims.at(-2) as number;
  const axis = fresh.dims.length - 1;
  const ownScores = Add(graph, fresh, layer.causal(rows));
  if (cached === null || mask === null) {
    const all = Softmax(graph, ownScores);
    return { all, cached: null, fresh: all };
  }
  const pastScores = Add(graph, cached, mask);
  const all = Softmax(graph, Concat(graph, [pastScores, ownScores], axis));
  const { capacity, tokens } = use;
  return {
    all,
    cached: Slice(graph, all, axis, 0, capacity),
    fresh: Slice(graph, all, axis, capacity, capacity + tokens),
  };
}
