/**
 * One attention layer, as its cache sees it.
 *
 * `heads`: K and V of `nKv` heads (MHA when `nKv` equals the number of query heads, GQA between,
 * MQA at 1). `valueDim` is V's head dimension where it differs from K's `headDim`. `windowTokens`:
 * the layer keeps the last `windowTokens` tokens only.
 *
 * `latent`: MLA. One latent of `latentDim` values and one RoPE key of `ropeDim` values a token,
 * shared by all heads.
 */
export type AttentionLayer =
  | {
      readonly kind: "heads";
      readonly nKv: number;
      readonly headDim: number;
      readonly valueDim?: number;
      readonly windowTokens?: number;
    }
  | { readonly kind: "latent"; readonly latentDim: number; readonly ropeDim: number };

/** `count` layers of the same kind. A model is a list of these. */
export interface LayerGroup {
  readonly count: number;
  readonly layer: AttentionLayer;
}
