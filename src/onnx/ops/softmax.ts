import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Softmax.html */
export function Softmax(graph: Graph, x: Value, axis = -1): Value {
  if (axis < -x.dims.length || axis >= x.dims.length) {
    throw new RangeError(`Softmax: [${x.dims}] has no axis ${axis}`);
  }
  return graph.node("Softmax", [x], x.dims, { axis });
}
