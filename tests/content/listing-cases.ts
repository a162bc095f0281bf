import { servedShape } from "../../src/model/attention/absorb-virtual-heads.ts";
import type { GroupedShape } from "../../src/model/attention/grouped-attention.ts";
import type { LatentShape } from "../../src/model/attention/latent-attention.ts";
import type { VirtualShape } from "../../src/model/attention/virtual-head-attention.ts";
import { expandedDecodeGraph, groupedDecodeGraph } from "../../src/onnx/decode/grouped.ts";
import { absorbedDecodeGraph, expandedLatentDecodeGraph } from "../../src/onnx/decode/latent.ts";
import { virtualHeadsDecodeGraph } from "../../src/onnx/decode/virtual-heads.ts";
import { groupedAttentionGraph } from "../../src/onnx/graphs/grouped-attention.ts";
import { mlaAbsorbedGraph } from "../../src/onnx/graphs/mla-absorbed.ts";
import { mlaNaiveGraph } from "../../src/onnx/graphs/mla-naive.ts";
import { virtualHeadAttentionGraph } from "../../src/onnx/graphs/virtual-head-attention.ts";
import type { LayerGraph } from "../../src/onnx/layer-graph.ts";
import type { ProofSubject } from "../../src/onnx/proof/proof-request.ts";
import { grouped, mla, vha } from "../onnx/subjects.ts";
import { type Listing, listingsOf } from "./listing.ts";

/** Tensors of a graph, each as `layer.x` or `step.x`, with their shapes. */
export type Shapes = Readonly<Record<string, readonly number[]>>;

/** The layer that a listing writes out. */
export interface Layer {
  /** What the listing's symbols stand for. */
  readonly sizes: Readonly<Record<string, number>>;
  /** What the graphs of this layer take and give. */
  readonly graphs: Shapes;
}

/** `[name in the listing, tensor of a graph, how the listing's axes lie in it]`. */
export type Match = readonly [name: string, tensor: string, axes: string];

export interface ListingCase {
  readonly name: string;
  readonly chapter: string;
  readonly index: number;
  /** One layer of the sizes that the proofs run on; one whose sizes are all different. */
  readonly layers: readonly Layer[];
  readonly given: readonly Match[];
  readonly computed: readonly Match[];
  /** Tensors that a graph has and this listing does not write down. */
  readonly elsewhere: readonly string[];
}

/** Tokens with the new one. */
const T = 7;
const use = (tokens: number) => ({ tokens, capacity: T - tokens, dtype: "float32" }) as const;

const prefixed = (prefix: string, shapes: Shapes): Shapes =>
  Object.fromEntries(Object.entries(shapes).map(([name, dims]) => [`${prefix}.${name}`, dims]));

const layerShapes = ({ inputs, outputs }: LayerGraph): Shapes =>
  prefixed("layer", { ...inputs, ...outputs });
const stepShapes = ({ inputs, output: y }: { inputs: Shapes; output: readonly number[] }) =>
  prefixed("step", { ...inputs, y });

type Of<What extends ProofSubject["what"]> = Extract<ProofSubject, { what: What }>["shape"];
const shapeOf = <What extends ProofSubject["what"]>(subject: ProofSubject) =>
  subject.shape as Of<What>;

function groupedLayer(shape: GroupedShape): Layer {
  const { hidden: D, nHeads: n_q, nKv: n_kv, headDim: d } = shape;
  const between = n_kv > 1 && n_kv < n_q;
  return {
    sizes: { D, n_q, ...(between ? { n_kv } : {}), d, T },
    graphs: {
      ...layerShapes(groupedAttentionGraph(shape, use(1))),
      ...stepShapes(groupedDecodeGraph({ ...shape, context: T }, "float32")),
    },
  };
}

const groupedLayers = (nKv: number, odd: number): readonly Layer[] => [
  groupedLayer(shapeOf<"grouped">(grouped(nKv))),
  groupedLayer({ hidden: 26, nHeads: 15, nKv: odd, headDim: 14, qkNorm: false }),
];

/** MQA whose K and V are copied out before they are used. */
const copiedLayers: readonly Layer[] = groupedLayers(1, 1).map(({ sizes }) => {
  const shape = { nHeads: sizes.n_q as number, nKv: 1, headDim: sizes.d as number, context: T };
  return { sizes, graphs: stepShapes(expandedDecodeGraph(shape, "float32")) };
});

function latentLayer(shape: LatentShape, form: "naive" | "absorbed"): Layer {
  const { hidden: D, nHeads: n_heads, latentDim: d_c, valueDim: d_v } = shape;
  const layer = form === "naive" ? mlaNaiveGraph : mlaAbsorbedGraph;
  const step = form === "naive" ? expandedLatentDecodeGraph : absorbedDecodeGraph;
  const { hidden: _, ...sizes } = shape;
  return {
    sizes: { D, n_heads, d_c, d_nope: shape.nopeDim, d_rope: shape.ropeDim, d_v, T },
    graphs: {
      ...layerShapes(layer(shape, use(1))),
      ...stepShapes(step({ ...sizes, context: T }, "float32")),
    },
  };
}

const latentLayers = (form: "naive" | "absorbed"): readonly Layer[] => [
  latentLayer(shapeOf<"mla">(mla(form)), form),
  latentLayer({ hidden: 26, nHeads: 5, latentDim: 22, nopeDim: 14, ropeDim: 6, valueDim: 9 }, form),
];

const virtualSizes = ({
  hidden: D,
  queryHeads: n_q,
  nKv: n_kv,
  headDim: d,
  rank: r,
}: VirtualShape) => ({
  ...{ D, n_q, n_kv, d, r, T },
  n_virtual: n_q * n_kv,
});

const virtualShapes: readonly VirtualShape[] = [
  shapeOf<"vha">(vha("trained")),
  { hidden: 26, queryHeads: 5, nKv: 3, headDim: 14, rank: 4 },
];

const trainedLayer = (shape: VirtualShape): Layer => ({
  sizes: virtualSizes(shape),
  graphs: {
    ...layerShapes(virtualHeadAttentionGraph(shape, use(T))),
    ...stepShapes(virtualHeadsDecodeGraph({ ...shape, context: T }, "float32")),
  },
});

/** Weights of the trained form go in, those of the plain GQA that serves it come out. */
const absorbedLayer = (shape: VirtualShape): Layer => ({
  sizes: virtualSizes(shape),
  graphs: {
    ...prefixed("trained", virtualHeadAttentionGraph(shape, use(T)).inputs),
    ...layerShapes(groupedAttentionGraph(servedShape(shape), use(T))),
  },
});

const rotation = ["layer.cos", "layer.sin"];

/** Query heads as `q`, tokens as `t`; the graphs keep K, the latent and the RoPE key as columns. */
const stacked = {
  given: [
    ["x", "layer.x", "D -> 1 D"],
    ["W_Q", "layer.wq", "D n -> D n"],
    ["W_K", "layer.wk", "D n -> D n"],
    ["W_V", "layer.wv", "D n -> D n"],
    ["W_O", "layer.wo", "n D -> n D"],
    ["K", "layer.kCache", "h t d -> h d t"],
    ["V", "layer.vCache", "h t d -> h t d"],
  ],
  computed: [
    ["q", "step.q", "h g d -> h g d"],
    ["k", "layer.kNew", "h t d -> h d t"],
    ["v", "layer.vNew", "h t d -> h t d"],
    ["K", "step.k", "h t d -> h d t"],
    ["V", "step.v", "h t d -> h t d"],
    ["a", "layer.weights", "h g t -> h g t"],
    ["o", "step.y", "h g d -> h g d"],
    ["y", "layer.y", "D -> 1 D"],
  ],
  elsewhere: [...rotation, "layer.mask"],
} as const satisfies Partial<ListingCase>;

/** The one KV head of MQA has no axis in its listing. */
const headless = (matches: readonly Match[]): readonly Match[] =>
  matches.map(([name, tensor, axes]) => [name, tensor, axes.replace(/^h (.*) -> h /, "$1 -> 1 ")]);

const latent = {
  given: [
    ["q_nope", "step.qContent", "h d -> h 1 d"],
    ["q_rope", "step.qRope", "h d -> 1 h d"],
    ["c", "step.latent", "t c -> c t"],
    ["k_rope", "step.rope", "t d -> d t"],
    ["W_K", "step.wUpK", "c h d -> h d c"],
    ["W_K", "layer.wUpK", "c h d -> h d c"],
    ["W_V", "step.wUpV", "c h d -> h d c"],
    ["W_V", "layer.wUpV", "c h d -> h d c"],
    ["W_O", "layer.wo", "h d D -> (h d) D"],
  ],
  elsewhere: [
    // The projections come before the listing; its `c` and `k_rope` are cache and new token in one.
    ...["layer.x", "layer.wq", "layer.wDown", "layer.latentScale", "layer.wRope"],
    ...["layer.latentCache", "layer.latentNew", "layer.ropeCache", "layer.ropeNew"],
    ...[...rotation, "layer.mask"],
  ],
} as const satisfies Partial<ListingCase>;

const projections: readonly Match[] = [
  ["W_Q", "wq", "D h d -> D (h d)"],
  ["W_K", "wk", "D h d -> D (h d)"],
  ["W_V", "wv", "D h d -> D (h d)"],
  ["W_O", "wo", "h d D -> (h d) D"],
];
const mixes: readonly Match[] = [
  ["P", "premix", "h d e -> h d e"],
  ["A", "a", "h r -> h r"],
  ["B", "b", "h r -> h r"],
];
const of = (graph: string, matches: readonly Match[]): readonly Match[] =>
  matches.map(([name, tensor, axes]) => [name, `${graph}.${tensor}`, axes]);

export const listingCases: readonly ListingCase[] = [
  { name: "MHA", chapter: "mqa", index: 0, layers: groupedLayers(8, 15), ...stacked },
  {
    ...{ name: "MQA", chapter: "mqa", index: 1, layers: groupedLayers(1, 1) },
    given: headless(stacked.given),
    computed: headless(stacked.computed),
    elsewhere: stacked.elsewhere,
  },
  {
    ...{ name: "MQA, copied", chapter: "mqa", index: 2, layers: copiedLayers },
    given: [
      ["K", "step.k", "t d -> 1 d t"],
      ["V", "step.v", "t d -> 1 t d"],
    ],
    // The copies are made inside the graph.
    computed: [],
    elsewhere: ["step.q", "step.y"],
  },
  { name: "GQA", chapter: "gqa", index: 0, layers: groupedLayers(4, 3), ...stacked },
  {
    ...{ name: "MLA, naive", chapter: "mla", index: 0, layers: latentLayers("naive"), ...latent },
    computed: [
      ["a", "layer.weights", "h t -> h 1 t"],
      ["o", "step.y", "h d -> h d 1"],
      ["y", "layer.y", "D -> 1 D"],
    ],
  },
  {
    ...{ name: "MLA, absorbed", chapter: "mla", index: 1, layers: latentLayers("absorbed") },
    ...latent,
    computed: [
      ["a", "layer.weights", "h t -> 1 h t"],
      ["o", "step.y", "h d -> h d 1"],
      ["y", "layer.y", "D -> 1 D"],
    ],
  },
  {
    ...{ name: "VHA, trained", chapter: "vha", index: 0, layers: virtualShapes.map(trainedLayer) },
    given: [
      ["x", "layer.x", "t D -> t D"],
      ...of("layer", [...projections, ...mixes]),
      ...of("step", mixes),
    ],
    computed: [
      ["k", "layer.kNew", "t h d -> h d t"],
      ["v", "layer.vNew", "t h d -> h t d"],
      ["k", "step.k", "t h d -> h d t"],
      ["v", "step.v", "t h d -> h t d"],
      ["a", "layer.weights", "h g t s -> h (g t) s"],
      ["y", "layer.y", "t D -> t D"],
    ],
    // A step has one token; the queries and outputs of the listing are those of a whole text.
    elsewhere: [...rotation, "layer.qScale", "layer.kScale", "step.q", "step.y"],
  },
  {
    ...{
      name: "VHA, absorbing",
      chapter: "vha",
      index: 1,
      layers: virtualShapes.map(absorbedLayer),
    },
    given: [...of("trained", [...projections, ...mixes]), ...of("layer", projections.slice(1, 3))],
    computed: of("layer", [projections[0] as Match, projections[3] as Match]),
    elsewhere: [
      ...["trained.x", "trained.cos", "trained.sin", "trained.qScale", "trained.kScale"],
      ...["layer.x", "layer.qScale", "layer.kScale", "layer.kNew", "layer.vNew"],
      ...["layer.weights", "layer.y", ...rotation],
    ],
  },
];

/** A case as it is written; both languages have the same. */
export const listingOf = ({ chapter, index }: ListingCase): Listing =>
  listingsOf("en", chapter)[index] as Listing;
