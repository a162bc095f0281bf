import { decodeAttention } from "../../model/attention/decode-attention.ts";
import { decodeLatent } from "../../model/attention/decode-latent.ts";
import { decodeVirtualHeads } from "../../model/attention/decode-virtual-heads.ts";
import { seededNormal } from "../../model/attention/seeded-normal.ts";
import { elements, type FloatType } from "../backend/backend.ts";
import type { DecodeGraph } from "./decode-graph.ts";
import { expandedDecodeGraph, type GroupedDecodeShape, groupedDecodeGraph } from "./grouped.ts";
import { absorbedDecodeGraph, expandedLatentDecodeGraph } from "./latent.ts";
import { groupQueryOperatorGraph, multiHeadOperatorGraph } from "./operators.ts";
import { virtualHeadsDecodeGraph } from "./virtual-heads.ts";

/**
 * What is run: KV heads read as they lie or copied out to all heads, MLA's two forms, VHA; for the
 * benchmark the runtime's own operators.
 */
export type DecodeRow =
  | {
      readonly form: "grouped" | "expanded" | "gqa-operator" | "mha-operator";
      readonly nKv: number;
    }
  | { readonly form: "mla-absorbed" | "mla-naive" | "vha" };

export interface DecodeSizes {
  readonly nHeads: number;
  readonly headDim: number;
  readonly context: number;
}

type Feeds = Readonly<Record<string, Float32Array<ArrayBuffer>>>;

/** A decode step with everything that it takes to run it and to judge it. */
export interface DecodeCase {
  readonly graph: DecodeGraph;
  readonly feeds: () => Feeds;
  readonly reference: (feeds: Feeds) => Float64Array;
}

/** MLA in DeepSeek's proportions: a latent of four heads' width, a RoPE key of half a head's. */
export const latentSizes = ({ nHeads, headDim, context }: DecodeSizes) => ({
  ...{ nHeads, context, latentDim: 4 * headDim, nopeDim: headDim, ropeDim: headDim / 2 },
  valueDim: headDim,
});

/** VHA in its authors' proportions: two groups, half the query heads, a rank of half of those. */
export const virtualSizes = ({ nHeads, headDim, context }: DecodeSizes) => ({
  ...{
    queryHeads: nHeads / 2,
    nKv: 2,
    headDim,
    context,
    rank: Math.max(1, Math.floor(nHeads / 4)),
  },
});

/** @throws RangeError when the sizes do not fit the row */
export function decodeCase(
  row: DecodeRow,
  sizes: DecodeSizes,
  dtype: FloatType,
  seed: number,
): DecodeCase {
  const made = caseOf(row, sizes, dtype);
  return { ...made, feeds: () => seededFeeds(made.graph, seed) };
}

function caseOf(
  row: DecodeRow,
  sizes: DecodeSizes,
  dtype: FloatType,
): Pick<DecodeCase, "graph" | "reference"> {
  switch (row.form) {
    case "grouped":
    case "expanded": {
      const shape = { ...sizes, nKv: row.nKv };
      const build = row.form === "grouped" ? groupedDecodeGraph : expandedDecodeGraph;
      return {
        graph: build(shape, dtype),
        reference: (feeds) => decodeAttention({ ...shape, ...heads(feeds) }),
      };
    }
    case "gqa-operator":
    case "mha-operator": {
      const shape = { ...sizes, nKv: row.nKv };
      const build = row.form === "gqa-operator" ? groupQueryOperatorGraph : multiHeadOperatorGraph;
      return {
        graph: build(shape, dtype),
        reference: (feeds) => decodeAttention({ ...shape, ...operatorHeads(feeds, shape) }),
      };
    }
    case "mla-absorbed":
    case "mla-naive": {
      const shape = latentSizes(sizes);
      const build = row.form === "mla-absorbed" ? absorbedDecodeGraph : expandedLatentDecodeGraph;
      return {
        graph: build(shape, dtype),
        reference: (feeds) => decodeLatent({ ...shape, ...(feeds as never as LatentFeeds) }),
      };
    }
    case "vha": {
      const shape = virtualSizes(sizes);
      return {
        graph: virtualHeadsDecodeGraph(shape, dtype),
        reference: (feeds) =>
          decodeVirtualHeads({ ...shape, ...heads(feeds), ...(feeds as never as MixFeeds) }),
      };
    }
  }
}

type LatentFeeds = Record<"qContent" | "qRope" | "latent" | "rope" | "wUpK" | "wUpV", Float32Array>;
type MixFeeds = Record<"premix" | "a" | "b", Float32Array>;

const heads = (feeds: Feeds) => ({
  q: feeds.q as Float32Array,
  kTransposed: feeds.k as Float32Array,
  v: feeds.v as Float32Array,
});

/** Caches as the operators have them, in the order of the reference: a token's heads lie together. */
function operatorHeads(feeds: Feeds, shape: GroupedDecodeShape) {
  const { nKv, headDim, context } = shape;
  const apart = "kNew" in feeds;
  const value = (name: "k" | "v", head: number, token: number, d: number): number => {
    const list = feeds[name] as Float32Array;
    if (!apart) return list[(token * nKv + head) * headDim + d] as number;
    return token === context - 1
      ? (feeds[`${name}New`]?.[head * headDim + d] as number)
      : (list[(head * (context - 1) + token) * headDim + d] as number);
  };
  const kTransposed = new Float64Array(nKv * headDim * context);
  const v = new Float64Array(nKv * headDim * context);
  for (let head = 0; head < nKv; head++) {
    for (let token = 0; token < context; token++) {
      for (let d = 0; d < headDim; d++) {
        kTransposed[(head * headDim + d) * context + token] = value("k", head, token, d);
        v[(head * context + token) * headDim + d] = value("v", head, token, d);
      }
    }
  }
  return { q: feeds.q as Float32Array, kTransposed, v };
}

/**
 * Numbers for every input, the same for the same seed: of variance 1 for queries and caches, so that
 * scores are as spread as a trained model's, and weights scaled by what they sum over.
 */
function seededFeeds({ inputs }: DecodeGraph, seed: number): Feeds {
  const entries = Object.entries(inputs).map(([name, dims], i) => {
    const values = seededNormal(seed * 16 + i, elements(dims));
    const spread = spreads[name]?.(dims) ?? 1;
    return [name, spread === 1 ? values : values.map((value) => value * spread)] as const;
  });
  return Object.fromEntries(entries);
}

const perSum = (dims: readonly number[]): number => 1 / Math.sqrt(dims.at(-1) ?? 1);
const spreads: Readonly<Record<string, (dims: readonly number[]) => number>> = {
  wUpK: perSum,
  wUpV: perSum,
  premix: perSum,
  a: () => 0.3,
  b: () => 0.3,
};
