import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__ReduceSum.html; the summed axes stay, with length 1. */
export const ReduceSum = (graph: Graph, x: Value, axes: readonly number[]): Value =>
  reduce("ReduceSum", graph, x, axes);

/** https://onnx.ai/onnx/operators/onnx__ReduceMax.html; the axes stay, with length 1. */
export const ReduceMax = (graph: Graph, x: Value, axes: readonly number[]): Value =>
  reduce("ReduceMax", graph, x, axes);

function reduce(operator: string, graph: Graph, x: Value, axes: readonly number[]): Value {
  for (const axis of axes) {
    if (axis in x.dims) continue;
    throw new RangeError(`${operator}: [${x.dims}] has no axis ${axis}`);
  }
  const dims = x.dims.map((length, axis) => (axes.includes(axis) ? 1 : length));
  const over = graph.constant("int64", [axes.length], axes);
  return graph.node(operator, [x, over], dims, { keepdims: 1 });
}
