import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Mul.html, for equal shapes or a scalar on the right. */
export function Mul(graph: Graph, a: Value, b: Value): Value {
  if (b.dims.length > 0 && `${a.dims}` !== `${b.dims}`) {
    throw new RangeError(`Mul: [${a.dims}] and [${b.dims}] differ and the second is no scalar`);
  }
  return graph.node("Mul", [a, b], a.dims);
}
