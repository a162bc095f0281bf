import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Transpose.html: axis `i` of the result is `perm[i]` of x. */
export function Transpose(graph: Graph, x: Value, perm: readonly number[]): Value {
  const axes = [...perm].sort((a, b) => a - b);
  if (perm.length !== x.dims.length || axes.some((axis, i) => axis !== i)) {
    throw new RangeError(`Transpose: [${perm}] is no order of the axes of [${x.dims}]`);
  }
  const dims = perm.map((axis) => x.dims[axis] as number);
  return graph.node("Transpose", [x], dims, { perm });
}
