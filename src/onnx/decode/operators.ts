import type { FloatType } from "../backend/backend.ts";
import type { Value } from "../graph.ts";
import { Reshape } from "../ops/reshape.ts";
import { DecodeBuilder, type DecodeGraph } from "./decode-graph.ts";
import type { GroupedDecodeShape } from "./grouped.ts";

/**
 * The runtime's own fused operator, for the benchmark: the step's K and V are appended inside, which
 * copies the cache to an output of its own.
 *
 * In: q [1, 1, nHeads · headDim], kNew and vNew [1, 1, nKv · headDim], k and v [1, nKv, context − 1, headDim].
 * @source https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md
 */
export function groupQueryOperatorGraph(shape: GroupedDecodeShape, dtype: FloatType): DecodeGraph {
  const { nHeads, nKv, headDim, context } = shape;
  const layer = new DecodeBuilder(dtype);
  const past = [1, nKv, context - 1, headDim];
  const inputs: Value[] = [
    layer.input("q", [1, 1, nHeads * headDim]),
    layer.input("kNew", [1, 1, nKv * headDim]),
    layer.input("vNew", [1, 1, nKv * headDim]),
    layer.cache("k", past),
    layer.cache("v", past),
    layer.graph.constant("int32", [1], [context - 1]),
    layer.graph.constant("int32", [1], [context]),
  ];
  const present = [1, nKv, context, headDim];
  const [y] = layer.graph.call({
    operator: "GroupQueryAttention",
    domain: "com.microsoft",
    inputs,
    outputs: [[1, 1, nHeads * headDim], present, present],
    attributes: { num_heads: nHeads, kv_num_heads: nKv },
  });
  return layer.build(y as Value);
}

/**
 * The runtime's own multi-head attention, without a cache of its own.
 *
 * In: q [1, 1, nHeads · headDim], k and v [1, context, nHeads · headDim].
 */
export function multiHeadOperatorGraph(shape: GroupedDecodeShape, dtype: FloatType): DecodeGraph {
  const { nHeads, headDim, context } = shape;
  const layer = new DecodeBuilder(dtype);
  const width = nHeads * headDim;
  const inputs: Value[] = [
    layer.input("q", [1, 1, width]),
    layer.cache("k", [1, context, width]),
    layer.cache("v", [1, context, width]),
  ];
  const [y] = layer.graph.call({
    operator: "MultiHeadAttention",
    domain: "com.microsoft",
    inputs,
    outputs: [[1, 1, width]],
    attributes: { num_heads: nHeads },
  });
  return layer.build(Reshape(layer.graph, y as Value, [nHeads, headDim]));
}
