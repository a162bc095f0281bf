import { initialParameters } from "../initial-parameters.ts";
import type { ModelShape } from "../model-shape.ts";
import { parametersOf } from "../parameters.ts";
import { alignHeads } from "./align-heads.ts";
import { headBlocks } from "./head-blocks.ts";

/** How the KV heads of a group become one: the paper's three ways, and one after aligning them. */
export const poolings = ["mean", "first", "random", "aligned"] as const;
export type Pooling = (typeof poolings)[number];

/** A model made from another. */
export interface Upcycled {
  readonly shape: ModelShape;
  readonly parameters: Float32Array<ArrayBuffer>;
  /** The MHA model whose heads were pooled: as given, or aligned. */
  readonly source: Float32Array;
}

/**
 * A trained MHA model as GQA or MQA with `nKv` KV heads: neighbours share a group, all else is taken
 * over as it is.
 * @param seed of the new heads where they are "random"
 * @throws RangeError when the model is not MHA or `nKv` does not divide its heads
 * @source Ainslie et al. 2023, section 2.1, https://arxiv.org/abs/2305.13245
 */
export function poolHeads(
  mha: ModelShape,
  parameters: Float32Array,
  nKv: number,
  pooling: Pooling,
  seed: number,
): Upcycled {
  const { attention, nHeads } = mha;
  if (attention.kind !== "grouped" || attention.nKv !== nHeads) {
    throw new RangeError("heads are pooled from MHA");
  }
  if (!Number.isSafeInteger(nKv) || nKv < 1 || nHeads % nKv !== 0) {
    throw new RangeError(`${nKv} KV heads do not divide ${nHeads} heads`);
  }
  const shape: ModelShape = { ...mha, attention: { kind: "grouped", nKv } };
  const from = pooling === "aligned" ? alignHeads(mha, parameters, nKv) : parameters;
  // Begun anew everywhere, then all but the KV heads is taken over.
  const pooled = initialParameters(shape, seed);
  const places = new Map(parametersOf(mha).map((each) => [each.name, each]));
  for (const { name, at, length } of parametersOf(shape)) {
    const source = places.get(name);
    if (!source || /\.w[kv]$/.test(name)) continue;
    pooled.set(from.subarray(source.at, source.at + length), at);
  }
  if (pooling === "random") return { shape, parameters: pooled, source: from };
  const [many, few] = [headBlocks(mha), headBlocks(shape)];
  const group = nHeads / nKv;
  const taken = pooling === "first" ? 1 : group;
  for (let layer = 0; layer < mha.layers; layer++) {
    for (const projection of ["wk", "wv"] as const) {
      for (let head = 0; head < nKv; head++) {
        const target = few(layer, projection, head);
        const sources = Array.from({ length: taken }, (_, i) =>
          many(layer, projection, head * group + i),
        );
        for (let row = 0; row < target.rows; row++) {
          for (let channel = 0; channel < target.columns; channel++) {
            const sum = sources.reduce(
              (total, source) => total + (from[source.at(row, channel)] as number),
              0,
            );
            pooled[target.at(row, channel)] = sum / taken;
          }
        }
      }
    }
  }
  return { shape, parameters: pooled, source: from };
}
