import { formatInteger } from "../i18n/format.ts";
import type { Translate } from "../i18n/ui.ts";
import type { LayerGroup } from "../model/layers.ts";

/** "80 × 8 × 128" for heads, "60 × (512 + 64)" for a latent; a window is named after it. */
export function shapeOf({ count, layer }: LayerGroup, t: Translate): string {
  if (layer.kind === "latent") return `${count} × (${layer.latentDim} + ${layer.ropeDim})`;
  const dims = layer.valueDim ? `(${layer.headDim}, ${layer.valueDim})` : layer.headDim;
  const shape = `${count} × ${layer.nKv} × ${dims}`;
  if (layer.windowTokens === undefined) return shape;
  return `${shape}, ${t("data.window", { tokens: formatInteger(layer.windowTokens) })}`;
}
