import type { CacheLayer } from "../../model/layers.ts";
import type { Text } from "../messages/text.ts";

/** One layer in a few words: "GQA 8 × 128, window 1,024". */
export function layerText(layer: CacheLayer, text: Text): string {
  switch (layer.kind) {
    case "heads": {
      const { nKv, headDim, valueDim, windowTokens, chunkTokens } = layer;
      const heads =
        valueDim !== undefined && valueDim !== headDim
          ? text("layer-heads-v", { nKv, headDim, valueDim })
          : text("layer-heads", { nKv, headDim });
      if (windowTokens) return text("layer-window", { heads, tokens: windowTokens });
      return chunkTokens ? text("layer-chunk", { heads, tokens: chunkTokens }) : heads;
    }
    case "latent":
      return layer.indexerDim
        ? text("layer-latent-indexer", { ...layer, indexerDim: layer.indexerDim })
        : text("layer-latent", { ...layer });
    case "state": {
      const { heads, keyDim, valueDim } = layer;
      return text("layer-state", { heads, keyDim, valueDim });
    }
    case "tied":
      return text("layer-tied", { ...layer });
    case "factored":
      return text("layer-factored", { ...layer });
    case "shared":
      return text("layer-shared");
    case "none":
      return text("layer-none");
  }
}
