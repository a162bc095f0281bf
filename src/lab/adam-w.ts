import type { Graph, Value } from "../onnx/graph.ts";
import { Add } from "../onnx/ops/add.ts";
import { Concat } from "../onnx/ops/concat.ts";
import { Div } from "../onnx/ops/div.ts";
import { Expand } from "../onnx/ops/expand.ts";
import { Min } from "../onnx/ops/min.ts";
import { Mul } from "../onnx/ops/mul.ts";
import { ReduceSum } from "../onnx/ops/reduce.ts";
import { Slice } from "../onnx/ops/slice.ts";
import { Sqrt } from "../onnx/ops/sqrt.ts";
import { Sub } from "../onnx/ops/sub.ts";
import type { Parameter } from "./parameters.ts";

/** β₁, β₂, ε, the decay of matrices, and the gradient's largest norm. */
export const optimizer = {
  meanDecay: 0.9,
  squareDecay: 0.98,
  epsilon: 1e-8,
  weightDecay: 0.05,
  largestNorm: 1,
} as const;

interface State {
  readonly parameters: Value;
  readonly gradient: Value;
  readonly mean: Value;
  readonly square: Value;
  /** [learning rate, 1 ÷ (1 − β₁ᵗ), 1 ÷ (1 − β₂ᵗ)] */
  readonly rates: Value;
}

/**
 * AdamW on all parameters as one vector, after clipping the gradient's norm.
 * @source Loshchilov and Hutter 2017, https://arxiv.org/abs/1711.05101
 */
export function adamW(graph: Graph, layout: readonly Parameter[], state: State) {
  const { parameters, gradient, rates } = state;
  const { meanDecay, squareDecay, epsilon, weightDecay, largestNorm } = optimizer;
  const number = (value: number): Value => graph.constant("float32", [1], [value]);
  const times = (x: Value, factor: number): Value => Mul(graph, x, number(factor));
  const rate = (index: number): Value => Slice(graph, rates, 0, index, index + 1);
  const norm = Sqrt(graph, ReduceSum(graph, Mul(graph, gradient, gradient), [0]));
  const shrink = Min(
    graph,
    number(1),
    Div(graph, number(largestNorm), Add(graph, norm, number(1e-6))),
  );
  const clipped = Mul(graph, gradient, shrink);
  const moved = (before: Value, by: Value, decay: number): Value =>
    Add(graph, times(before, decay), times(by, 1 - decay));
  const mean = moved(state.mean, clipped, meanDecay);
  const square = moved(state.square, Mul(graph, clipped, clipped), squareDecay);
  const spread = Add(graph, Sqrt(graph, Mul(graph, square, rate(2))), number(epsilon));
  const step = Div(graph, Mul(graph, mean, rate(1)), spread);
  const decay = Mul(graph, parameters, decayOf(graph, layout, weightDecay));
  const change = Mul(graph, Add(graph, step, decay), rate(0));
  return { norm, mean, square, parameters: Sub(graph, parameters, change) };
}

/** [parameters]: `decay` for matrices, 0 for the scales of norms. */
function decayOf(graph: Graph, layout: readonly Parameter[], decay: number): Value {
  const runs: { value: number; length: number }[] = [];
  for (const { dims, length } of layout) {
    const value = dims.length > 1 ? decay : 0;
    const last = runs.at(-1);
    if (last?.value === value) last.length += length;
    else runs.push({ value, length });
  }
  const parts = runs.map(({ value, length }) =>
    Expand(graph, graph.constant("float32", [1], [value]), [length]),
  );
  return Concat(graph, parts, 0);
}
