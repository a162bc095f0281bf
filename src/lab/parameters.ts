import type { AttentionShape, ModelShape } from "./model-shape.ts";

/** How a tensor begins; `spread` is the standard deviation. */
export type Start =
  | { readonly kind: "normal"; readonly spread: number }
  /** Normal, and all rows share one normal offset. */
  | { readonly kind: "offset"; readonly spread: number }
  | { readonly kind: "ones" }
  | { readonly kind: "zeros" }
  /** Identities, one below the other, plus normal noise. */
  | { readonly kind: "identity"; readonly spread: number };

/** A named part of the one vector that holds all of a model's parameters. */
export interface Parameter {
  readonly name: string;
  readonly dims: readonly number[];
  readonly start: Start;
  /** Where it begins in the vector, and how many numbers it is. */
  readonly at: number;
  readonly length: number;
}

type Listed = readonly [name: string, dims: readonly number[], start: Start];

const embeddingSpread = 0.06;
/** As the authors of VHA begin Premix: I + 0.1 ÷ √d · noise. */
const premixSpread = 0.1;

const ones: Start = { kind: "ones" };
const normal = (fanIn: number, factor = 1): Start => ({
  kind: "normal",
  spread: factor / Math.sqrt(fanIn),
});

/** All parameters of a model, in the order in which they lie. */
export function parametersOf(shape: ModelShape): readonly Parameter[] {
  let at = 0;
  return listed(shape).map(([name, dims, start]) => {
    const length = dims.reduce((a, b) => a * b, 1);
    const parameter = { name, dims, start, at, length };
    at += length;
    return parameter;
  });
}

export const parameterCount = (shape: ModelShape): number =>
  parametersOf(shape).reduce((sum, { length }) => sum + length, 0);

/** The same model with its MLP widened, in steps of 8, until it has about so many parameters. */
export function withParameters(shape: ModelShape, count: number): ModelShape {
  const perColumn = 2 * shape.layers * shape.hidden;
  const missing = (count - parameterCount(shape)) / perColumn;
  return { ...shape, mlp: shape.mlp + Math.round(missing / 8) * 8 };
}

function listed(shape: ModelShape): readonly Listed[] {
  const { vocabulary, hidden, layers, mlp } = shape;
  const embedding: Start = { kind: "offset", spread: embeddingSpread };
  // What is added to the stream is made smaller the more layers add to it.
  const share = 1 / Math.sqrt(2 * layers);
  const layer = (index: number): readonly Listed[] => {
    const own: readonly Listed[] = [
      ["attentionScale", [hidden], ones],
      ...attentionParameters(shape, shape.attention, share),
      ["mlpScale", [hidden], ones],
      ["w1", [hidden, mlp], normal(hidden)],
      ["w2", [mlp, hidden], normal(mlp, share)],
    ];
    return own.map(([name, dims, start]) => [`${index}.${name}`, dims, start]);
  };
  return [
    ["embedding", [vocabulary, hidden], embedding],
    ["previousEmbedding", [vocabulary, hidden], { kind: "normal", spread: embeddingSpread }],
    ...Array.from({ length: layers }, (_, index) => layer(index)).flat(),
    ["finalScale", [hidden], ones],
    ["head", [hidden, vocabulary], normal(hidden, 0.5)],
  ];
}

function attentionParameters(
  { hidden, nHeads, headDim }: ModelShape,
  attention: AttentionShape,
  share: number,
): readonly Listed[] {
  const width = nHeads * headDim;
  const out: Listed = ["wo", [width, hidden], normal(width, share)];
  const project = (name: string, columns: number): Listed => [
    name,
    [hidden, columns],
    normal(hidden),
  ];
  if (attention.kind === "latent") {
    const { latentDim, ropeDim } = attention;
    const up = (name: string): Listed => [name, [nHeads, headDim, latentDim], normal(latentDim)];
    return [
      project("wq", nHeads * (headDim + ropeDim)),
      project("wDown", latentDim),
      ["latentScale", [latentDim], ones],
      project("wRope", ropeDim),
      ...[up("wUpK"), up("wUpV")],
      out,
    ];
  }
  const { nKv } = attention;
  const keysAndValues = [project("wk", nKv * headDim), project("wv", nKv * headDim)];
  if (attention.kind === "grouped") return [project("wq", width), ...keysAndValues, out];
  const { queryHeads, rank } = attention;
  const noise = premixSpread / Math.sqrt(headDim);
  return [
    project("wq", queryHeads * headDim),
    ["premix", [nKv, headDim, headDim], { kind: "identity", spread: noise }],
    ...keysAndValues,
    ["a", [nHeads, rank], normal(nHeads)],
    ["b", [nHeads, rank], { kind: "zeros" }],
    out,
  ];
}
