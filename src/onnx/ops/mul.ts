import type { Graph, Value } from "../graph.ts";
import { broadcast } from "./broadcast.ts";

/** https://onnx.ai/onnx/operators/onnx__Mul.html */
export const Mul = (graph: Graph, a: Value, b: Value): Value =>
  graph.node("Mul", [a, b], broadcast("Mul", a.dims, b.dims));
