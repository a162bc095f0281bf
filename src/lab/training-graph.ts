import { Graph, type Value } from "../onnx/graph.ts";
import { Concat } from "../onnx/ops/concat.ts";
import { Div } from "../onnx/ops/div.ts";
import { Mul } from "../onnx/ops/mul.ts";
import { ReduceSum } from "../onnx/ops/reduce.ts";
import { Reshape } from "../onnx/ops/reshape.ts";
import { adamW } from "./adam-w.ts";
import { crossEntropy } from "./cross-entropy.ts";
import { gradients } from "./gradients.ts";
import { languageModel } from "./language-model.ts";
import { ModelScope } from "./model-scope.ts";
import type { ModelShape } from "./model-shape.ts";
import { parametersOf } from "./parameters.ts";

/** How many texts of how many tokens a step sees. */
export interface BatchSize {
  readonly texts: number;
  readonly tokens: number;
}

/**
 * One step of training as one graph: forward, backward, clipping, AdamW.
 *
 * In, beside what `languageModel` takes: `targets` and `counts` [texts, tokens] (a count of 0 leaves
 * a target out of the loss), `parameters`, `mean`, `square` [parameters], `rates` [3] (see `adamW`).
 * Out: `loss` and `gradientNorm` [1], and `parametersNext`, `meanNext`, `squareNext`.
 */
export function trainingGraph(shape: ModelShape, size: BatchSize) {
  const { scope, loss, gradient } = differentiated(shape, size);
  const count = gradient.dims as readonly [number];
  const next = adamW(scope.graph, parametersOf(shape), {
    parameters: scope.input("parameters", count),
    gradient,
    mean: scope.input("mean", count),
    square: scope.input("square", count),
    rates: scope.input("rates", [3]),
  });
  scope.output("loss", loss);
  scope.output("gradientNorm", next.norm);
  scope.output("parametersNext", next.parameters);
  scope.output("meanNext", next.mean);
  scope.output("squareNext", next.square);
  return scope.build();
}

/** The loss and its `gradient` [parameters] alone, for checks. */
export function gradientGraph(shape: ModelShape, size: BatchSize) {
  const { scope, loss, gradient } = differentiated(shape, size);
  scope.output("loss", loss);
  scope.output("gradient", gradient);
  return scope.build();
}

function differentiated(shape: ModelShape, { texts, tokens }: BatchSize) {
  const graph = new Graph();
  const scope = new ModelScope(graph, shape, { tokens, capacity: 0, dtype: "float32" });
  const input = (name: string): Value => scope.input(name, [texts, tokens]);
  const { logits } = languageModel(scope, input("tokens"), input("previous"));
  const entropy = crossEntropy(graph, logits, input("targets"));
  const counts = input("counts");
  const sum = (x: Value): Value => Reshape(graph, ReduceSum(graph, x, [0, 1]), [1]);
  const loss = Div(graph, sum(Mul(graph, entropy, counts)), sum(counts));
  const parameters = [...scope.parameters.values()];
  const parts = gradients(graph, loss, parameters);
  const flat = parts.map((part) => Reshape(graph, part, [part.dims.reduce((a, b) => a * b, 1)]));
  return { scope, loss, gradient: Concat(graph, flat, 0) };
}
