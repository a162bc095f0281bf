import { markShape } from "./mark-shape.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

/** The attributes of a variant's mark around a point, told apart by form as by hue. */
export function variantMark(
  variant: VariantKey,
  x: number,
  y: number,
  r: number,
): Readonly<Record<string, string | number>> {
  const { dot, open, line } = variantStyle[variant];
  const d = markShape(dot, x, y, r);
  if (dot === "cross") return { d, fill: "none", stroke: line, "stroke-width": 3 };
  if (open) return { d, fill: "var(--paper)", stroke: line, "stroke-width": 2 };
  return { d, fill: line, stroke: "var(--paper)", "stroke-width": 1.5 };
}
