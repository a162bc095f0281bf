import { type LayerKind, layerKindStyle } from "./layer-kind-style.ts";

/** `real`: the whole cache; `naive`: what counting every layer as full attention gives. */
export type GrowthKind = LayerKind | "real" | "naive";

interface LineStyle {
  readonly stroke: string;
  readonly text: string;
  readonly width: number;
  readonly dash: string;
}

/** The cache in ink, the naive count dashed, a kind of layer in its own colour. */
export function growthLineStyle(of: GrowthKind): LineStyle {
  if (of === "real") return { stroke: "var(--ink)", text: "var(--ink)", width: 2, dash: "none" };
  if (of === "naive") {
    return { stroke: "var(--waste)", text: "var(--waste-text)", width: 1.5, dash: "5 4" };
  }
  // Wider than the sum above it, so that both show where one kind is nearly all of it.
  const { fill, text, dash } = layerKindStyle[of];
  return { stroke: fill, text, width: 4, dash };
}
