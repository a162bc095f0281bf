import type { Graph, Value } from "../graph.ts";
import { broadcast } from "./broadcast.ts";

/** https://onnx.ai/onnx/operators/onnx__Expand.html */
export function Expand(graph: Graph, x: Value, dims: readonly number[]): Value {
  const shape = graph.constant("int64", [dims.length], dims);
  return graph.node("Expand", [x, shape], broadcast("Expand", x.dims, dims));
}
