import { seededNormal } from "../model/attention/seeded-normal.ts";
import type { ModelShape } from "./model-shape.ts";
import { type Parameter, parameterCount, parametersOf } from "./parameters.ts";

/** Seeds of different models and of their tensors never meet. */
const seedsPerModel = 1024;

/** The parameters a model begins with, as one vector; the same on every machine. */
export function initialParameters(shape: ModelShape, seed: number): Float32Array<ArrayBuffer> {
  const all = new Float32Array(parameterCount(shape));
  for (const [index, parameter] of parametersOf(shape).entries()) {
    all.set(startOf(parameter, seed * seedsPerModel + 2 * index), parameter.at);
  }
  return all;
}

function startOf({ dims, length, start }: Parameter, seed: number): Float32Array {
  if (start.kind === "ones") return new Float32Array(length).fill(1);
  if (start.kind === "zeros") return new Float32Array(length);
  const noise = seededNormal(seed, length).map((value) => value * start.spread);
  const columns = dims.at(-1) as number;
  if (start.kind === "offset") {
    const offset = seededNormal(seed + 1, columns);
    return noise.map((value, at) => value + start.spread * (offset[at % columns] as number));
  }
  if (start.kind === "normal") return noise;
  const rows = dims.at(-2) as number;
  return noise.map((value, at) => {
    const [row, column] = [Math.floor(at / columns) % rows, at % columns];
    return value + (row === column ? 1 : 0);
  });
}
