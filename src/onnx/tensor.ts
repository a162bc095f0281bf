import { toFloat16 } from "./float16.ts";
import { type Bytes, bytes, integer, packedIntegers, text } from "./wire.ts";

export type DType = "float32" | "float16" | "int32" | "int64";

/** TensorProto.DataType, https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
export const dtypeCode: Readonly<Record<DType, number>> = {
  float32: 1,
  int32: 6,
  int64: 7,
  float16: 10,
};

/** A tensor whose values are part of the graph. */
export interface Literal {
  readonly dtype: DType;
  readonly dims: readonly number[];
  readonly raw: Bytes;
}

const packers: Readonly<Record<DType, { size: number; put: Put }>> = {
  float32: { size: 4, put: (view, at, value) => view.setFloat32(at, value, true) },
  float16: { size: 2, put: (view, at, value) => view.setUint16(at, toFloat16(value), true) },
  int32: { size: 4, put: (view, at, value) => view.setInt32(at, value, true) },
  int64: { size: 8, put: (view, at, value) => view.setBigInt64(at, BigInt(value), true) },
};
type Put = (view: DataView, at: number, value: number) => void;

export function literal(dtype: DType, dims: readonly number[], values: readonly number[]): Literal {
  const expected = dims.reduce((a, b) => a * b, 1);
  if (values.length !== expected) {
    throw new RangeError(`${values.length} values do not fill [${dims}], which holds ${expected}`);
  }
  const { size, put } = packers[dtype];
  const raw = new Uint8Array(size * values.length);
  const view = new DataView(raw.buffer);
  values.forEach((value, i) => {
    put(view, i * size, value);
  });
  return { dtype, dims, raw };
}

/** TensorProto */
export function tensorFields(name: string, { dtype, dims, raw }: Literal): Bytes[] {
  const shape = dims.length === 0 ? [] : [packedIntegers(1, dims)];
  return [...shape, integer(2, dtypeCode[dtype]), text(8, name), bytes(9, raw)];
}
