import type { LayerGroup } from "../model/layers.ts";
import { layersFromText, layersToText } from "../model/layers-text.ts";

/** Layers that a file brought, and those of its drafter. */
export interface Shape {
  readonly layers: readonly LayerGroup[];
  readonly draftLayers: readonly LayerGroup[];
}

/** A shape as the text of the attribute: layers, then after a semicolon the drafter's. */
export const shapeToText = ({ layers, draftLayers }: Shape): string =>
  [layers, draftLayers]
    .filter((list) => list.length > 0)
    .map(layersToText)
    .join(";");

/** The shape of that text; `null` for any other. */
export function shapeFromText(text: string): Shape | null {
  const [main = "", drafts, ...more] = text.split(";");
  const layers = layersFromText(main);
  const draftLayers = drafts === undefined ? [] : layersFromText(drafts);
  return layers && draftLayers && more.length === 0 ? { layers, draftLayers } : null;
}
