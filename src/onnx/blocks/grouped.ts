import type { GroupedShape } from "../../model/attention/grouped-attention.ts";
import type { Value } from "../graph.ts";
import { requireSizes } from "../layer-graph.ts";
import type { Attended, LayerScope } from "../layer-scope.ts";
import { MatMul } from "../ops/mat-mul.ts";
import { Reshape } from "../ops/reshape.ts";
import { RmsNorm } from "../ops/rms-norm.ts";
import { attendHeads } from "./attend-heads.ts";
import { joinHeads, splitHeads } from "./heads.ts";
import { rotate, rotationInputs } from "./rotate.ts";

/**
 * MHA, GQA or MQA with RoPE; its weights are named and shaped as `GroupedWeights`.
 * @param x […batch, tokens, hidden]
 * @throws RangeError when sizes do not fit
 */
export function grouped(layer: LayerScope, shape: GroupedShape, x: Value): Attended {
  const { hidden, nHeads, nKv, headDim, qkNorm } = shape;
  const { graph } = layer;
  const { tokens } = layer.use;
  requireSizes({ hidden, nHeads, nKv, headDim, tokens });
  if (nHeads % nKv !== 0) throw new RangeError(`nKv ${nKv} does not divide nHeads ${nHeads}`);
  const batch = x.dims.slice(0, -2);
  const rotation = rotationInputs(layer, headDim, "halves");
  const heads = (weight: string, count: number): Value => {
    const w = layer.weight(weight, [hidden, count * headDim]);
    return splitHeads(graph, MatMul(graph, x, w), count);
  };
  const normed = (value: Value, scale: string): Value =>
    qkNorm ? RmsNorm(graph, value, layer.weight(scale, [headDim])) : value;
  const q = rotate(layer, normed(heads("wq", nHeads), "qScale"), rotation);
  const k = rotate(layer, normed(heads("wk", nKv), "kScale"), rotation);
  const v = heads("wv", nKv);
  const rows = (nHeads / nKv) * tokens;
  const { output, weights } = attendHeads(layer, {
    q: Reshape(graph, q, [...batch, nKv, rows, headDim]),
    ...{ k, v },
  });
  const joined = joinHeads(graph, Reshape(graph, output, [...batch, nHeads, tokens, headDim]));
  const wo = layer.weight("wo", [nHeads * headDim, hidden]);
  return { y: MatMul(graph, joined, wo), weights };
}
