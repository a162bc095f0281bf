import type { Graph, Value } from "../graph.ts";

/** Under the root, as Llama, Qwen and DeepSeek have it. */
export const normEpsilon = 1e-6;

/** https://onnx.ai/onnx/operators/onnx__RMSNormalization.html over the last axis. */
export function RmsNorm(graph: Graph, x: Value, scale: Value): Value {
  if (scale.dims.length !== 1 || scale.dims[0] !== x.dims.at(-1)) {
    throw new RangeError(`RmsNorm: [${scale.dims}] does not scale [${x.dims}]`);
  }
  const attributes = { axis: -1, epsilon: { float: normEpsilon } };
  return graph.node("RMSNormalization", [x, scale], x.dims, attributes);
}
