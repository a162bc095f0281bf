import type { Value } from "../graph.ts";
import type { LayerScope } from "../layer-scope.ts";
import { Add } from "../ops/add.ts";
import { MatMul } from "../ops/mat-mul.ts";
import { columnsOf } from "./heads.ts";
import type { LatentOperands } from "./latent.ts";
import { type Rotation, rotateColumns } from "./rotate.ts";
import { weigh } from "./weigh.ts";

/**
 * MLA in its plain form: the keys and values of every cached token are expanded from its latent at
 * each step. Without a RoPE key apart, RoPE turns the keys after the way up, at every position of the
 * cache: inputs `cosCache` and `sinCache` [nopeDim, capacity].
 */
export function latentNaive(layer: LayerScope, operands: LatentOperands) {
  const { graph, use } = layer;
  const { shape, qContent, qRope, latent, pastLatent, ropeKey, pastRopeKey, wUpK, wUpV } = operands;
  const columnTables = (name: string, tokens: number): Value =>
    layer.input(name, [shape.nopeDim, tokens]);
  const turnedAtOnce = (keys: Value, suffix: string, tokens: number): Value => {
    if (qRope) return keys;
    const rotation: Rotation = {
      cos: columnTables(`cos${suffix}`, tokens),
      sin: columnTables(`sin${suffix}`, tokens),
      pairs: operands.rotation.pairs,
    };
    return rotateColumns(layer, keys, rotation);
  };
  /** […batch, nHeads, tokens, …] of the new queries against keys […batch, nHeads, nopeDim, …]. */
  const scores = (keys: Value, rope: Value | null): Value => {
    const content = MatMul(graph, qContent, keys);
    return qRope && rope ? Add(graph, content, MatMul(graph, qRope, rope)) : content;
  };
  const up = (w: Value, from: Value) => MatMul(graph, w, from);
  const fresh = scores(turnedAtOnce(up(wUpK, latent), "New", use.tokens), ropeKey);
  const cached = pastLatent
    ? scores(turnedAtOnce(up(wUpK, pastLatent), "Cache", use.capacity), pastRopeKey)
    : null;
  const weights = weigh(layer, { cached, fresh });
  // […batch, nHeads, valueDim, tokens]
  const mixed = (from: Value, by: Value) => MatMul(graph, up(wUpV, from), columnsOf(graph, by));
  const own = mixed(latent, weights.fresh);
  const output =
    pastLatent && weights.cached ? Add(graph, mixed(pastLatent, weights.cached), own) : own;
  return { output: columnsOf(graph, output), weights: weights.all };
}
