import type { FloatType } from "../backend/backend.ts";
import type { Value } from "../graph.ts";
import { requireSizes } from "../layer-graph.ts";
import { Add } from "../ops/add.ts";
import { MatMul } from "../ops/mat-mul.ts";
import { Mul } from "../ops/mul.ts";
import { Reshape } from "../ops/reshape.ts";
import { Softmax } from "../ops/softmax.ts";
import { Transpose } from "../ops/transpose.ts";
import { DecodeBuilder, type DecodeGraph } from "./decode-graph.ts";

export interface LatentDecodeShape {
  readonly nHeads: number;
  readonly latentDim: number;
  readonly nopeDim: number;
  readonly ropeDim: number;
  readonly valueDim: number;
  readonly context: number;
}

/**
 * MLA with the ways up absorbed: all heads attend to the latents as they lie.
 *
 * In: qContent [nHeads, 1, nopeDim], qRope [1, nHeads, ropeDim], latent [latentDim, context], rope
 * [ropeDim, context], wUpK [nHeads, nopeDim, latentDim], wUpV [nHeads, valueDim, latentDim].
 */
export function absorbedDecodeGraph(shape: LatentDecodeShape, dtype: FloatType): DecodeGraph {
  const { layer, qContent, qRope, latent, rope, wUpK, wUpV } = operands(shape, dtype);
  const { graph } = layer;
  const { nHeads, latentDim } = shape;
  const q = Reshape(graph, MatMul(graph, qContent, wUpK), [nHeads, latentDim]);
  const content = MatMul(graph, q, latent);
  const position = MatMul(graph, Reshape(graph, qRope, [nHeads, shape.ropeDim]), rope);
  const weights = weighed(layer, Add(graph, content, position), shape);
  const mixed = MatMul(graph, latent, Transpose(graph, weights, [1, 0]));
  const byHead = Reshape(graph, Transpose(graph, mixed, [1, 0]), [nHeads, latentDim, 1]);
  return layer.build(MatMul(graph, wUpV, byHead));
}

/** MLA in its plain form: keys and values of all heads are expanded from every latent. */
export function expandedLatentDecodeGraph(shape: LatentDecodeShape, dtype: FloatType): DecodeGraph {
  const { layer, qContent, qRope, latent, rope, wUpK, wUpV } = operands(shape, dtype);
  const { graph } = layer;
  const { nHeads, ropeDim, context } = shape;
  const content = MatMul(graph, qContent, MatMul(graph, wUpK, latent));
  const position = MatMul(graph, Reshape(graph, qRope, [nHeads, ropeDim]), rope);
  const scores = Add(graph, content, Reshape(graph, position, [nHeads, 1, context]));
  const weights = weighed(layer, scores, shape);
  const values = MatMul(graph, wUpV, latent);
  return layer.build(MatMul(graph, values, Transpose(graph, weights, [0, 2, 1])));
}

function operands(shape: LatentDecodeShape, dtype: FloatType) {
  requireSizes({ ...shape });
  const { nHeads, latentDim, nopeDim, ropeDim, valueDim, context } = shape;
  const layer = new DecodeBuilder(dtype);
  return {
    layer,
    qContent: layer.input("qContent", [nHeads, 1, nopeDim]),
    qRope: layer.input("qRope", [1, nHeads, ropeDim]),
    latent: layer.cache("latent", [latentDim, context]),
    rope: layer.cache("rope", [ropeDim, context]),
    wUpK: layer.input("wUpK", [nHeads, nopeDim, latentDim]),
    wUpV: layer.input("wUpV", [nHeads, valueDim, latentDim]),
  };
}

function weighed(layer: DecodeBuilder, scores: Value, shape: LatentDecodeShape): Value {
  const scale = layer.constant([], [1 / Math.sqrt(shape.nopeDim + shape.ropeDim)]);
  return Softmax(layer.graph, Mul(layer.graph, scores, scale));
}
