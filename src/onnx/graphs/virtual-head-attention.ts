import type { VirtualOrder, VirtualShape } from "../../model/attention/virtual-head-attention.ts";
import { virtual } from "../blocks/virtual.ts";
import { layerGraph } from "../layer-builder.ts";
import type { LayerGraph, LayerUse } from "../layer-graph.ts";

/** A layer of VHA in the form it is trained in. */
export const virtualHeadAttentionGraph = (
  shape: VirtualShape,
  use: LayerUse,
  order: VirtualOrder = "premix-first",
): LayerGraph => layerGraph(shape.hidden, use, (layer, x) => virtual(layer, shape, x, order));
