import type { Value } from "../graph.ts";
import type { LayerScope } from "../layer-scope.ts";
import { Add } from "../ops/add.ts";
import { MatMul } from "../ops/mat-mul.ts";
import { Reshape } from "../ops/reshape.ts";
import { Transpose } from "../ops/transpose.ts";
import { columnsOf } from "./heads.ts";
import type { LatentOperands } from "./latent.ts";
import { weigh } from "./weigh.ts";

/**
 * MLA with the ways up absorbed: the query goes down to the latent, attends there as all heads of an
 * MQA, and only its result goes up. Nothing is expanded for a cached token. For one text, without a
 * batch: it serves decoding.
 *
 * Without a RoPE key apart this is wrong: a rotation stands between the query and the way up, and
 * absorbing ignores it. That is what the graph then shows.
 */
export function latentAbsorbed(layer: LayerScope, operands: LatentOperands) {
  const { graph, use } = layer;
  const { shape, qContent, qRope, latent, pastLatent, ropeKey, pastRopeKey, wUpK, wUpV } = operands;
  const { nHeads, latentDim, ropeDim } = shape;
  const rows = nHeads * use.tokens;
  // All heads' queries are rows of one matrix: [1, nHeads · tokens, …].
  const q = Reshape(graph, MatMul(graph, qContent, wUpK), [1, rows, latentDim]);
  const rotated = qRope && Reshape(graph, qRope, [1, rows, ropeDim]);
  const scores = (latents: Value, rope: Value | null): Value => {
    const content = MatMul(graph, q, latents);
    return rotated && rope ? Add(graph, content, MatMul(graph, rotated, rope)) : content;
  };
  const weights = weigh(layer, {
    cached: pastLatent && scores(pastLatent, pastRopeKey),
    fresh: scores(latent, ropeKey),
  });
  // [1, latentDim, nHeads · tokens]: the latents are read as they lie, the small weights are turned.
  const mixed = (latents: Value, by: Value) => MatMul(graph, latents, columnsOf(graph, by));
  const own = mixed(latent, weights.fresh);
  const sum =
    pastLatent && weights.cached ? Add(graph, mixed(pastLatent, weights.cached), own) : own;
  const byHead = Reshape(graph, sum, [latentDim, nHeads, use.tokens]);
  const output = MatMul(graph, wUpV, Transpose(graph, byHead, [1, 0, 2]));
  return { output: columnsOf(graph, output), weights: weights.all };
}
