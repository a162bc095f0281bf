import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Sigmoid.html */
export const Sigmoid = (graph: Graph, x: Value): Value => graph.node("Sigmoid", [x], x.dims);
