import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Log.html */
export const Log = (graph: Graph, x: Value): Value => graph.node("Log", [x], x.dims);
