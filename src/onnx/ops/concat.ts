import type { Graph, Value } from "../graph.ts";

/** https://onnx.ai/onnx/operators/onnx__Concat.html */
export function Concat(graph: Graph, parts: readonly Value[], axis: number): Value {
  const [first, ...others] = parts;
  if (!first || axis < 0 || axis >= first.dims.length) throw new RangeError(`Concat: axis ${axis}`);
  const rest = (dims: readonly number[]) => `${dims.toSpliced(axis, 1)}`;
  for (const { dims } of others) {
    if (dims.length === first.dims.length && rest(dims) === rest(first.dims)) continue;
    throw new RangeError(`Concat: [${first.dims}] and [${dims}] differ beyond axis ${axis}`);
  }
  const length = parts.reduce((sum, { dims }) => sum + (dims[axis] as number), 0);
  return graph.node("Concat", parts, first.dims.with(axis, length), { axis });
}
