import type { CacheFormat } from "./formats.ts";
import { kvValuesPerTokenPerLayer, layerBytesPerToken } from "./kv.ts";
import { type HeadsLayer, type LatentLayer, type LayerGroup, layerKinds } from "./layers.ts";

/** Layers that differ in their window at most. */
export interface OneShape {
  readonly layer: HeadsLayer | LatentLayer;
  /** Layers that keep all tokens, and layers that keep a window. */
  readonly full: number;
  readonly windowed: number;
  /** Tokens of that window; `null` where no layer has one. */
  readonly window: number | null;
}

/**
 * The one shape of a model whose cache is a product: every layer keeps K and V of the same heads,
 * or the same latent, some of them inside a window. `null` for any other mix of layers, and where
 * `format` stores parts of a row in different formats.
 */
export function oneShape(layers: readonly LayerGroup[], format: CacheFormat): OneShape | null {
  const kinds = layerKinds(layers);
  const shapes = kinds.map(({ layer }) => withoutWindow(layer));
  const first = shapes[0];
  if (!first || kinds.length > 2 || shapes.some((shape) => !shape || !equal(shape, first))) {
    return null;
  }
  const bits = (layerBytesPerToken(first, format) * 8) / kvValuesPerTokenPerLayer(first);
  const packed = first.kind === "latent" && (first.indexerDim || format.k.ropeBits !== undefined);
  if (packed || format.v.newestTokens || !Number.isInteger(bits * 32)) return null;
  const windows = kinds.flatMap(({ count, layer }) =>
    layer.kind === "heads" && layer.windowTokens ? [{ count, tokens: layer.windowTokens }] : [],
  );
  if (windows.length > 1) return null;
  const windowed = windows[0]?.count ?? 0;
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  return { layer: first, full: total - windowed, windowed, window: windows[0]?.tokens ?? null };
}

function withoutWindow(layer: LayerGroup["layer"]): HeadsLayer | LatentLayer | null {
  if (layer.kind === "latent") return layer;
  if (layer.kind !== "heads" || layer.chunkTokens) return null;
  const { windowTokens: _, ...shape } = layer;
  return shape;
}

const equal = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);
