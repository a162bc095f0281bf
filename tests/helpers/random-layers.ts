import type { CacheLayer, LayerGroup } from "../../src/model/layers.ts";

/** Integers from 0 up to before `below`, the same for the same seed (Lehmer's generator). */
export function seededInteger(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

type Random = (below: number) => number;

const kinds: readonly ((random: Random) => CacheLayer)[] = [
  (r) => ({ kind: "heads", nKv: 1 + r(64), headDim: 8 * (1 + r(32)) }),
  (r) => ({ kind: "heads", nKv: 1 + r(64), headDim: 192, valueDim: 128 }),
  (r) => ({ kind: "heads", nKv: 1 + r(64), headDim: 128, windowTokens: 1 + r(8192) }),
  (r) => ({ kind: "heads", nKv: 1 + r(64), headDim: 128, chunkTokens: 1 + r(8192) }),
  (r) => ({ kind: "latent", latentDim: 64 * (1 + r(16)), ropeDim: 16 * r(8) }),
  () => ({ kind: "latent", latentDim: 512, ropeDim: 64, indexerDim: 128 }),
  (r) => ({ kind: "latent", latentDim: 256, ropeDim: 64, latentHeads: 1 + r(8) }),
  (r) => ({ kind: "tied", nKv: 1 + r(32), headDim: 128, ropeDim: 64 }),
  (r) => ({ kind: "factored", nHeads: 1 + r(64), headDim: 128, rankK: 1 + r(6), rankV: 1 + r(6) }),
  (r) => ({
    kind: "state",
    heads: 1 + r(128),
    keyDim: 128,
    valueDim: 64,
    convChannels: 64 * r(256),
    convTaps: 3,
    convGroups: r(9),
    groupChannels: 256,
  }),
  () => ({ kind: "shared" }),
  () => ({ kind: "none" }),
];

/** A layer of any kind. */
export const randomLayer = (random: Random): CacheLayer =>
  (kinds[random(kinds.length)] ?? (() => ({ kind: "none" as const })))(random);

/** A model of one to four kinds of layers, in blocks that repeat. */
export function randomModel(random: Random): readonly LayerGroup[] {
  const pattern = Array.from({ length: 1 + random(4) }, () => ({
    count: 1 + random(5),
    layer: randomLayer(random),
  }));
  return Array.from({ length: 1 + random(8) }, () => pattern).flat();
}
