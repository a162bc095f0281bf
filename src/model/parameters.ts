import type { BlockGroup, Blueprint, FeedForward, Mixer } from "./blueprint.ts";
import { exactCount, exactProduct } from "./exact.ts";

/** Parameters of one block by its parts, and how many such blocks there are. */
export interface BlockParameters {
  readonly count: number;
  readonly mixer: number;
  readonly feedForward: number;
  /** The part of `feedForward` in routed experts, all of them; 0 without. */
  readonly routed: number;
  /** The part of `routed` that one token visits. */
  readonly routedActive: number;
  readonly norms: number;
  /** All of the block. */
  readonly total: number;
}

/** Parameters of a model by their place. */
export interface ParameterCount {
  readonly total: number;
  /**
   * Parameters one token meets in a product: all blocks with the experts it visits, the final norm
   * and the output head. The embedding and position tables are looked up, not multiplied, and are
   * left out; an embedding that is the output head too is counted, once.
   */
  readonly active: number;
  /** The token embedding. */
  readonly embedding: number;
  /** Learned absolute positions. */
  readonly positions: number;
  /** The output head where it has a matrix of its own, else 0. */
  readonly head: number;
  readonly finalNorm: number;
  readonly perBlock: readonly BlockParameters[];
}

/**
 * Parameters of a model, exact, from its dimensions: matrices, norms, and the biases the blueprint
 * names. Published counts that it gives to the last digit are in the tests.
 * @throws RangeError on a dimension that is not a non-negative integer, or a sum past 2^53 − 1.
 */
export function parameterCount(blueprint: Blueprint): ParameterCount {
  const { hiddenSize, vocabSize, tiedEmbeddings, normVectors } = blueprint;
  const embedding = exactProduct(vocabSize, hiddenSize);
  const positions = exactProduct(blueprint.positions ?? 0, hiddenSize);
  const head = tiedEmbeddings ? 0 : embedding;
  const finalNorm = exactProduct(normVectors, hiddenSize);
  const perBlock = blueprint.blocks.map((group) => blockParameters(group, blueprint));
  let total = embedding + positions + head + finalNorm;
  let asleep = positions + head;
  for (const block of perBlock) {
    total = exactCount(total + exactProduct(block.count, block.total));
    asleep += block.count * (block.routed - block.routedActive);
  }
  return {
    total,
    active: total - asleep,
    embedding,
    positions,
    head,
    finalNorm,
    perBlock,
  };
}

function blockParameters(group: BlockGroup, blueprint: Blueprint): BlockParameters {
  const { hiddenSize, normVectors } = blueprint;
  const { kind } = group.feedForward;
  const halves = Number(group.mixer.kind !== "none") + Number(kind !== "none");
  const mixer = mixerParameters(group.mixer, hiddenSize, normVectors);
  const { always, routed, routedActive } = feedForwardParameters(group.feedForward, hiddenSize);
  const norms = exactProduct(group.norms ?? halves, normVectors, hiddenSize);
  const feedForward = always + routed;
  return {
    count: group.count,
    mixer,
    feedForward,
    routed,
    routedActive,
    norms,
    total: mixer + feedForward + norms,
  };
}

function mixerParameters(mixer: Mixer, hidden: number, normVectors: number): number {
  switch (mixer.kind) {
    case "heads":
      return headsParameters(mixer, hidden, normVectors);
    case "latent":
      return latentParameters(mixer, hidden, normVectors);
    case "state":
      return exactCount(
        exactProduct(hidden, mixer.projected + mixer.outputDim) +
          exactProduct(mixer.convChannels, mixer.convTaps),
      );
    case "none":
      return 0;
  }
}

type Heads = Extract<Mixer, { kind: "heads" }>;

function headsParameters(mixer: Heads, hidden: number, normVectors: number): number {
  const { nHeads, nKv, headDim, valueDim } = mixer;
  const query = exactProduct(nHeads, headDim);
  const keyValue = exactProduct(nKv, headDim + valueDim);
  const output = exactProduct(nHeads, valueDim);
  return exactCount(
    exactProduct(hidden, query + keyValue + output + (mixer.outputGate ? query : 0)) +
      (mixer.qkvBias ? query + keyValue : 0) +
      (mixer.outputBias ? hidden : 0) +
      (mixer.qkNorm ? 2 * normVectors * headDim : 0) +
      (mixer.sinks ? nHeads : 0),
  );
}

type Latent = Extract<Mixer, { kind: "latent" }>;

/** Queries, the latent with its norm, its expansion to K and V, the output (arXiv:2405.04434). */
function latentParameters(mixer: Latent, hidden: number, normVectors: number): number {
  const { nHeads, qRank, kvRank, nopeDim, ropeDim, valueDim, indexer } = mixer;
  const query = exactProduct(nHeads, nopeDim + ropeDim);
  const queries =
    qRank === null
      ? exactProduct(hidden, query)
      : exactProduct(qRank, hidden + query + normVectors);
  const latent = exactProduct(hidden, kvRank + ropeDim) + exactProduct(kvRank, normVectors);
  const expansion = exactProduct(kvRank, nHeads, nopeDim + valueDim);
  const output = exactProduct(nHeads, valueDim, hidden);
  const sparse = indexer ? indexerParameters(indexer, hidden, qRank ?? hidden) : 0;
  return exactCount(queries + latent + expansion + output + sparse);
}

/**
 * DeepSeek Sparse Attention: queries from the query latent, one key with a LayerNorm, a weight for
 * each head (github.com/deepseek-ai/DeepSeek-V3.2-Exp, inference/model.py).
 */
function indexerParameters(
  indexer: NonNullable<Latent["indexer"]>,
  hidden: number,
  queryInput: number,
): number {
  const { nHeads, headDim } = indexer;
  return (
    exactProduct(queryInput, nHeads, headDim) +
    exactProduct(hidden, headDim + nHeads) +
    exactProduct(2, headDim)
  );
}

function feedForwardParameters(feedForward: FeedForward, hidden: number) {
  if (feedForward.kind === "none") return { always: 0, routed: 0, routedActive: 0 };
  const { intermediateSize, gated, bias } = feedForward;
  const inputs = gated ? 2 : 1;
  const ofSize = (size: number) =>
    exactProduct(inputs + 1, hidden, size) + (bias ? inputs * size + hidden : 0);
  if (feedForward.kind === "dense") {
    return { always: ofSize(intermediateSize), routed: 0, routedActive: 0 };
  }
  const { experts, active, sharedSize } = feedForward;
  if (active > experts) throw new RangeError(`${active} of ${experts} experts`);
  const router = exactProduct(experts, bias ? hidden + 1 : hidden);
  const one = ofSize(intermediateSize);
  return {
    always: exactCount(router + (sharedSize > 0 ? ofSize(sharedSize) : 0)),
    routed: exactProduct(experts, one),
    routedActive: exactProduct(active, one),
  };
}
