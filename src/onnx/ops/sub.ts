import type { Graph, Value } from "../graph.ts";
import { broadcast } from "./broadcast.ts";

/** https://onnx.ai/onnx/operators/onnx__Sub.html */
export const Sub = (graph: Graph, a: Value, b: Value): Value =>
  graph.node("Sub", [a, b], broadcast("Sub", a.dims, b.dims));
