import { Expand } from "../../onnx/ops/expand.ts";
import { Pad } from "../../onnx/ops/pad.ts";
import { Reshape } from "../../onnx/ops/reshape.ts";
import { Slice } from "../../onnx/ops/slice.ts";
import { Transpose } from "../../onnx/ops/transpose.ts";
import { inputOf, unbroadcast, type Vjp } from "./vjp.ts";

export const reshape: Vjp = (graph, node, gradient) => [
  Reshape(graph, gradient, inputOf(node, 0).dims),
];

export const transpose: Vjp = (graph, node, gradient) => {
  const perm = node.attributes.perm as readonly number[];
  const back = perm.map((_, axis) => perm.indexOf(axis));
  return [Transpose(graph, gradient, back)];
};

export const expand: Vjp = (graph, node, gradient) => [
  unbroadcast(graph, gradient, inputOf(node, 0).dims),
];

export const reduceSum: Vjp = (graph, node, gradient) => [
  Expand(graph, gradient, inputOf(node, 0).dims),
];

export const slice: Vjp = (graph, node, gradient) => {
  const [from = 0, to = 0, axis = 0] = [1, 2, 3].map((i) => inputOf(node, i).integers?.[0]);
  const length = inputOf(node, 0).dims[axis] as number;
  return [Pad(graph, gradient, axis, from, length - to)];
};

export const concat: Vjp = (graph, node, gradient, needed) => {
  const axis = node.attributes.axis as number;
  let from = 0;
  return node.inputs.map((_, i) => {
    const start = from;
    from += inputOf(node, i).dims[axis] as number;
    return needed[i] ? Slice(graph, gradient, axis, start, from) : null;
  });
};
