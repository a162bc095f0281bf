import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Pad.html with zeros, along one axis. */
export function Pad(graph: Graph, x: Value, axis: number, before: number, after: number): Value {
  const length = x.dims[axis];
  if (length === undefined || before < 0 || after < 0) {
    throw new RangeError(`Pad: ${before} and ${after} at axis ${axis} of [${x.dims}]`);
  }
  const none = x.dims.map(() => 0);
  const pads = [...none.with(axis, before), ...none.with(axis, after)];
  const around = graph.constant("int64", [pads.length], pads);
  return graph.node("Pad", [x, around], x.dims.with(axis, before + length + after));
}
