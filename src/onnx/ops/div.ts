import type { Graph, Value } from "../graph.ts";
import { broadcast } from "./broadcast.ts";

/** https://onnx.ai/onnx/operators/onnx__Div.html */
export const Div = (graph: Graph, a: Value, b: Value): Value =>
  graph.node("Div", [a, b], broadcast("Div", a.dims, b.dims));
