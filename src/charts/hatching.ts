import { node } from "./figure.ts";

/** The pattern of waste, 45° hatched. Every drawing has its own: pages share no definitions. */
export function hatching(document: Document, id: string): SVGElement {
  const tile = { id, width: 5, height: 5, patternUnits: "userSpaceOnUse" };
  const line = node(document, "path", { d: "M0 0V5", stroke: "var(--waste)", "stroke-width": 2.6 });
  const turned = { ...tile, patternTransform: "rotate(45)" };
  return node(document, "defs", {}, node(document, "pattern", turned, line));
}
