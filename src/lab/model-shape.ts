import type { GroupedShape } from "../model/attention/grouped-attention.ts";
import type { LatentShape } from "../model/attention/latent-attention.ts";
import type { VirtualShape } from "../model/attention/virtual-head-attention.ts";

/** What tells one member of the family from another. */
export type AttentionShape =
  | { readonly kind: "grouped"; readonly nKv: number }
  | { readonly kind: "latent"; readonly latentDim: number; readonly ropeDim: number }
  | {
      readonly kind: "virtual";
      readonly queryHeads: number;
      readonly nKv: number;
      readonly rank: number;
    };

/** Sizes of a small decoder-only transformer: RoPE, RMSNorm before each part, squared-ReLU MLP. */
export interface ModelShape {
  readonly vocabulary: number;
  readonly hidden: number;
  readonly layers: number;
  readonly nHeads: number;
  readonly headDim: number;
  /** Width of the MLP. */
  readonly mlp: number;
  /** Longest text. */
  readonly context: number;
  readonly attention: AttentionShape;
}

/** Queries and keys are not normed: heads can then be turned into each other, see upcycling. */
export const groupedShape = (
  { hidden, nHeads, headDim }: ModelShape,
  nKv: number,
): GroupedShape => ({
  ...{ hidden, nHeads, nKv, headDim },
  qkNorm: false,
});

export const latentShape = (
  { hidden, nHeads, headDim }: ModelShape,
  { latentDim, ropeDim }: AttentionShape & { kind: "latent" },
): LatentShape => ({
  ...{ hidden, nHeads, latentDim, ropeDim },
  nopeDim: headDim,
  valueDim: headDim,
});

export const virtualShape = (
  { hidden, headDim }: ModelShape,
  { queryHeads, nKv, rank }: AttentionShape & { kind: "virtual" },
): VirtualShape => ({ ...{ hidden, headDim, queryHeads, nKv, rank }, qkNorm: false });

/** Numbers that one layer caches for one token. */
export function cachedValues({ headDim, attention }: ModelShape): number {
  return attention.kind === "latent"
    ? attention.latentDim + attention.ropeDim
    : 2 * attention.nKv * headDim;
}
