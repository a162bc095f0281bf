import type { Graph, Value } from "../../onnx/graph.ts";
import { Add } from "../../onnx/ops/add.ts";
import { Div } from "../../onnx/ops/div.ts";
import { Mul } from "../../onnx/ops/mul.ts";
import { ReduceSum } from "../../onnx/ops/reduce.ts";
import { normEpsilon } from "../../onnx/ops/rms-norm.ts";
import { Sqrt } from "../../onnx/ops/sqrt.ts";
import { Sub } from "../../onnx/ops/sub.ts";
import { inputOf, unbroadcast, type Vjp } from "./vjp.ts";

const last = ({ dims }: Value): readonly [number] => [dims.length - 1];

/** y (g − Σ g y) over the last axis. */
export const softmax: Vjp = (graph, node, gradient) => {
  const y = node.outputs[0] as Value;
  const sum = ReduceSum(graph, Mul(graph, gradient, y), last(y));
  return [Mul(graph, y, Sub(graph, gradient, sum))];
};

/** With x̂ = x ÷ rms and h = g · scale: x gets (h − x̂ mean(h x̂)) ÷ rms, scale gets Σ g x̂. */
export const rmsNorm: Vjp = (graph, node, gradient, needed) => {
  const [x, scale] = [inputOf(node, 0), inputOf(node, 1)];
  const rms = Sqrt(
    graph,
    Add(graph, mean(graph, Mul(graph, x, x)), graph.constant("float32", [], [normEpsilon])),
  );
  const unit = Div(graph, x, rms);
  const byInput = (): Value => {
    const scaled = Mul(graph, gradient, scale);
    const along = mean(graph, Mul(graph, scaled, unit));
    return Div(graph, Sub(graph, scaled, Mul(graph, unit, along)), rms);
  };
  return [
    needed[0] ? byInput() : null,
    needed[1] ? unbroadcast(graph, Mul(graph, gradient, unit), scale.dims) : null,
  ];
};

function mean(graph: Graph, x: Value): Value {
  const share = graph.constant("float32", [], [1 / (x.dims.at(-1) as number)]);
  return Mul(graph, ReduceSum(graph, x, last(x)), share);
}
