import type { VirtualShape } from "../../model/attention/virtual-head-attention.ts";

/** One set of weights and one text, here and on the device. */
export const seed = 1;
/** Tokens read at once, and then one at a time. */
export const prefill = 6;
export const steps = 4;
export const tokens = prefill + steps;

/** Rank of Postmix by itself: half the physical query heads, as in the authors' configurations. */
export const ranks = { toy: 2, paper: 4 } as const;

export type Dims = keyof typeof ranks;

type Sizes = Omit<VirtualShape, "rank">;

/**
 * A layer small enough to compute between two frames, and one of the authors' 1.7B model.
 * @source https://github.com/D-URing/PaddleFleet, Research/VHA/config
 */
const sizes: Readonly<Record<Dims, Sizes>> = {
  toy: { hidden: 64, queryHeads: 4, nKv: 2, headDim: 16 },
  paper: { hidden: 2048, queryHeads: 8, nKv: 2, headDim: 128 },
};

export const shapeOf = (dims: Dims, rank: number): VirtualShape => ({ ...sizes[dims], rank });

/** The layer that the 1.7B model is held against: 16 query heads, 8 KV heads. */
export const baselineKv = 8;
