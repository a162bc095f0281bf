import type { Value } from "../graph.ts";
import type { LayerScope } from "../layer-scope.ts";
import { Mul } from "../ops/mul.ts";

/** Queries ÷ √dim: they are fewer than the scores that the division is defined on. */
export const scaled = (layer: LayerScope, q: Value, dim: number): Value =>
  Mul(layer.graph, q, layer.constant([], [1 / Math.sqrt(dim)]));
