import { grouped } from "../onnx/blocks/grouped.ts";
import { latentAttention } from "../onnx/blocks/latent.ts";
import { latentAbsorbed } from "../onnx/blocks/latent-absorbed.ts";
import { latentNaive } from "../onnx/blocks/latent-naive.ts";
import { virtual } from "../onnx/blocks/virtual.ts";
import type { Value } from "../onnx/graph.ts";
import type { Attended } from "../onnx/layer-scope.ts";
import { Add } from "../onnx/ops/add.ts";
import { MatMul } from "../onnx/ops/mat-mul.ts";
import { Mul } from "../onnx/ops/mul.ts";
import { Relu } from "../onnx/ops/relu.ts";
import { RmsNorm } from "../onnx/ops/rms-norm.ts";
import type { ModelScope } from "./model-scope.ts";
import { groupedShape, latentShape, virtualShape } from "./model-shape.ts";
import { oneHot } from "./one-hot.ts";

/** What a model makes of its tokens. */
export interface Predicted {
  /** […batch, tokens, vocabulary] */
  readonly logits: Value;
  /** Of each layer, as its kind of attention gives them. */
  readonly weights: readonly Value[];
}

/**
 * The family's forward pass. Members differ in nothing but the attention between norm and stream.
 *
 * Beside each token's own embedding stands another of the token before it, a convolution of width
 * two: it spares a small model the layer that would otherwise have to learn to look one back.
 *
 * @param tokens […batch, tokens], whole numbers as float32
 * @param previous the same, one place later; the first token stands before itself
 */
export function languageModel(scope: ModelScope, tokens: Value, previous: Value): Predicted {
  const { graph, shape } = scope;
  const { vocabulary, hidden, mlp } = shape;
  const embed = (of: Value, table: string): Value =>
    MatMul(graph, oneHot(graph, of, vocabulary), scope.parameter(table, [vocabulary, hidden]));
  let stream = Add(graph, embed(tokens, "embedding"), embed(previous, "previousEmbedding"));
  const weights: Value[] = [];
  for (let index = 0; index < shape.layers; index++) {
    const own = (name: string, dims: readonly number[]) =>
      scope.parameter(`${index}.${name}`, dims);
    const attended = attention(
      scope,
      index,
      RmsNorm(graph, stream, own("attentionScale", [hidden])),
    );
    weights.push(attended.weights);
    stream = Add(graph, stream, attended.y);
    const normed = RmsNorm(graph, stream, own("mlpScale", [hidden]));
    const open = Relu(graph, MatMul(graph, normed, own("w1", [hidden, mlp])));
    const squared = Mul(graph, open, open);
    stream = Add(graph, stream, MatMul(graph, squared, own("w2", [mlp, hidden])));
  }
  const normed = RmsNorm(graph, stream, scope.parameter("finalScale", [hidden]));
  const logits = MatMul(graph, normed, scope.parameter("head", [hidden, vocabulary]));
  return { logits, weights };
}

/** MLA is trained in its plain form and decodes in its absorbed one. */
function attention(scope: ModelScope, index: number, x: Value): Attended {
  const { shape } = scope;
  const layer = scope.layer(index);
  const kind = shape.attention;
  if (kind.kind === "grouped") return grouped(layer, groupedShape(shape, kind.nKv), x);
  if (kind.kind === "virtual") return virtual(layer, virtualShape(shape, kind), x);
  const form = scope.use.capacity > 0 ? latentAbsorbed : latentNaive;
  return latentAttention(layer, latentShape(shape, kind), form, x);
}
