import { formatInteger } from "../i18n/format.ts";
import type { Translate } from "../i18n/ui.ts";
import type { LayerGroup } from "../model/layers.ts";

/** "80 × 8 × 128" for heads, "60 × (512 + 64)" for a latent; other kinds and windows by name. */
export function shapeOf({ count, layer }: LayerGroup, t: Translate): string {
  switch (layer.kind) {
    case "latent": {
      const indexer = layer.indexerDim ? ` + ${t("data.indexer", { dim: layer.indexerDim })}` : "";
      return `${count} × (${layer.latentDim} + ${layer.ropeDim})${indexer}`;
    }
    case "heads": {
      const dims = layer.valueDim ? `(${layer.headDim}, ${layer.valueDim})` : layer.headDim;
      const shape = `${count} × ${layer.nKv} × ${dims}`;
      const kept = layer.windowTokens ?? layer.chunkTokens;
      if (kept === undefined) return shape;
      const name = layer.windowTokens ? "data.window" : "data.chunk";
      return `${shape}, ${t(name, { tokens: formatInteger(kept) })}`;
    }
    case "state": {
      const state = `${layer.heads} × ${layer.keyDim} × ${layer.valueDim}`;
      return `${count} × ${t("data.state", { state })}`;
    }
    default:
      return `${count} × ${t(`data.${layer.kind}`)}`;
  }
}
