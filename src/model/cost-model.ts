import {
  absorbedMacsPerPair,
  expansionMacsPerToken,
  type MlaShape,
  naiveMacsPerPair,
} from "./cost/mla.ts";
import { exactCount, exactProduct } from "./exact.ts";

/** Attention of one layer by the name of its variant, with the dimensions that variant has. */
export type CostVariant =
  | { readonly name: "mha" | "mqa"; readonly nHeads: number; readonly headDim: number }
  | {
      readonly name: "gqa";
      readonly nHeads: number;
      readonly nKv: number;
      readonly headDim: number;
    }
  | ({
      readonly name: "mla-naive" | "mla-absorbed";
      /** Rank of the query's latent; null where Q is projected directly. */
      readonly qRank: number | null;
    } & MlaShape)
  | {
      /** Multi-matrix factorization attention: `nHeads` wide heads, one K and one V. */
      readonly name: "mfa";
      readonly nHeads: number;
      readonly headDim: number;
      readonly qRank: number;
    }
  | {
      /** Virtual heads: each physical query head meets every KV head. */
      readonly name: "vha-train" | "vha-absorbed";
      readonly queryHeads: number;
      readonly nKv: number;
      readonly headDim: number;
      /** Rank of the mix after attention. */
      readonly rank: number;
    };

/** What one layer of attention costs, whatever the accounting. */
export interface AttentionCost {
  readonly params: number;
  /** Multiply-adds a token for the projections. */
  readonly projectionMacs: number;
  /** Multiply-adds a pair of query and key: scores and values. */
  readonly macsPerPair: number;
  /** Multiply-adds a token for VHA's mixes, before and after attention; 0 for others. */
  readonly premixMacs: number;
  readonly postmixMacs: number;
  /** Values kept for one token. */
  readonly cacheValues: number;
}

/**
 * Parameters and multiply-adds of one layer's attention. Sources: arXiv:2305.13245 (GQA),
 * 2405.04434 (MLA), 2412.19255 (MFA); VHA from its authors' public code
 * (github.com/PaddlePaddle/PaddleFleet).
 * @throws RangeError on a dimension that is not a non-negative integer.
 */
export function attentionCost(variant: CostVariant, hiddenSize: number): AttentionCost {
  switch (variant.name) {
    case "mha":
      return headsCost(variant.nHeads, variant.nHeads, variant.headDim, hiddenSize);
    case "mqa":
      return headsCost(variant.nHeads, 1, variant.headDim, hiddenSize);
    case "gqa":
      return headsCost(variant.nHeads, variant.nKv, variant.headDim, hiddenSize);
    case "vha-absorbed":
      return headsCost(variant.queryHeads * variant.nKv, variant.nKv, variant.headDim, hiddenSize);
    case "vha-train":
      return vhaCost(variant, hiddenSize);
    case "mfa":
      return mfaCost(variant, hiddenSize);
    case "mla-naive":
    case "mla-absorbed":
      return mlaCost(variant, hiddenSize);
  }
}

function headsCost(nHeads: number, nKv: number, headDim: number, hidden: number): AttentionCost {
  const projectionMacs = exactProduct(2, hidden, nHeads + nKv, headDim);
  return unmixed(projectionMacs, exactProduct(2, nHeads, headDim), exactProduct(2, nKv, headDim));
}

function unmixed(projectionMacs: number, macsPerPair: number, cacheValues: number): AttentionCost {
  const params = projectionMacs;
  return { params, projectionMacs, macsPerPair, premixMacs: 0, postmixMacs: 0, cacheValues };
}

type Vha = Extract<CostVariant, { readonly rank: number }>;
type Mfa = Extract<CostVariant, { readonly name: "mfa" }>;
type Mla = Extract<CostVariant, MlaShape>;

function vhaCost(variant: Vha, hidden: number): AttentionCost {
  const { queryHeads, nKv, headDim, rank } = variant;
  const virtualHeads = exactProduct(queryHeads, nKv);
  const projectionMacs = exactProduct(hidden, queryHeads + 2 * nKv + virtualHeads, headDim);
  const mixes = exactProduct(nKv, headDim, headDim) + exactProduct(2, virtualHeads, rank);
  return {
    params: exactCount(projectionMacs + mixes),
    projectionMacs,
    macsPerPair: exactProduct(2, virtualHeads, headDim),
    premixMacs: exactProduct(virtualHeads, headDim, headDim),
    postmixMacs: exactProduct(2, virtualHeads, rank, headDim),
    cacheValues: exactProduct(2, nKv, headDim),
  };
}

function mfaCost({ nHeads, headDim, qRank }: Mfa, hidden: number): AttentionCost {
  const projectionMacs =
    exactProduct(hidden, qRank + 2 * headDim + nHeads * headDim) +
    exactProduct(qRank, nHeads, headDim);
  return unmixed(projectionMacs, exactProduct(2, nHeads, headDim), exactProduct(2, headDim));
}

function mlaCost(variant: Mla, hidden: number): AttentionCost {
  const { name, nHeads, qRank, kvRank, nopeDim, ropeDim, valueDim } = variant;
  const query = exactProduct(nHeads, nopeDim + ropeDim);
  const projectionMacs =
    (qRank === null ? exactProduct(hidden, query) : exactProduct(qRank, hidden + query)) +
    exactProduct(hidden, kvRank + ropeDim) +
    expansionMacsPerToken(variant) +
    exactProduct(nHeads, valueDim, hidden);
  const pair = name === "mla-naive" ? naiveMacsPerPair(variant) : absorbedMacsPerPair(variant);
  return unmixed(projectionMacs, pair, kvRank + ropeDim);
}

/** The choices on which a comparison of variants depends. */
export interface Accounting {
  readonly hiddenSize: number;
  readonly layers: number;
  /** Inner width of a gated feed-forward: three matrices. */
  readonly intermediateSize: number;
  /** Tokens of the sequence. */
  readonly tokens: number;
  /** All pairs of query and key, or the causal half of them. */
  readonly scores: "full" | "causal";
  /** Vocabulary of the output head, shared out over the layers; null leaves the head out. */
  readonly headVocabulary: number | null;
  /** Whether the work of VHA's mixes counts. */
  readonly premix: boolean;
  readonly postmix: boolean;
}

/** Multiply-adds of one token in one layer: attention, feed-forward, its share of the head. */
export function macsPerTokenPerLayer(variant: CostVariant, accounting: Accounting): number {
  const { hiddenSize, layers, intermediateSize, tokens, headVocabulary } = accounting;
  const cost = attentionCost(variant, hiddenSize);
  const pairs = accounting.scores === "causal" ? exactCount(tokens) / 2 : exactCount(tokens);
  return (
    cost.projectionMacs +
    (accounting.premix ? cost.premixMacs : 0) +
    (accounting.postmix ? cost.postmixMacs : 0) +
    cost.macsPerPair * pairs +
    exactProduct(3, hiddenSize, intermediateSize) +
    exactProduct(hiddenSize, headVocabulary ?? 0) / layers
  );
}

/** How much more work `variant` is than `baseline`, in per cent; negative for less. */
export function extraWorkPercent(
  variant: CostVariant,
  baseline: CostVariant,
  accounting: Accounting,
): number {
  const work = macsPerTokenPerLayer(variant, accounting);
  return 100 * (work / macsPerTokenPerLayer(baseline, accounting) - 1);
}
