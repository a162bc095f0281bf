import type { Graph, Value } from "../graph.ts";
import { broadcast } from "./broadcast.ts";

/** https://onnx.ai/onnx/operators/onnx__MatMul.html; batch dimensions are stretched to each other. */
export function MatMul(graph: Graph, a: Value, b: Value): Value {
  const [rows, inner] = a.dims.slice(-2);
  const [innerOfB, columns] = b.dims.slice(-2);
  if (rows === undefined || columns === undefined || inner !== innerOfB) {
    throw new RangeError(`MatMul: [${a.dims}] does not multiply [${b.dims}]`);
  }
  const batch = broadcast("MatMul", a.dims.slice(0, -2), b.dims.slice(0, -2));
  return graph.node("MatMul", [a, b], [...batch, rows, columns]);
}
