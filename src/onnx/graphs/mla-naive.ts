import type { LatentShape } from "../../model/attention/latent-attention.ts";
import { latentAttention } from "../blocks/latent.ts";
import { latentNaive } from "../blocks/latent-naive.ts";
import { layerGraph } from "../layer-builder.ts";
import type { LayerGraph, LayerUse } from "../layer-graph.ts";

/** A layer of MLA in its plain form. */
export const mlaNaiveGraph = (shape: LatentShape, use: LayerUse): LayerGraph =>
  layerGraph(shape.hidden, use, (layer, x) => latentAttention(layer, shape, latentNaive, x));
