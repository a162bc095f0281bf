import type { Graph, Value } from "../graph.ts";

interface Turned {
  readonly transA?: boolean;
  readonly transB?: boolean;
}

/** https://onnx.ai/onnx/operators/onnx__Gemm.html: two matrices, each taken as it lies or turned. */
export function Gemm(
  graph: Graph,
  a: Value,
  b: Value,
  { transA = false, transB = false }: Turned,
): Value {
  const [rows, inner] = transA ? a.dims.toReversed() : a.dims;
  const [innerOfB, columns] = transB ? b.dims.toReversed() : b.dims;
  const areMatrices = a.dims.length === 2 && b.dims.length === 2;
  if (!areMatrices || rows === undefined || columns === undefined || inner !== innerOfB) {
    throw new RangeError(`Gemm: [${a.dims}] does not multiply [${b.dims}]`);
  }
  const attributes = { transA: Number(transA), transB: Number(transB) };
  return graph.node("Gemm", [a, b], [rows, columns], attributes);
}
