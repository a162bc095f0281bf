import type { ModelShape } from "../model-shape.ts";
import { type Parameter, parametersOf } from "../parameters.ts";

/**
 * One head's part of a layer's weights, as a matrix of its own: [hidden, headDim] of wq, wk, wv, and
 * [headDim, hidden] of wo, always with `headDim` as the inner index of `at`.
 */
export interface HeadBlock {
  readonly rows: number;
  readonly columns: number;
  /** Where the number at (row of hidden, channel of the head) lies in the vector of parameters. */
  readonly at: (row: number, channel: number) => number;
}

export type Projection = "wq" | "wk" | "wv" | "wo";

/** Finds heads in the vector of a model's parameters. */
export function headBlocks(shape: ModelShape) {
  const { hidden, headDim } = shape;
  const places = new Map(parametersOf(shape).map((each) => [each.name, each]));
  return (layer: number, projection: Projection, head: number): HeadBlock => {
    const { at: start, dims } = places.get(`${layer}.${projection}`) as Parameter;
    const width = dims[1] as number;
    const first = head * headDim;
    return {
      rows: hidden,
      columns: headDim,
      at:
        projection === "wo"
          ? (row, channel) => start + (first + channel) * width + row
          : (row, channel) => start + row * width + first + channel,
    };
  };
}

/** Scalar product of two blocks, number by number. */
export function dot(parameters: ArrayLike<number>, a: HeadBlock, b: HeadBlock): number {
  let sum = 0;
  for (let row = 0; row < a.rows; row++) {
    for (let channel = 0; channel < a.columns; channel++) {
      sum +=
        (parameters[a.at(row, channel)] as number) * (parameters[b.at(row, channel)] as number);
    }
  }
  return sum;
}
