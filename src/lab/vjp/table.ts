import { add, div, exp, identity, log, mul, relu, sigmoid, sub } from "./elementwise.ts";
import { matMul } from "./mat-mul.ts";
import { concat, expand, reduceSum, reshape, slice, transpose } from "./movement.ts";
import { rmsNorm, softmax } from "./norms.ts";
import type { Vjp } from "./vjp.ts";

/** By the name of the ONNX operator. */
export const vjps: Readonly<Record<string, Vjp>> = {
  Add: add,
  Concat: concat,
  Div: div,
  Exp: exp,
  Expand: expand,
  Identity: identity,
  Log: log,
  MatMul: matMul,
  Mul: mul,
  ReduceSum: reduceSum,
  Relu: relu,
  Reshape: reshape,
  RMSNormalization: rmsNorm,
  Sigmoid: sigmoid,
  Slice: slice,
  Softmax: softmax,
  Sub: sub,
  Transpose: transpose,
};
