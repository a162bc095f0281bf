import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Sqrt.html */
export const Sqrt = (graph: Graph, x: Value): Value => graph.node("Sqrt", [x], x.dims);
