import type { VirtualOrder, VirtualShape } from "../../model/attention/virtual-head-attention.ts";
import type { Value } from "../graph.ts";
import { requireSizes } from "../layer-graph.ts";
import type { Attended, LayerScope } from "../layer-scope.ts";
import { Add } from "../ops/add.ts";
import { MatMul } from "../ops/mat-mul.ts";
import { Mul } from "../ops/mul.ts";
import { Reshape } from "../ops/reshape.ts";
import { RmsNorm } from "../ops/rms-norm.ts";
import { Sigmoid } from "../ops/sigmoid.ts";
import { Transpose } from "../ops/transpose.ts";
import { attendHeads } from "./attend-heads.ts";
import { joinHeads, splitHeads } from "./heads.ts";
import { rotate, rotationInputs } from "./rotate.ts";

/**
 * VHA in the form it is trained in: Premix on the head dimension, Postmix on the heads. As it is
 * served it is `grouped` with absorbed weights.
 *
 * Its weights are named and shaped as `VirtualWeights`.
 * @param x […batch, tokens, hidden]
 * @param order "norm-first" and "silu" put something between projection and Premix
 */
export function virtual(
  layer: LayerScope,
  shape: VirtualShape,
  x: Value,
  order: VirtualOrder = "premix-first",
): Attended {
  const { hidden, queryHeads, nKv, headDim, qkNorm = true } = shape;
  const { graph } = layer;
  const { tokens } = layer.use;
  requireSizes({ hidden, queryHeads, nKv, headDim, rank: shape.rank, tokens });
  const batch = x.dims.slice(0, -2);
  const rotation = rotationInputs(layer, headDim, "halves");
  const heads = (weight: string, count: number): Value => {
    const w = layer.weight(weight, [hidden, count * headDim]);
    return splitHeads(graph, MatMul(graph, x, w), count);
  };
  const norm = (scaleName: string): ((value: Value) => Value) => {
    if (!qkNorm) return (value) => value;
    const scale = layer.weight(scaleName, [headDim]);
    return (value) => RmsNorm(graph, value, scale);
  };
  const normQ = norm("qScale");
  const physical = before(heads("wq", queryHeads));
  // Every physical head meets every group: [1, queryHeads · tokens, d] · [nKv, d, d].
  const rows = queryHeads * tokens;
  const premix = layer.weight("premix", [nKv, headDim, headDim]);
  const mixed = MatMul(graph, Reshape(graph, physical, [...batch, 1, rows, headDim]), premix);
  const virtual = Reshape(graph, mixed, [...batch, nKv * queryHeads, tokens, headDim]);
  const q = rotate(layer, order === "norm-first" ? virtual : normQ(virtual), rotation);
  const normK = norm("kScale");
  const k = rotate(layer, normK(heads("wk", nKv)), rotation);
  const v = heads("wv", nKv);
  const { output, weights } = attendHeads(layer, {
    q: Reshape(graph, q, [...batch, nKv, rows, headDim]),
    ...{ k, v },
  });
  const wo = layer.weight("wo", [nKv * queryHeads * headDim, hidden]);
  const joined = joinHeads(graph, postmixed(layer, shape, output));
  return { y: MatMul(graph, joined, wo), weights };

  function before(q: Value): Value {
    if (order === "norm-first") return normQ(q);
    return order === "silu" ? Mul(graph, q, Sigmoid(graph, q)) : q;
  }
}

/** (I + B Aᵀ) over the heads, alike for every channel: […batch, heads, tokens, headDim]. */
function postmixed(layer: LayerScope, shape: VirtualShape, output: Value): Value {
  const { graph } = layer;
  const { tokens } = layer.use;
  const batch = output.dims.slice(0, -3);
  const heads = shape.nKv * shape.queryHeads;
  const a = layer.weight("a", [heads, shape.rank]);
  const b = layer.weight("b", [heads, shape.rank]);
  const identity = Array.from({ length: heads * heads }, (_, at) =>
    Math.floor(at / heads) === at % heads ? 1 : 0,
  );
  const low = MatMul(graph, b, Transpose(graph, a, [1, 0]));
  const mix = Add(graph, layer.constant([heads, heads], identity), low);
  const flat = Reshape(graph, output, [...batch, heads, tokens * shape.headDim]);
  return Reshape(graph, MatMul(graph, mix, flat), [...batch, heads, tokens, shape.headDim]);
}
