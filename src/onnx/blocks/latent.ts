import type { LatentShape } from "../../model/attention/latent-attention.ts";
import type { Value } from "../graph.ts";
import { requireSizes } from "../layer-graph.ts";
import type { Attended, LayerScope } from "../layer-scope.ts";
import { Concat } from "../ops/concat.ts";
import { MatMul } from "../ops/mat-mul.ts";
import { RmsNorm } from "../ops/rms-norm.ts";
import { Slice } from "../ops/slice.ts";
import { columnsOf, joinHeads, splitHeads } from "./heads.ts";
import { type Rotation, rotate, rotationInputs } from "./rotate.ts";
import { scaled } from "./scaled.ts";

/** What the naive and the absorbed form of MLA begin with. */
export interface LatentOperands {
  readonly shape: LatentShape;
  /** […batch, nHeads, tokens, nopeDim], scaled; turned by RoPE where no RoPE key stands apart */
  readonly qContent: Value;
  /** […batch, nHeads, tokens, ropeDim], scaled and turned; `null` where no RoPE key stands apart */
  readonly qRope: Value | null;
  /** […batch, 1, latentDim, tokens] of the new tokens, and of the cache */
  readonly latent: Value;
  readonly pastLatent: Value | null;
  /** […batch, 1, ropeDim, tokens], turned */
  readonly ropeKey: Value | null;
  readonly pastRopeKey: Value | null;
  /** [nHeads, nopeDim, latentDim], [nHeads, valueDim, latentDim] */
  readonly wUpK: Value;
  readonly wUpV: Value;
  readonly rotation: Rotation;
}

/** Gives the heads' outputs […batch, nHeads, tokens, valueDim] and their weights. */
export type LatentForm = (
  layer: LayerScope,
  operands: LatentOperands,
) => { readonly output: Value; readonly weights: Value };

/**
 * MLA: projects, caches the latent and the RoPE key, and leaves what happens between to a form. Its
 * weights are named and shaped as `LatentWeights`.
 * @param x […batch, tokens, hidden]
 */
export function latentAttention(
  layer: LayerScope,
  shape: LatentShape,
  form: LatentForm,
  x: Value,
): Attended {
  const { hidden, nHeads, latentDim, nopeDim, ropeDim, valueDim } = shape;
  const { graph } = layer;
  requireSizes({ hidden, nHeads, latentDim, nopeDim, valueDim, tokens: layer.use.tokens });
  const apart = ropeDim > 0;
  const rotation = rotationInputs(layer, apart ? ropeDim : nopeDim, "neighbours");
  const wq = layer.weight("wq", [hidden, nHeads * (nopeDim + ropeDim)]);
  const q = scaled(layer, splitHeads(graph, MatMul(graph, x, wq), nHeads), nopeDim + ropeDim);
  const axis = q.dims.length - 1;
  const qContent = apart ? Slice(graph, q, axis, 0, nopeDim) : rotate(layer, q, rotation);
  const down = MatMul(graph, x, layer.weight("wDown", [hidden, latentDim]));
  const normed = RmsNorm(graph, down, layer.weight("latentScale", [latentDim]));
  const columns = (value: Value): Value => columnsOf(graph, splitHeads(graph, value, 1));
  const row = kept(layer, normed, apart ? turnedKey() : null);
  const latent = columns(row.latent);
  const pastLatent = layer.cache("latent", { order: "columns", heads: 1, dim: latentDim }, latent);
  const rope = row.key ? ropeParts(row.key) : { qRope: null, ropeKey: null, pastRopeKey: null };

  const { output, weights } = form(layer, {
    ...{ shape, qContent, latent, pastLatent },
    ...rope,
    wUpK: layer.weight("wUpK", [nHeads, nopeDim, latentDim]),
    wUpV: layer.weight("wUpV", [nHeads, valueDim, latentDim]),
    rotation,
  });
  const wo = layer.weight("wo", [nHeads * valueDim, hidden]);
  return { y: MatMul(graph, joinHeads(graph, output), wo), weights };

  function turnedKey(): Value {
    const key = MatMul(graph, x, layer.weight("wRope", [hidden, ropeDim]));
    return rotate(layer, key, rotation);
  }

  function ropeParts(key: Value) {
    const qRope = rotate(layer, Slice(graph, q, axis, nopeDim, nopeDim + ropeDim), rotation);
    const ropeKey = columns(key);
    const slot = { order: "columns", heads: 1, dim: ropeDim } as const;
    return { qRope, ropeKey, pastRopeKey: layer.cache("rope", slot, ropeKey) };
  }
}

/**
 * Latent and RoPE key as the cache gives them back, one row of it.
 * @throws RangeError where tokens stay in float16 for a while: the row is key and value at once
 */
function kept(layer: LayerScope, latent: Value, key: Value | null) {
  const { graph } = layer;
  if (!layer.stored) return { latent, key };
  const axis = latent.dims.length - 1;
  const whole = key ? Concat(graph, [latent, key], axis) : latent;
  const stored = layer.stored("latent", whole);
  if (stored.young) throw new RangeError("a latent is stored as soon as it is there");
  const width = latent.dims[axis] as number;
  return {
    latent: Slice(graph, stored.old, axis, 0, width),
    key: key && Slice(graph, stored.old, axis, width, whole.dims[axis] as number),
  };
}
