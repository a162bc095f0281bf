import { absorbVirtualHeads, servedShape } from "../../model/attention/absorb-virtual-heads.ts";
import { groupedAttention, type LayerOutput } from "../../model/attention/grouped-attention.ts";
import { latentAttention } from "../../model/attention/latent-attention.ts";
import { virtualHeadAttention } from "../../model/attention/virtual-head-attention.ts";
import { groupedAttentionGraph } from "../graphs/grouped-attention.ts";
import { mlaAbsorbedGraph } from "../graphs/mla-absorbed.ts";
import { mlaNaiveGraph } from "../graphs/mla-naive.ts";
import { virtualHeadAttentionGraph } from "../graphs/virtual-head-attention.ts";
import type { LayerDefinition } from "./cached-layer.ts";
import type { ProofSubject } from "./proof-request.ts";
import { groupedWeights, latentWeights, virtualWeights } from "./seeded-weights.ts";

/** A layer to run, and what float64 makes of a text by way of the trained form. */
export interface Subject {
  readonly layer: LayerDefinition;
  readonly reference: (x: ArrayLike<number>, tokens: number) => LayerOutput;
}

/** @throws RangeError when sizes do not fit */
export function subjectOf(subject: ProofSubject, seed: number): Subject {
  switch (subject.what) {
    case "grouped":
      return grouped(subject, seed);
    case "mla":
      return latent(subject, seed);
    case "vha":
      return subject.form === "trained" ? trained(subject, seed) : absorbed(subject, seed);
  }
}

type Of<What extends ProofSubject["what"]> = Extract<ProofSubject, { what: What }>;

function grouped({ shape }: Of<"grouped">, seed: number): Subject {
  const weights = once(() => groupedWeights(shape, seed));
  return {
    layer: {
      key: `grouped ${JSON.stringify(shape)}`,
      graph: (use) => groupedAttentionGraph(shape, use),
      weights: () => ({ ...weights() }),
      hidden: shape.hidden,
      pairs: "halves",
    },
    reference: (x, tokens) => groupedAttention(x, tokens, shape, weights()),
  };
}

function latent({ shape, form }: Of<"mla">, seed: number): Subject {
  const weights = once(() => latentWeights(shape, seed));
  const graph = form === "naive" ? mlaNaiveGraph : mlaAbsorbedGraph;
  return {
    layer: {
      key: `mla ${form} ${JSON.stringify(shape)}`,
      graph: (use) => graph(shape, use),
      weights: () => ({ ...weights() }),
      hidden: shape.hidden,
      pairs: "neighbours",
    },
    reference: (x, tokens) => latentAttention(x, tokens, shape, weights()),
  };
}

function trained(subject: Of<"vha">, seed: number): Subject {
  const { shape, order } = subject;
  const weights = once(() => virtualWeights(shape, seed, subject));
  return {
    layer: {
      key: `vha ${order} ${JSON.stringify(shape)}`,
      graph: (use) => virtualHeadAttentionGraph(shape, use, order),
      weights: () => ({ ...weights() }),
      hidden: shape.hidden,
      pairs: "halves",
    },
    reference: (x, tokens) => virtualHeadAttention(x, tokens, shape, weights(), order),
  };
}

/** Plain GQA with Premix and Postmix multiplied in, held against the trained form. */
function absorbed(subject: Of<"vha">, seed: number): Subject {
  const { shape, order, mix } = subject;
  const weights = once(() => virtualWeights(shape, seed, subject));
  const served = servedShape(shape);
  return {
    layer: {
      key: `grouped ${JSON.stringify(served)}`,
      graph: (use) => groupedAttentionGraph(served, use),
      weights: () => ({ ...absorbVirtualHeads(shape, weights(), mix) }),
      hidden: shape.hidden,
      pairs: "halves",
    },
    reference: (x, tokens) => virtualHeadAttention(x, tokens, shape, weights(), order),
  };
}

/** Weights take seconds to draw at real sizes: only what runs the layer draws them, and once. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
