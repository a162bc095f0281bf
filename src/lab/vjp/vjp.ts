import type { Graph, GraphNode, Value } from "../../onnx/graph.ts";
import { ReduceSum } from "../../onnx/ops/reduce.ts";
import { Reshape } from "../../onnx/ops/reshape.ts";

/**
 * Vector-Jacobian product of an operator: the gradient of its output turned into those of its
 * inputs, in their order. It may leave out what is not `needed`.
 * @param readers the operators that read its output on the way forward
 */
export type Vjp = (
  graph: Graph,
  node: GraphNode,
  gradient: Value,
  needed: readonly boolean[],
  readers: () => readonly GraphNode[],
) => readonly (Value | null)[];

/** An input that has to be there. */
export function inputOf(node: GraphNode, index: number): Value {
  const input = node.inputs[index];
  if (!input) throw new RangeError(`${node.operator} has no input ${index}`);
  return input;
}

/** What was stretched on the way forward is summed on the way back. */
export function unbroadcast(graph: Graph, gradient: Value, dims: readonly number[]): Value {
  if (`${gradient.dims}` === `${dims}`) return gradient;
  const added = gradient.dims.length - dims.length;
  const stretched = gradient.dims.flatMap((length, axis) =>
    axis < added || (dims[axis - added] === 1 && length !== 1) ? [axis] : [],
  );
  const summed = stretched.length > 0 ? ReduceSum(graph, gradient, stretched) : gradient;
  return Reshape(graph, summed, dims);
}
