import type { CacheLayer, HeadsLayer, LayerGroup } from "../../model/layers.ts";

/** A model's layers, and the heads that it has beside them. */
export interface AttentionShape {
  readonly layers: readonly LayerGroup[];
  readonly nHeads: number | null;
  readonly headDim: number;
  readonly expanded?: { readonly dK: number; readonly dV: number };
}

/**
 * Every layer as full attention with the model's own heads, as a calculator counts that multiplies
 * by the number of layers: windows are dropped, a latent becomes the K and V of each head, a layer
 * without K and V of its own gets those of the model's first full layer.
 */
export function naiveLayers(shape: AttentionShape): readonly LayerGroup[] {
  const layers = shape.layers.map(({ layer }) => layer);
  const usual =
    layers.find((layer) => layer.kind === "heads" && !isBounded(layer)) ??
    layers.find((layer) => headsOf(layer, shape) !== null);
  const instead = (usual && headsOf(usual, shape)) ?? modelHeads(shape);
  return shape.layers.map(({ count, layer }) => ({
    count,
    layer: headsOf(layer, shape) ?? instead ?? layer,
  }));
}

const isBounded = (layer: HeadsLayer): boolean =>
  layer.windowTokens !== undefined || layer.chunkTokens !== undefined;

/** The heads of a layer that has some. */
function headsOf(layer: CacheLayer, shape: AttentionShape): HeadsLayer | null {
  switch (layer.kind) {
    case "heads": {
      const { windowTokens: _window, chunkTokens: _chunk, ...heads } = layer;
      return heads;
    }
    case "latent":
      return modelHeads(shape);
    case "tied":
      return { kind: "heads", nKv: layer.nKv, headDim: layer.headDim };
    case "factored":
      return { kind: "heads", nKv: layer.nHeads, headDim: layer.headDim };
    default:
      return null;
  }
}

function modelHeads({ nHeads, headDim, expanded }: AttentionShape): HeadsLayer | null {
  if (nHeads === null) return null;
  if (!expanded) return { kind: "heads", nKv: nHeads, headDim };
  return { kind: "heads", nKv: nHeads, headDim: expanded.dK, valueDim: expanded.dV };
}
