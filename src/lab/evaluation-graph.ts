import { Graph } from "../onnx/graph.ts";
import { Mul } from "../onnx/ops/mul.ts";
import { ReduceMax, ReduceSum } from "../onnx/ops/reduce.ts";
import { Reshape } from "../onnx/ops/reshape.ts";
import { Sub } from "../onnx/ops/sub.ts";
import { crossEntropy } from "./cross-entropy.ts";
import { languageModel } from "./language-model.ts";
import { ModelScope } from "./model-scope.ts";
import type { ModelShape } from "./model-shape.ts";
import { oneHot } from "./one-hot.ts";
import type { BatchSize } from "./training-graph.ts";

/**
 * How well a model predicts, without training it.
 *
 * In: `tokens`, `previous`, `targets`, `parameters`. Out, each [texts, tokens]: `entropy` in nats, and
 * `lead`, how far the target's logit lies below the best one (0: the target was the model's guess).
 */
export function evaluationGraph(shape: ModelShape, { texts, tokens }: BatchSize) {
  const graph = new Graph();
  const scope = new ModelScope(graph, shape, { tokens, capacity: 0, dtype: "float32" });
  const dims = [texts, tokens];
  const targets = scope.input("targets", dims);
  const { logits } = languageModel(
    scope,
    scope.input("tokens", dims),
    scope.input("previous", dims),
  );
  const own = Mul(graph, logits, oneHot(graph, targets, shape.vocabulary));
  const lead = Sub(graph, ReduceMax(graph, logits, [2]), ReduceSum(graph, own, [2]));
  scope.output("entropy", crossEntropy(graph, logits, targets));
  scope.output("lead", Reshape(graph, lead, dims));
  return scope.build();
}
