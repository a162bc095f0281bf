import assert from "node:assert/strict";
import { test } from "node:test";
import { models } from "../../src/data/index.ts";
import { cacheFormat } from "../../src/model/formats.ts";
import { kvBytesPerSequence } from "../../src/model/kv.ts";
import { layersFromText, layersToText } from "../../src/model/layers-text.ts";
import { randomModel, seededInteger } from "../helpers/random-layers.ts";

test("layers survive the way into a link and back", () => {
  const random = seededInteger(11);
  const some = [
    ...models.map((model) => model.layers),
    ...Array.from({ length: 500 }, () => randomModel(random)),
  ];
  for (const layers of some) assert.deepEqual(layersFromText(layersToText(layers)), layers);
});

test("a pattern is written once", () => {
  const swa = { kind: "heads", nKv: 16, headDim: 128, windowTokens: 1024 } as const;
  const full = { kind: "heads", nKv: 16, headDim: 128 } as const;
  const block = [
    { count: 5, layer: swa },
    { count: 1, layer: full },
  ];
  const gemma = [...Array.from({ length: 10 }, () => block).flat(), { count: 2, layer: swa }];
  assert.equal(layersToText(gemma), "10(5*h16x128w1024,1*h16x128),2*h16x128w1024");
});

test("any other text is refused, and nothing it could say overflows", () => {
  for (const text of [
    "",
    "h8x128",
    "0*h8x128",
    "1*h8",
    "1*h8x128w",
    "99999*h8x128",
    "9999(9*h8x128,9*n)",
    "3()",
    "1*h99999999x1",
    "2(1*n",
    "1*n,",
    "<script>",
    "-1*n",
    "1*q3",
    "1*h8x128,,1*n",
    "1*hx",
  ]) {
    assert.equal(layersFromText(text), null, text);
  }
  const largest = layersFromText("10*h100000x1000");
  assert.ok(largest);
  assert.throws(() => kvBytesPerSequence(largest, cacheFormat("fp32"), 2 ** 30), RangeError);
});
