import type { Graph, Value } from "../graph.ts";
import { Reshape } from "../ops/reshape.ts";
import { Transpose } from "../ops/transpose.ts";

/** […batch, tokens, heads · dim] → […batch, heads, tokens, dim] */
export function splitHeads(graph: Graph, x: Value, heads: number): Value {
  const batch = x.dims.slice(0, -2);
  const [tokens = 0, width = 0] = x.dims.slice(-2);
  const split = Reshape(graph, x, [...batch, tokens, heads, width / heads]);
  return swapAxes(graph, split, -3, -2);
}

/** […batch, heads, tokens, dim] → […batch, tokens, heads · dim] */
export function joinHeads(graph: Graph, x: Value): Value {
  const batch = x.dims.slice(0, -3);
  const [heads = 0, tokens = 0, dim = 0] = x.dims.slice(-3);
  return Reshape(graph, swapAxes(graph, x, -3, -2), [...batch, tokens, heads * dim]);
}

/** Rows become columns: […batch, rows, columns] → […batch, columns, rows] */
export const columnsOf = (graph: Graph, x: Value): Value => swapAxes(graph, x, -2, -1);

/** Axes counted from the end, as negative numbers. */
function swapAxes(graph: Graph, x: Value, first: number, second: number): Value {
  const rank = x.dims.length;
  const perm = x.dims.map((_, axis) => axis).with(rank + first, rank + second);
  return Transpose(graph, x, perm.with(rank + second, rank + first));
}
