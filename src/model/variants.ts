import { type CacheLayer, type LayerGroup, layerKinds } from "./layers.ts";

export type VariantName = "mha" | "gqa" | "mqa" | "mla";

/** A model's layers with another arrangement of its KV heads. */
export interface Variant {
  readonly name: VariantName;
  /** KV heads; `null` for MLA, whose latent has none. */
  readonly nKv: number | null;
  readonly layers: readonly LayerGroup[];
  /** Whether the model really is built this way, or is imagined so. */
  readonly own: boolean;
}

/** What the twins of a model need beside its layers. */
export interface HeadShape {
  readonly layers: readonly LayerGroup[];
  /** Query heads; `null` where not known: then there is no MHA twin. */
  readonly nHeads: number | null;
  readonly headDim: number;
  /** MLA only: per-head dimensions of K and V once the latent is expanded. */
  readonly expanded?: { readonly dK: number; readonly dV: number };
}

/**
 * The model as MHA, GQA and MQA of the same shape, and as MLA where it is MLA; widest first; its
 * layers by kind. Layers that keep no K and V (states, shared caches, none) stay as they are.
 * The GQA row is the model's own number of KV heads, else `gqaHeads`. MHA for an MLA model is the
 * cache it would need if it kept the expanded K and V (arXiv:2405.04434, section 2.1).
 */
export function variantsOf(model: HeadShape): readonly Variant[] {
  const shape = { ...model, layers: layerKinds(model.layers) };
  const { nHeads, layers } = shape;
  const ownKv = ownKvHeads(layers);
  const shared = ownKv !== null && ownKv !== 1 && ownKv !== nHeads ? ownKv : gqaHeads(nHeads);
  const rows: Variant[] = [];
  if (nHeads !== null && nHeads > 1) rows.push(withKvHeads("mha", nHeads, shape));
  if (shared !== null) rows.push(withKvHeads("gqa", shared, shape));
  if (ownKv === null) rows.push({ name: "mla", nKv: null, layers, own: true });
  rows.push(withKvHeads("mqa", 1, shape));
  return rows;
}

/** As if every query head had K and V of its own; the model's layers where that is not known. */
export const layersOfMha = (model: HeadShape): readonly LayerGroup[] =>
  variantsOf(model).find(({ name }) => name === "mha")?.layers ?? model.layers;

/**
 * The one of a model's variants that the model is.
 * @throws RangeError when none is its own.
 */
export function ownOf<V extends Variant>(variants: readonly V[]): V {
  const own = variants.find((variant) => variant.own);
  if (!own) throw new RangeError("a model that is none of its variants");
  return own;
}

/** A common choice of KV heads: the largest divisor of the query heads in 2…8, or none. */
export function gqaHeads(nHeads: number | null): number | null {
  if (nHeads === null) return null;
  for (let heads = Math.min(8, nHeads - 1); heads > 1; heads--) {
    if (nHeads % heads === 0) return heads;
  }
  return null;
}

/** KV heads of a model's first attention layer; `null` for MLA. */
function ownKvHeads(layers: readonly LayerGroup[]): number | null {
  const attention = layers.find(({ layer }) => keepsTokens(layer))?.layer;
  return attention?.kind === "heads" ? attention.nKv : null;
}

const keepsTokens = (layer: CacheLayer): boolean =>
  layer.kind !== "state" && layer.kind !== "shared" && layer.kind !== "none";

function withKvHeads(name: VariantName, nKv: number, shape: HeadShape): Variant {
  const own = ownKvHeads(shape.layers) === nKv;
  if (own) return { name, nKv, layers: shape.layers, own };
  const layers = shape.layers.map(({ count, layer }) => ({
    count,
    layer: headsLayer(layer, name === "mha" ? shape.expanded : undefined, nKv, shape.headDim),
  }));
  return { name, nKv, layers, own };
}

function headsLayer(
  layer: CacheLayer,
  expanded: HeadShape["expanded"],
  nKv: number,
  headDim: number,
): CacheLayer {
  if (!keepsTokens(layer)) return layer;
  if (layer.kind === "heads") return { ...layer, nKv };
  if (!expanded) return { kind: "heads", nKv, headDim };
  return { kind: "heads", nKv, headDim: expanded.dK, valueDim: expanded.dV };
}
