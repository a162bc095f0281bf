import { columnsOf } from "../../onnx/blocks/heads.ts";
import type { Graph, Value } from "../../onnx/graph.ts";
import { Gemm } from "../../onnx/ops/gemm.ts";
import { MatMul } from "../../onnx/ops/mat-mul.ts";
import { Reshape } from "../../onnx/ops/reshape.ts";
import { inputOf, unbroadcast, type Vjp } from "./vjp.ts";

/** a b: the first gets g bᵀ, the second aᵀ g. */
export const matMul: Vjp = (graph, node, gradient, needed) => {
  const [a, b] = [inputOf(node, 0), inputOf(node, 1)];
  const isLinear = b.dims.length === 2;
  return [
    needed[0] ? (isLinear ? throughLinear(graph, gradient, b, a) : byFirst()) : null,
    needed[1] ? (isLinear ? weightOf(graph, a, gradient) : bySecond()) : null,
  ];

  function byFirst(): Value {
    return unbroadcast(graph, MatMul(graph, gradient, columnsOf(graph, b)), a.dims);
  }

  function bySecond(): Value {
    // The larger of the two is left as it lies: turning it would copy it.
    const product =
      size(a) > size(gradient)
        ? columnsOf(graph, MatMul(graph, columnsOf(graph, gradient), a))
        : MatMul(graph, columnsOf(graph, a), gradient);
    return unbroadcast(graph, product, b.dims);
  }
};

const size = ({ dims }: Value): number => dims.reduce((a, b) => a * b, 1);

/** All rows as one matrix. */
const flat = (graph: Graph, x: Value): Value => {
  const width = x.dims.at(-1) as number;
  return x.dims.length === 2 ? x : Reshape(graph, x, [size(x) / width, width]);
};

function throughLinear(graph: Graph, gradient: Value, w: Value, x: Value): Value {
  const rows = Gemm(graph, flat(graph, gradient), w, { transB: true });
  return x.dims.length === 2 ? rows : Reshape(graph, rows, x.dims);
}

const weightOf = (graph: Graph, x: Value, gradient: Value): Value =>
  Gemm(graph, flat(graph, x), flat(graph, gradient), { transA: true });
