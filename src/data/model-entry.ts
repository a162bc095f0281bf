import type { LayerGroup } from "../model/layers.ts";

/** The same sentence in both languages. */
export interface Bilingual {
  readonly ko: string;
  readonly en: string;
}

/**
 * What was read: the published config (or a copy of it), a paper or the makers' own description,
 * the defaults of a library's model class, or somebody else's catalogue, file metadata or log.
 */
export type Evidence = "config" | "paper" | "class-default" | "metadata";

/** The experts of a mixture that a router picks from; those every token visits are not counted. */
export interface RoutedExperts {
  /** Experts of one layer. */
  readonly count: number;
  /** Experts a token visits in one layer. */
  readonly active: number;
  /** Parameters inside all of them, over all layers. */
  readonly params: number;
}

/** One model of the catalogue: the geometry of its cache, and where each figure comes from. */
export interface ModelEntry {
  /** Kebab case and stable: links carry it. */
  readonly id: string;
  readonly name: string;
  readonly organization: string;
  /** Made in Korea. */
  readonly korean: boolean;
  /** Every layer in the model's own order, those without a cache too; equal neighbours together. */
  readonly layers: readonly LayerGroup[];
  /** Query heads; null where they were not seen, so that no MHA twin can be shown. */
  readonly nHeads: number | null;
  /** Head dimension of the attention layers and of the MHA twin. For MLA see `expanded`. */
  readonly headDim: number;
  /** MLA only: K and V values per head when the latent is expanded. */
  readonly expanded?: { readonly dK: number; readonly dV: number };
  readonly hiddenSize: number | null;
  readonly params: number;
  /**
   * `computed`: from the dimensions (large models without norms, biases and vision encoder);
   * `published`: the total its makers or `paramsSource` state.
   */
  readonly paramsBasis: "computed" | "published";
  readonly paramsSource?: string;
  /**
   * Parameters without the experts that a token does not visit, embeddings included: all of them
   * for a dense model.
   */
  readonly activeParams: number;
  /** What its makers publish the weights in, where that is not 16 bits. */
  readonly stored?: "fp8" | "int4";
  /** Mixtures of experts only. */
  readonly experts?: RoutedExperts;
  /** Layers that predict further tokens. They are not in `layers`; speculative decoding adds them. */
  readonly draftLayers?: readonly LayerGroup[];
  /** Longest context in tokens; null where not known. */
  readonly maxContext: number | null;
  /** Id of a model of the same shape made for longer contexts. */
  readonly longContextTwin?: string;
  /** True only where the text of the config was read. */
  readonly verified: boolean;
  readonly evidence: Evidence;
  readonly source: string;
  /** ISO date on which the figures were last checked. */
  readonly checked: string;
}

/** A model people ask for that the catalogue cannot hold, and why. */
export interface UnlistedModel {
  readonly name: string;
  readonly organization: string;
  readonly korean: boolean;
  readonly missing: Bilingual;
  readonly source?: string;
}
