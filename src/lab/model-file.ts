import type { ModelShape } from "./model-shape.ts";
import { type Parameter, parametersOf } from "./parameters.ts";

/**
 * A model on the wire. Matrices are int8 with a float32 scale for each of their last dimension's
 * columns; the scales of norms stay float32. First all float32 (norms and column scales, in the order
 * of the parameters), then all int8.
 */
const isMatrix = ({ dims }: Parameter): boolean => dims.length > 1;

const floatsOf = (parameter: Parameter): number =>
  isMatrix(parameter) ? (parameter.dims.at(-1) as number) : parameter.length;

const largest = 127;

/** Bytes that a model of this shape takes. */
export function modelFileBytes(shape: ModelShape): number {
  return parametersOf(shape).reduce(
    (sum, each) => sum + 4 * floatsOf(each) + (isMatrix(each) ? each.length : 0),
    0,
  );
}

export function encodeModel(shape: ModelShape, parameters: Float32Array): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(modelFileBytes(shape));
  const { floats, bytes } = partsOf(shape, file);
  let [float, byte] = [0, 0];
  for (const parameter of parametersOf(shape)) {
    const { at, length } = parameter;
    const values = parameters.subarray(at, at + length);
    const count = floatsOf(parameter);
    if (!isMatrix(parameter)) {
      floats.set(values, float);
      float += count;
      continue;
    }
    const scales = floats.subarray(float, float + count);
    for (const [i, value] of values.entries()) {
      const column = i % count;
      scales[column] = Math.max(scales[column] as number, Math.abs(value) / largest);
    }
    for (const [i, value] of values.entries()) {
      const scale = scales[i % count] as number;
      bytes[byte + i] = scale === 0 ? 0 : Math.round(value / scale);
    }
    float += count;
    byte += length;
  }
  return file;
}

/** @returns [parameters] @throws RangeError when the file has not the size of such a model */
export function decodeModel(shape: ModelShape, file: Uint8Array): Float32Array<ArrayBuffer> {
  const expected = modelFileBytes(shape);
  if (file.length !== expected) {
    throw new RangeError(`${file.length} bytes; a model of this shape has ${expected}`);
  }
  const { floats, bytes } = partsOf(shape, Uint8Array.from(file));
  const list = parametersOf(shape);
  const parameters = new Float32Array(list.reduce((sum, { length }) => sum + length, 0));
  let [float, byte] = [0, 0];
  for (const parameter of list) {
    const { at, length } = parameter;
    const count = floatsOf(parameter);
    if (isMatrix(parameter)) {
      for (let i = 0; i < length; i++) {
        parameters[at + i] = (bytes[byte + i] as number) * (floats[float + (i % count)] as number);
      }
      byte += length;
    } else parameters.set(floats.subarray(float, float + count), at);
    float += count;
  }
  return parameters;
}

function partsOf(shape: ModelShape, file: Uint8Array<ArrayBuffer>) {
  const count = parametersOf(shape).reduce((sum, each) => sum + floatsOf(each), 0);
  return {
    floats: new Float32Array(file.buffer, 0, count),
    bytes: new Int8Array(file.buffer, 4 * count),
  };
}
