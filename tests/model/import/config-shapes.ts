import assert from "node:assert/strict";
import { test } from "node:test";
import { importConfig } from "../../../src/model/import/config/import-config.ts";
import { type CacheLayer, layerKinds } from "../../../src/model/layers.ts";

export const heads = (nKv: number, headDim: number, more: object = {}): CacheLayer => ({
  ...{ kind: "heads", nKv, headDim },
  ...more,
});
export const windowed = (nKv: number, headDim: number, windowTokens: number, more: object = {}) =>
  heads(nKv, headDim, { windowTokens, ...more });
export const latent = (latentDim: number, ropeDim: number, more: object = {}): CacheLayer => ({
  ...{ kind: "latent", latentDim, ropeDim },
  ...more,
});
export const state = (
  [stateHeads, keyDim, valueDim]: readonly [number, number, number],
  [convChannels, convTaps]: readonly [number, number],
  more: object = {},
): CacheLayer => ({
  ...{ kind: "state", heads: stateHeads, keyDim, valueDim, convChannels, convTaps },
  ...more,
});
export const none: CacheLayer = { kind: "none" };
export const shared: CacheLayer = { kind: "shared" };

export const dims = (layers: number, nHeads: number, hidden: number, more: object = {}) => ({
  ...{ num_hidden_layers: layers, num_attention_heads: nHeads, hidden_size: hidden },
  ...more,
});

/** Name, configuration, and count and layer of each kind in the order of their first layer. */
export type Row = readonly [string, object, readonly (readonly [number, CacheLayer])[]];

export function testRows(rows: readonly Row[]): void {
  for (const [name, config, expected] of rows) {
    test(name, () => {
      const { layers } = importConfig(config);
      const kinds = layerKinds(layers).map(({ count, layer }) => [count, layer]);
      assert.deepEqual(kinds, expected);
    });
  }
}
