import { indexerBytes } from "../../src/model/kv.ts";
import type { LayerGroup } from "../../src/model/layers.ts";

/** Bytes of the indexer's keys for one token, which logs and references may leave out. */
export const indexerBytesPerToken = (layers: readonly LayerGroup[]): number =>
  layers.reduce(
    (sum, { count, layer }) =>
      layer.kind === "latent" && layer.indexerDim
        ? sum + count * indexerBytes(layer.indexerDim)
        : sum,
    0,
  );
