import { Graph } from "../graph.ts";
import { MatMul } from "../ops/mat-mul.ts";
import { Mul } from "../ops/mul.ts";
import { Softmax } from "../ops/softmax.ts";
import type { Bytes } from "../wire.ts";

export interface DecodeAttentionShape {
  readonly nHeads: number;
  readonly nKv: number;
  readonly headDim: number;
  readonly context: number;
}

type Dims = readonly [number, number, number, number];

/** Shapes of what goes in (q, k, v) and comes out (y). K is stored transposed. */
export function decodeAttentionDims(
  shape: DecodeAttentionShape,
): Record<"q" | "k" | "v" | "y", Dims> {
  const { nHeads, nKv, headDim, context } = shape;
  for (const [name, value] of Object.entries({ nHeads, nKv, headDim, context })) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw new RangeError(`${name} must be a positive integer, not ${value}`);
  }
  if (nHeads % nKv !== 0) throw new RangeError(`nKv ${nKv} does not divide nHeads ${nHeads}`);
  const queries: Dims = [1, nKv, nHeads / nKv, headDim];
  return { q: queries, k: [1, nKv, headDim, context], v: [1, nKv, context, headDim], y: queries };
}

/**
 * Attention of one new token, one layer: MatMul, Mul, Softmax, MatMul. The query heads that share a
 * KV head are the rows of one matrix product, so each K and V is read once, and never copied out to
 * nHeads heads.
 */
export function decodeAttentionModel(shape: DecodeAttentionShape): Bytes {
  const dims = decodeAttentionDims(shape);
  const graph = new Graph();
  const q = graph.input("q", "float32", dims.q);
  const k = graph.input("k", "float32", dims.k);
  const v = graph.input("v", "float32", dims.v);
  const scale = graph.constant("float32", [], [1 / Math.sqrt(shape.headDim)]);
  const weights = Softmax(graph, Mul(graph, MatMul(graph, q, k), scale));
  graph.output("y", MatMul(graph, weights, v));
  return graph.toModel();
}
