import type { MlaShape } from "../../model/cost/mla.ts";

/** One of the sizes at which VHA and GQA were trained side by side. */
export interface Scale {
  readonly name: string;
  readonly hiddenSize: number;
  readonly layers: number;
  readonly intermediateSize: number;
  /** GQA's query heads, and so many virtual heads of VHA. */
  readonly nHeads: number;
  /** Query heads of VHA that have weights. */
  readonly queryHeads: number;
  /** Rank of VHA's mix after attention. */
  readonly rank: number;
  readonly source: string;
  readonly checked: string;
}

/** The repository of VHA's authors, as it was read. */
export const repository =
  "https://github.com/D-URing/PaddleFleet/blob/7218402d3f17e735412ac0d3267016f8142c8167/Research/VHA";

const configs = `${repository}/config/qwen3`;

const checked = "2026-11-30";

/** The authors' configurations, by size. */
export const scales = {
  "0.6b": {
    name: "0.6B",
    ...{ hiddenSize: 1024, layers: 28, intermediateSize: 3072 },
    ...{ nHeads: 16, queryHeads: 8, rank: 4 },
    source: `${configs}/Qwen3-0.6B-VHA/config.json`,
    checked,
  },
  "1.7b": {
    name: "1.7B",
    ...{ hiddenSize: 2048, layers: 28, intermediateSize: 6144 },
    ...{ nHeads: 16, queryHeads: 8, rank: 4 },
    source: `${configs}/Qwen3-1.7B-VHA/config.json`,
    checked,
  },
  "4b": {
    name: "4B",
    ...{ hiddenSize: 2560, layers: 36, intermediateSize: 9728 },
    ...{ nHeads: 32, queryHeads: 16, rank: 8 },
    source: `${configs}/Qwen3-4B-VHA/config.json`,
    checked,
  },
} as const satisfies Readonly<Record<string, Scale>>;
export type ScaleName = keyof typeof scales;

export const scaleNames = Object.keys(scales) as readonly ScaleName[];

/** Of every size. */
export const headDim = 128;
export const gqaKv = 8;
export const vhaKv = 2;

/** The vocabulary of the same configurations, and the one with which the printed numbers come out. */
export const vocabulary = { published: 151_936, inferred: 103_424 } as const;

/** DeepSeek-V2-Lite's, with as many heads as GQA has (DeepSeek-V3.2-Exp, inference/model.py). */
export const mlaShape = {
  kvRank: 512,
  nopeDim: 128,
  ropeDim: 64,
  valueDim: 128,
} as const satisfies Omit<MlaShape, "nHeads">;

/** MFA's wide heads: the dimension C follows from the cache of 2 C values that is printed. */
export const mfaHeadDim = 256;
export const mfaShapes = {
  "m32-r256": { nHeads: 32, qRank: 256 },
  "m18-r256": { nHeads: 18, qRank: 256 },
  "m16-r512": { nHeads: 16, qRank: 512 },
} as const;
export type MfaName = keyof typeof mfaShapes;

export const mfaNames = Object.keys(mfaShapes) as readonly MfaName[];
