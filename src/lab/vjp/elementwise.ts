import type { Value } from "../../onnx/graph.ts";
import { Div } from "../../onnx/ops/div.ts";
import { Mul } from "../../onnx/ops/mul.ts";
import { Sign } from "../../onnx/ops/sign.ts";
import { Sub } from "../../onnx/ops/sub.ts";
import { inputOf, unbroadcast, type Vjp } from "./vjp.ts";

export const add: Vjp = (graph, node, gradient, needed) =>
  [0, 1].map((i) => (needed[i] ? unbroadcast(graph, gradient, inputOf(node, i).dims) : null));

export const sub: Vjp = (graph, node, gradient, needed) => {
  const minus = (): Value => Mul(graph, gradient, graph.constant("float32", [], [-1]));
  return [
    needed[0] ? unbroadcast(graph, gradient, inputOf(node, 0).dims) : null,
    needed[1] ? unbroadcast(graph, minus(), inputOf(node, 1).dims) : null,
  ];
};

export const mul: Vjp = (graph, node, gradient, needed) => {
  const [a, b] = [inputOf(node, 0), inputOf(node, 1)];
  // A square gets its whole gradient at once.
  if (a === b) return [Mul(graph, gradient, Mul(graph, a, graph.constant("float32", [], [2])))];
  const through = (own: Value, other: Value): Value =>
    unbroadcast(graph, Mul(graph, gradient, other), own.dims);
  return [needed[0] ? through(a, b) : null, needed[1] ? through(b, a) : null];
};

/** a ÷ b: the first gets g ÷ b, the second −(g ÷ b) · y. */
export const div: Vjp = (graph, node, gradient, needed) => {
  const [a, b] = [inputOf(node, 0), inputOf(node, 1)];
  const share = Div(graph, gradient, b);
  const byDivisor = (): Value => {
    const minus = graph.constant("float32", [], [-1]);
    return Mul(graph, Mul(graph, share, node.outputs[0] as Value), minus);
  };
  return [
    needed[0] ? unbroadcast(graph, share, a.dims) : null,
    needed[1] ? unbroadcast(graph, byDivisor(), b.dims) : null,
  ];
};

/**
 * 1 where it let through, 0 where it did not, and 0 at 0. Where only its square is read, the gradient
 * has the output as a factor already, and is 0 where that is 0.
 */
export const relu: Vjp = (graph, node, gradient, _needed, readers) => {
  const y = node.outputs[0] as Value;
  const isSquared = readers().every(
    ({ operator, inputs }) => operator === "Mul" && inputs.every((input) => input === y),
  );
  return [isSquared ? gradient : Mul(graph, gradient, Sign(graph, y))];
};

/** σ′ = σ (1 − σ) */
export const sigmoid: Vjp = (graph, node, gradient) => {
  const y = node.outputs[0] as Value;
  const one = graph.constant("float32", [], [1]);
  return [Mul(graph, gradient, Mul(graph, y, Sub(graph, one, y)))];
};

export const exp: Vjp = (graph, node, gradient) => [Mul(graph, gradient, node.outputs[0] as Value)];

export const log: Vjp = (graph, node, gradient) => [Div(graph, gradient, inputOf(node, 0))];

/** See `detached`. */
export const identity: Vjp = () => [null];
