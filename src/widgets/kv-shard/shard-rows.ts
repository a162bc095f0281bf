import type { ModelEntry } from "../../data/index.ts";
import { type CacheLayer, type LayerGroup, layerKinds } from "../../model/layers.ts";
import { gqaHeads, type VariantName, variantsOf } from "../../model/variants.ts";

/** A model's layers with KV heads of a number, or with a latent in their place. */
export interface ShardRow {
  readonly name: VariantName;
  /** KV heads of its layers, each number once, fewest first; none for a latent. */
  readonly nKv: readonly number[];
  readonly layers: readonly LayerGroup[];
  /** The reader's own. */
  readonly own: boolean;
}

/** The latent of DeepSeek-V2 and V3, 512 + 64 values a token (arXiv:2405.04434, section 3.1.2). */
export const usualLatent = { kind: "latent", latentDim: 512, ropeDim: 64 } as const;

/** KV heads of the layers that have some, each number once, fewest first. */
export function headCounts(layers: readonly LayerGroup[]): readonly number[] {
  const counts = layers.flatMap(({ layer }) => (layer.kind === "heads" ? [layer.nKv] : []));
  return [...new Set(counts)].sort((a, b) => a - b);
}

const hasLatent = (layers: readonly LayerGroup[]): boolean =>
  layers.some(({ layer }) => layer.kind === "latent");

/**
 * The reader's own arrangement beside others of the same shape, most heads first: MHA, the model's
 * own number of KV heads where the reader has changed it, 2 and 1; a latent last. `heads` counts
 * where the model's layers all have the same number.
 */
export function shardRows(model: ModelEntry, heads: number): readonly ShardRow[] {
  const twins = variantsOf(model);
  const layers = layerKinds(model.layers);
  const counts = headCounts(layers);
  const isLatent = hasLatent(layers);
  const one = twins.find(({ name }) => name === "mqa")?.layers ?? [];
  const latent: ShardRow = {
    name: "mla",
    nKv: [],
    layers: isLatent ? layers : one.map(({ count, layer }) => ({ count, layer: asLatent(layer) })),
    own: isLatent,
  };
  const mixed: readonly ShardRow[] =
    counts.length > 1 ? [{ name: "gqa", nKv: counts, layers, own: true }] : [];
  const chosen = counts.length === 1 ? heads : null;
  const usual = isLatent ? gqaHeads(model.nHeads) : counts.length === 1 ? counts[0] : null;
  const numbers = new Set([model.nHeads, chosen, usual, 2, 1]);
  const rows = [...numbers].flatMap((nKv): readonly ShardRow[] => {
    if (!nKv || nKv > (model.nHeads ?? nKv)) return [];
    const name = nKv === model.nHeads ? "mha" : nKv === 1 ? "mqa" : "gqa";
    // MHA has the expanded K and V of an MLA model, which are wider than those of its other twins.
    const expanded = isLatent && twins.find((twin) => twin.name === name && name === "mha");
    const own = nKv === chosen;
    return [{ name, nKv: [nKv], layers: expanded ? expanded.layers : withHeads(one, nKv), own }];
  });
  const widest = ({ nKv }: ShardRow) => Math.max(...nKv);
  return [...[...rows, ...mixed].sort((a, b) => widest(b) - widest(a)), latent];
}

const withHeads = (layers: readonly LayerGroup[], nKv: number): readonly LayerGroup[] =>
  layers.map(({ count, layer }) => ({
    count,
    layer: layer.kind === "heads" ? { ...layer, nKv } : layer,
  }));

const asLatent = (layer: CacheLayer): CacheLayer => (layer.kind === "heads" ? usualLatent : layer);

/** The layers to draw: the most of one way to lie on GPUs. */
export interface DrawnLayers {
  readonly layer: CacheLayer;
  readonly count: number;
  /** Layers with another number of KV heads. */
  readonly others: number;
}

/**
 * The kind of layer of which a row has the most, of those that keep heads or a latent.
 * @throws RangeError for a model without such layers.
 */
export function drawnLayers({ layers }: ShardRow): DrawnLayers {
  const kept = layers.filter(({ layer }) => layer.kind === "heads" || layer.kind === "latent");
  const ways = new Map<number, { layer: CacheLayer; count: number }>();
  for (const { count, layer } of kept) {
    const way = layer.kind === "heads" ? layer.nKv : 0;
    const seen = ways.get(way);
    ways.set(way, { layer: seen?.layer ?? layer, count: (seen?.count ?? 0) + count });
  }
  const [most] = [...ways.values()].sort((a, b) => b.count - a.count);
  if (!most) throw new RangeError("no layer with KV heads or a latent");
  const all = kept.reduce((sum, { count }) => sum + count, 0);
  return { ...most, others: all - most.count };
}
