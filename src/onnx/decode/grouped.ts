import type { FloatType } from "../backend/backend.ts";
import type { Value } from "../graph.ts";
import { requireSizes } from "../layer-graph.ts";
import { Expand } from "../ops/expand.ts";
import { MatMul } from "../ops/mat-mul.ts";
import { Mul } from "../ops/mul.ts";
import { Reshape } from "../ops/reshape.ts";
import { Softmax } from "../ops/softmax.ts";
import { DecodeBuilder, type DecodeGraph } from "./decode-graph.ts";

/** MHA where `nKv` equals `nHeads`, MQA at 1, GQA between. */
export interface GroupedDecodeShape {
  readonly nHeads: number;
  readonly nKv: number;
  readonly headDim: number;
  readonly context: number;
}

/**
 * MatMul, Mul, Softmax, MatMul. The query heads that share a KV head are the rows of one matrix
 * product, so each K and V is read once, and never copied out to nHeads heads. K is cached as columns.
 *
 * In: q [nKv, group, headDim], k [nKv, headDim, context], v [nKv, context, headDim].
 * @throws RangeError when sizes do not fit
 */
export function groupedDecodeGraph(shape: GroupedDecodeShape, dtype: FloatType): DecodeGraph {
  const { layer, q, k, v } = operands(shape, dtype);
  return layer.build(attention(layer, q, k, v, shape.headDim));
}

/**
 * The same with K and V copied out to every query head before they are used, as a graph does that
 * repeats them (`repeat_interleave`): the cache is as small, the reading is not.
 */
export function expandedDecodeGraph(shape: GroupedDecodeShape, dtype: FloatType): DecodeGraph {
  const { layer, q, k, v } = operands(shape, dtype);
  const { nHeads, nKv, headDim } = shape;
  const group = nHeads / nKv;
  const toAll = (x: Value): Value => {
    const [, rows = 0, columns = 0] = x.dims;
    const apart = Reshape(layer.graph, x, [nKv, 1, rows, columns]);
    const copied = Expand(layer.graph, apart, [nKv, group, rows, columns]);
    return Reshape(layer.graph, copied, [nHeads, rows, columns]);
  };
  const queries = Reshape(layer.graph, q, [nHeads, 1, headDim]);
  const y = attention(layer, queries, toAll(k), toAll(v), headDim);
  return layer.build(Reshape(layer.graph, y, [nKv, group, headDim]));
}

function operands({ nHeads, nKv, headDim, context }: GroupedDecodeShape, dtype: FloatType) {
  requireSizes({ nHeads, nKv, headDim, context });
  if (nHeads % nKv !== 0) throw new RangeError(`nKv ${nKv} does not divide nHeads ${nHeads}`);
  const layer = new DecodeBuilder(dtype);
  return {
    layer,
    q: layer.input("q", [nKv, nHeads / nKv, headDim]),
    k: layer.cache("k", [nKv, headDim, context]),
    v: layer.cache("v", [nKv, context, headDim]),
  };
}

/** softmax(q k ÷ √headDim) v, with K as columns. */
export function attention(layer: DecodeBuilder, q: Value, k: Value, v: Value, headDim: number) {
  const scale = layer.constant([], [1 / Math.sqrt(headDim)]);
  const weights = Softmax(layer.graph, Mul(layer.graph, MatMul(layer.graph, q, k), scale));
  return MatMul(layer.graph, weights, v);
}
