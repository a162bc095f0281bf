import assert from "node:assert/strict";
import { test } from "node:test";
import { cacheFormat } from "../../src/model/formats.ts";
import { kvBytesPerToken } from "../../src/model/kv.ts";
import type { LayerGroup } from "../../src/model/layers.ts";
import { gqaHeads, type HeadShape, ownOf, variantsOf } from "../../src/model/variants.ts";

const shape = (nHeads: number | null, nKv: number): HeadShape => ({
  layers: [{ count: 80, layer: { kind: "heads", nKv, headDim: 128 } }],
  nHeads,
  headDim: 128,
});
const latent: LayerGroup = { count: 60, layer: { kind: "latent", latentDim: 512, ropeDim: 64 } };
const deepseek: HeadShape = {
  layers: [latent],
  nHeads: 128,
  headDim: 128,
  expanded: { dK: 192, dV: 128 },
};
const names = (of: HeadShape) => variantsOf(of).map(({ name, nKv }) => `${name} ${nKv ?? ""}`);

test("a GQA model has MHA and MQA twins", () => {
  assert.deepEqual(names(shape(64, 8)), ["mha 64", "gqa 8", "mqa 1"]);
  assert.equal(ownOf(variantsOf(shape(64, 8))).name, "gqa");
});

test("an MHA or MQA model gets a GQA twin where the heads divide", () => {
  assert.deepEqual(names(shape(32, 32)), ["mha 32", "gqa 8", "mqa 1"]);
  assert.equal(ownOf(variantsOf(shape(32, 32))).name, "mha");
  assert.deepEqual(names(shape(71, 1)), ["mha 71", "mqa 1"]);
  assert.equal(ownOf(variantsOf(shape(71, 1))).name, "mqa");
  assert.deepEqual([8, 12, 14, 2, 71, null].map(gqaHeads), [4, 6, 7, null, null, null]);
});

test("without the number of query heads there is no MHA twin", () => {
  assert.deepEqual(names(shape(null, 8)), ["gqa 8", "mqa 1"]);
});

test("an MLA model against its twins, per token per layer in bf16", () => {
  const perLayer = variantsOf(deepseek).map((v) => [
    v.name,
    kvBytesPerToken(v.layers, cacheFormat("bf16")) / 60,
  ]);
  // 576 × 2; GQA-8 2,048 × 2; MQA 256 × 2; expanded 128 × (192 + 128) × 2: arXiv:2405.04434
  assert.deepEqual(perLayer, [
    ["mha", 81_920],
    ["gqa", 4_096],
    ["mla", 1_152],
    ["mqa", 512],
  ]);
  assert.equal(ownOf(variantsOf(deepseek)).name, "mla");
});
