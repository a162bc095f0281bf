import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Floor.html */
export const Floor = (graph: Graph, x: Value): Value => graph.node("Floor", [x], x.dims);
