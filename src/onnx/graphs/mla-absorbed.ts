import type { LatentShape } from "../../model/attention/latent-attention.ts";
import { latentAttention } from "../blocks/latent.ts";
import { latentAbsorbed } from "../blocks/latent-absorbed.ts";
import { layerGraph } from "../layer-builder.ts";
import type { LayerGraph, LayerUse } from "../layer-graph.ts";

/** A layer of MLA in its absorbed form. */
export const mlaAbsorbedGraph = (shape: LatentShape, use: LayerUse): LayerGraph =>
  layerGraph(shape.hidden, use, (layer, x) => latentAttention(layer, shape, latentAbsorbed, x));
