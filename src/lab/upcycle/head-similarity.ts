import type { ModelShape } from "../model-shape.ts";
import { dot, headBlocks } from "./head-blocks.ts";

/**
 * Cosine of the weights of each two KV heads of a layer: 1 for the same direction, 0 for unrelated.
 * @returns [heads][heads], dimensionless, 1 on the diagonal
 */
export function headSimilarity(
  shape: ModelShape,
  parameters: ArrayLike<number>,
  layer: number,
  projection: "wk" | "wv",
): readonly (readonly number[])[] {
  const { attention } = shape;
  if (attention.kind !== "grouped") throw new RangeError(`no KV heads in ${attention.kind}`);
  const block = headBlocks(shape);
  const heads = Array.from({ length: attention.nKv }, (_, head) => block(layer, projection, head));
  const norms = heads.map((head) => Math.sqrt(dot(parameters, head, head)));
  return heads.map((a, i) =>
    heads.map((b, j) =>
      i === j ? 1 : dot(parameters, a, b) / ((norms[i] as number) * (norms[j] as number)),
    ),
  );
}

/** Mean cosine of the heads that a grouping puts together with the first of their group. */
export function similarityInGroups(
  shape: ModelShape,
  parameters: ArrayLike<number>,
  projection: "wk" | "wv",
  nKv: number,
): number {
  const cosines: number[] = [];
  for (let layer = 0; layer < shape.layers; layer++) {
    const similarity = headSimilarity(shape, parameters, layer, projection);
    const group = similarity.length / nKv;
    for (const [head, row] of similarity.entries()) {
      if (head % group !== 0) cosines.push(row[head - (head % group)] as number);
    }
  }
  return cosines.length === 0 ? 1 : cosines.reduce((a, b) => a + b, 0) / cosines.length;
}
