import type { Graph, Value } from "../onnx/graph.ts";
import { Abs } from "../onnx/ops/abs.ts";
import { Relu } from "../onnx/ops/relu.ts";
import { Reshape } from "../onnx/ops/reshape.ts";
import { Sub } from "../onnx/ops/sub.ts";

/**
 * 1 at each token's own place and 0 elsewhere, as max(0, 1 − |token − place|): exact for whole
 * numbers, and made of operators that every backend has for float32.
 * @param tokens whole numbers as float32, of any shape
 * @returns [...tokens, depth]
 */
export function oneHot(graph: Graph, tokens: Value, depth: number): Value {
  const places = graph.constant(
    "float32",
    [depth],
    Array.from({ length: depth }, (_, place) => place),
  );
  const one = graph.constant("float32", [], [1]);
  const column = Reshape(graph, tokens, [...tokens.dims, 1]);
  return Relu(graph, Sub(graph, one, Abs(graph, Sub(graph, column, places))));
}
