import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__MatMul.html, with equal batch dimensions on both sides. */
export function MatMul(graph: Graph, a: Value, b: Value): Value {
  const batch = a.dims.slice(0, -2);
  const [rows, inner] = a.dims.slice(-2);
  const [innerOfB, columns] = b.dims.slice(-2);
  const sameBatch = `${batch}` === `${b.dims.slice(0, -2)}`;
  if (rows === undefined || columns === undefined || inner !== innerOfB || !sameBatch) {
    throw new RangeError(`MatMul: [${a.dims}] does not multiply [${b.dims}]`);
  }
  return graph.node("MatMul", [a, b], [...batch, rows, columns]);
}
