import type { Blueprint, Mixer } from "../blueprint.ts";
import { exactCount } from "../exact.ts";
import type { LayerGroup } from "../layers.ts";
import { parameterCount } from "../parameters.ts";

/** Routed experts of `layers` equal layers. */
export interface RoutedExperts {
  readonly experts: number;
  /** Experts one token visits. */
  readonly active: number;
  /** Parameters of all the experts in all of these layers. */
  readonly params: number;
}

/**
 * What the cost of a step depends on: known of a model with a blueprint (`decodeModel`), and of one
 * of which only the published totals are.
 */
export interface DecodeModel {
  /** Parameters in memory that steps read. */
  readonly params: number;
  /** Parameters one token is multiplied with; equal to `params` without experts. */
  readonly activeParams: number;
  readonly routed?: readonly RoutedExperts[];
  /** Query heads of an attention layer. */
  readonly nHeads: number;
  readonly layers: readonly LayerGroup[];
  /** MLA: dimensions of an expanded head, K's without the RoPE part. */
  readonly expanded?: { readonly nopeDim: number; readonly valueDim: number };
  /** Sparse indexer: its query heads, and the tokens it picks for attention. */
  readonly indexer?: { readonly nHeads: number; readonly topK: number };
}

/**
 * The routed experts of a model of which only the published totals are known: they are the only
 * parameters that a token can leave out, so `params − active = p (1 − k / E)`.
 * @throws RangeError unless 0 < active < experts and activeParams ≤ params.
 */
export function routedFromTotals(
  totals: Pick<DecodeModel, "params" | "activeParams">,
  experts: number,
  active: number,
): RoutedExperts {
  if (!(active > 0 && active < experts)) throw new RangeError(`${active} of ${experts} experts`);
  const unvisited = exactCount(totals.params) - exactCount(totals.activeParams);
  return { experts, active, params: (exactCount(unvisited) * experts) / (experts - active) };
}

/**
 * A model's costs from its blueprint and its caches. Tables that are only looked up (embedding,
 * positions) are no part of what a step reads.
 * @throws RangeError as `parameterCount` does.
 */
export function decodeModel(blueprint: Blueprint, layers: readonly LayerGroup[]): DecodeModel {
  const counted = parameterCount(blueprint);
  const routed = blueprint.blocks.flatMap(({ feedForward }, index) => {
    const block = counted.perBlock[index];
    if (feedForward.kind !== "experts" || !block) return [];
    const { experts, active } = feedForward;
    return [{ experts, active, params: block.count * block.routed }];
  });
  const lookedUp = blueprint.tiedEmbeddings ? 0 : counted.embedding;
  return {
    params: counted.total - counted.positions - lookedUp,
    activeParams: counted.active,
    routed,
    layers,
    ...attentionOf(blueprint.blocks.map(({ mixer }) => mixer)),
  };
}

/** Heads of the first attention there is; 0 for a model without any. */
function attentionOf(
  mixers: readonly Mixer[],
): Pick<DecodeModel, "nHeads" | "expanded" | "indexer"> {
  const mixer = mixers.find(({ kind }) => kind === "heads" || kind === "latent");
  if (mixer?.kind === "heads") return { nHeads: mixer.nHeads };
  if (mixer?.kind !== "latent") return { nHeads: 0 };
  const { nHeads, nopeDim, valueDim, indexer } = mixer;
  return { nHeads, expanded: { nopeDim, valueDim }, ...(indexer && { indexer }) };
}
