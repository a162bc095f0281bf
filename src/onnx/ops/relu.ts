import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Relu.html */
export const Relu = (graph: Graph, x: Value): Value => graph.node("Relu", [x], x.dims);
