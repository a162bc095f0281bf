import type { ModelShape } from "../model-shape.ts";
import { type HeadBlock, headBlocks } from "./head-blocks.ts";
import { nearestRotation } from "./nearest-rotation.ts";

/**
 * Turns the heads of each group towards the group's first, without changing what an MHA model
 * computes: scores and outputs of a head are the same when its keys and queries are turned alike, and
 * when its values are turned and W_O turned back.
 *
 * Keys may only be turned by what commutes with RoPE, which is a rotation in each of its pairs of
 * dimensions; values by any rotation, of which the best is that of orthogonal Procrustes.
 *
 * @param shape of an MHA model, without norms on queries and keys
 * @returns other parameters of the same function
 */
export function alignHeads(
  shape: ModelShape,
  parameters: Float32Array,
  nKv: number,
): Float32Array<ArrayBuffer> {
  const aligned = Float32Array.from(parameters);
  const block = headBlocks(shape);
  const group = shape.nHeads / nKv;
  for (let layer = 0; layer < shape.layers; layer++) {
    for (let head = 0; head < shape.nHeads; head++) {
      const first = head - (head % group);
      if (head === first) continue;
      const of = (projection: "wq" | "wk" | "wv" | "wo") => block(layer, projection, head);
      alignKeys(aligned, block(layer, "wk", first), of("wk"), of("wq"));
      alignValues(aligned, block(layer, "wv", first), of("wv"), of("wo"));
    }
  }
  return aligned;
}

/** Each pair of dimensions, read as one complex number, is turned by the angle that fits best. */
function alignKeys(w: Float32Array, target: HeadBlock, keys: HeadBlock, queries: HeadBlock): void {
  const half = keys.columns / 2;
  const value = (block: HeadBlock, row: number, channel: number) =>
    w[block.at(row, channel)] as number;
  for (let pair = 0; pair < half; pair++) {
    let [real, imaginary] = [0, 0];
    for (let row = 0; row < keys.rows; row++) {
      const [a, b] = [value(target, row, pair), value(target, row, pair + half)];
      const [c, d] = [value(keys, row, pair), value(keys, row, pair + half)];
      real += a * c + b * d;
      imaginary += b * c - a * d;
    }
    const angle = Math.atan2(imaginary, real);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (const block of [keys, queries]) {
      for (let row = 0; row < block.rows; row++) {
        const [c, d] = [value(block, row, pair), value(block, row, pair + half)];
        w[block.at(row, pair)] = cos * c - sin * d;
        w[block.at(row, pair + half)] = sin * c + cos * d;
      }
    }
  }
}

function alignValues(w: Float32Array, target: HeadBlock, values: HeadBlock, out: HeadBlock): void {
  const channels = Array.from({ length: values.columns }, (_, channel) => channel);
  const overlap = channels.map((i) =>
    channels.map((j) => {
      let sum = 0;
      for (let row = 0; row < values.rows; row++) {
        sum += (w[values.at(row, i)] as number) * (w[target.at(row, j)] as number);
      }
      return sum;
    }),
  );
  const rotation = nearestRotation(overlap);
  // V R, and Rᵀ W_O, whose block has hidden as rows here too: both are rows times R.
  for (const block of [values, out]) {
    for (let row = 0; row < block.rows; row++) {
      const before = channels.map((channel) => w[block.at(row, channel)] as number);
      for (const j of channels) {
        let sum = 0;
        for (const i of channels) sum += (before[i] as number) * (rotation[i]?.[j] as number);
        w[block.at(row, j)] = sum;
      }
    }
  }
}
