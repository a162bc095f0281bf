import type { Graph, Value } from "../graph.ts";

const size = (dims: readonly number[]): number => dims.reduce((a, b) => a * b, 1);

/** https://onnx.ai/onnx/operators/onnx__Reshape.html */
export function Reshape(graph: Graph, x: Value, dims: readonly number[]): Value {
  if (size(dims) !== size(x.dims)) {
    throw new RangeError(`Reshape: [${x.dims}] does not fill [${dims}]`);
  }
  const shape = graph.constant("int64", [dims.length], dims);
  return graph.node("Reshape", [x, shape], dims);
}
