import type { Graph, Value } from "../graph.ts";
import { broadcast } from "./broadcast.ts";

/** https://onnx.ai/onnx/operators/onnx__Add.html */
export const Add = (graph: Graph, a: Value, b: Value): Value =>
  graph.node("Add", [a, b], broadcast("Add", a.dims, b.dims));
