import type { CacheFormats } from "../model/quant/matrix-format.ts";
import { Graph, type Value } from "../onnx/graph.ts";
import { Exp } from "../onnx/ops/exp.ts";
import { Log } from "../onnx/ops/log.ts";
import { Mul } from "../onnx/ops/mul.ts";
import { ReduceMax, ReduceSum } from "../onnx/ops/reduce.ts";
import { Reshape } from "../onnx/ops/reshape.ts";
import { Sub } from "../onnx/ops/sub.ts";
import { languageModel } from "./language-model.ts";
import { ModelScope } from "./model-scope.ts";
import type { ModelShape } from "./model-shape.ts";
import { oneHot } from "./one-hot.ts";
import type { BatchSize } from "./training-graph.ts";

/**
 * How well a model predicts, without training it; with `formats`, while its cache stores keys and values
 * so. Each query reads what it would read if the text were decoded token by token, and what it stores
 * depends on no later token.
 *
 * In: `tokens`, `previous`, `targets`, `parameters`; with `formats` also `exact` [texts, tokens,
 * vocabulary], what the same graph without them gives as `logs`. Out: `logs`, the logarithms of all
 * probabilities; each [texts, tokens]: `entropy`, in nats; `lead`, how far the target lies below the
 * likeliest (0: it was the model's guess); with `formats` `divergence`, KL(exact ‖ stored) in nats.
 */
export function evaluationGraph(
  shape: ModelShape,
  { texts, tokens }: BatchSize,
  formats?: CacheFormats,
) {
  const graph = new Graph();
  const use = { tokens, capacity: 0, dtype: "float32" } as const;
  const scope = new ModelScope(graph, shape, use, { formats });
  const dims = [texts, tokens];
  const flat = (value: Value) => Reshape(graph, value, dims);
  const targets = scope.input("targets", dims);
  const ids = scope.input("tokens", dims);
  const { logits } = languageModel(scope, ids, scope.input("previous", dims));
  const shifted = Sub(graph, logits, ReduceMax(graph, logits, [2]));
  const logs = Sub(graph, shifted, Log(graph, ReduceSum(graph, Exp(graph, shifted), [2])));
  const own = ReduceSum(graph, Mul(graph, logs, oneHot(graph, targets, shape.vocabulary)), [2]);
  scope.output("entropy", flat(Sub(graph, scope.constant([], [0]), own)));
  scope.output("lead", flat(Sub(graph, ReduceMax(graph, logs, [2]), own)));
  if (formats) {
    const exact = scope.input("exact", [texts, tokens, shape.vocabulary]);
    const apart = Mul(graph, Exp(graph, exact), Sub(graph, exact, logs));
    scope.output("divergence", flat(ReduceSum(graph, apart, [2])));
  }
  scope.output("logs", logs);
  return scope.build();
}
