import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Abs.html */
export const Abs = (graph: Graph, x: Value): Value => graph.node("Abs", [x], x.dims);
