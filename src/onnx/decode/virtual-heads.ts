import type { FloatType } from "../backend/backend.ts";
import { requireSizes } from "../layer-graph.ts";
import { Add } from "../ops/add.ts";
import { MatMul } from "../ops/mat-mul.ts";
import { Reshape } from "../ops/reshape.ts";
import { Transpose } from "../ops/transpose.ts";
import { DecodeBuilder, type DecodeGraph } from "./decode-graph.ts";
import { attention } from "./grouped.ts";

export interface VirtualDecodeShape {
  readonly queryHeads: number;
  readonly nKv: number;
  readonly headDim: number;
  readonly rank: number;
  readonly context: number;
}

/**
 * VHA with Premix and Postmix still standing, as it is trained: each physical query meets every group.
 *
 * In: q [1, queryHeads, headDim], premix [nKv, headDim, headDim], a and b [nKv · queryHeads, rank],
 * k [nKv, headDim, context], v [nKv, context, headDim].
 */
export function virtualHeadsDecodeGraph(shape: VirtualDecodeShape, dtype: FloatType): DecodeGraph {
  requireSizes({ ...shape });
  const { queryHeads, nKv, headDim, rank, context } = shape;
  const heads = queryHeads * nKv;
  const layer = new DecodeBuilder(dtype);
  const { graph } = layer;
  const q = layer.input("q", [1, queryHeads, headDim]);
  const virtual = MatMul(graph, q, layer.input("premix", [nKv, headDim, headDim]));
  const k = layer.cache("k", [nKv, headDim, context]);
  const v = layer.cache("v", [nKv, context, headDim]);
  const output = Reshape(graph, attention(layer, virtual, k, v, headDim), [heads, headDim]);
  const a = layer.input("a", [heads, rank]);
  const b = layer.input("b", [heads, rank]);
  const added = MatMul(graph, b, MatMul(graph, Transpose(graph, a, [1, 0]), output));
  return layer.build(Add(graph, output, added));
}
