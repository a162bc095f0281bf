import type { Graph, Value } from "../graph.ts";
import { broadcast } from "./broadcast.ts";

/** https://onnx.ai/onnx/operators/onnx__Min.html */
export const Min = (graph: Graph, a: Value, b: Value): Value =>
  graph.node("Min", [a, b], broadcast("Min", a.dims, b.dims));
