import type { GroupedShape } from "../../model/attention/grouped-attention.ts";
import { grouped } from "../blocks/grouped.ts";
import { layerGraph } from "../layer-builder.ts";
import type { LayerGraph, LayerUse } from "../layer-graph.ts";

/** A layer of MHA, GQA or MQA with RoPE. */
export const groupedAttentionGraph = (shape: GroupedShape, use: LayerUse): LayerGraph =>
  layerGraph(shape.hidden, use, (layer, x) => grouped(layer, shape, x));
