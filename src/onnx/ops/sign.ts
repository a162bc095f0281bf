import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Sign.html */
export const Sign = (graph: Graph, x: Value): Value => graph.node("Sign", [x], x.dims);
