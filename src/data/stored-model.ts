import type { CacheLayer, LayerGroup } from "../model/layers.ts";
import type { ModelEntry } from "./model-entry.ts";

/** A stretch of layers that comes `repeat` times in a row. */
export interface RepeatedLayers {
  readonly repeat: number;
  readonly layers: readonly LayerGroup[];
}

/** One character a layer, as hybrid models write their order: "MEMEM*E". */
export interface PatternedLayers {
  readonly pattern: string;
  readonly kinds: Readonly<Record<string, CacheLayer>>;
}

/** Layers as models.json writes them. */
export type StoredLayers = LayerGroup | RepeatedLayers | PatternedLayers;

/** An entry as models.json writes it. */
export interface StoredModel extends Omit<ModelEntry, "layers" | "activeParams"> {
  readonly layers: readonly StoredLayers[];
  /** Left out for dense models: all of `params`. */
  readonly activeParams?: number;
}

/**
 * The layers written out in order, equal neighbours of a pattern together.
 * @throws RangeError for a character of a pattern that `kinds` does not hold.
 */
export const expandedLayers = (stored: readonly StoredLayers[]): LayerGroup[] =>
  stored.flatMap((part) => {
    if ("pattern" in part) return patternedLayers(part);
    if (!("repeat" in part)) return [part];
    return Array.from({ length: part.repeat }, () => part.layers).flat();
  });

function patternedLayers({ pattern, kinds }: PatternedLayers): LayerGroup[] {
  return (pattern.match(/(.)\1*/gsu) ?? []).map((run) => {
    const [name = ""] = run;
    const layer = kinds[name];
    if (!layer) throw new RangeError(`no kind of layer for "${name}"`);
    return { count: run.length, layer };
  });
}

export const toModelEntry = (stored: StoredModel): ModelEntry => ({
  ...stored,
  layers: expandedLayers(stored.layers),
  activeParams: stored.activeParams ?? stored.params,
});
