import type { Graph, Value } from "../graph.ts";
import { broadcast } from "./broadcast.ts";

/** https://onnx.ai/onnx/operators/onnx__Max.html */
export const Max = (graph: Graph, a: Value, b: Value): Value =>
  graph.node("Max", [a, b], broadcast("Max", a.dims, b.dims));
