import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Exp.html */
export const Exp = (graph: Graph, x: Value): Value => graph.node("Exp", [x], x.dims);
