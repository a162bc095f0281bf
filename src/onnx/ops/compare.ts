import type { Graph, Value } from "../graph.ts";
import { dtypeCode } from "../tensor.ts";
import { broadcast } from "./broadcast.ts";

/** 1 where a ≥ b, else 0: https://onnx.ai/onnx/operators/onnx__GreaterOrEqual.html, as numbers. */
export const GreaterOrEqual = (graph: Graph, a: Value, b: Value): Value =>
  compare("GreaterOrEqual", graph, a, b);

/** 1 where a = b, else 0: https://onnx.ai/onnx/operators/onnx__Equal.html, as numbers. */
export const Equal = (graph: Graph, a: Value, b: Value): Value => compare("Equal", graph, a, b);

function compare(operator: string, graph: Graph, a: Value, b: Value): Value {
  const dims = broadcast(operator, a.dims, b.dims);
  const truth = graph.node(operator, [a, b], dims);
  return graph.node("Cast", [truth], dims, { to: dtypeCode[a.dtype] });
}
