import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Slice.html: `from` up to before `to` along one axis. */
export function Slice(graph: Graph, x: Value, axis: number, from: number, to: number): Value {
  const length = x.dims[axis];
  if (length === undefined || !(0 <= from && from < to && to <= length)) {
    throw new RangeError(`Slice: ${from} to ${to} of axis ${axis} is not in [${x.dims}]`);
  }
  const index = (value: number) => graph.constant("int64", [1], [value]);
  const inputs = [x, index(from), index(to), index(axis)];
  return graph.node("Slice", inputs, x.dims.with(axis, to - from));
}
