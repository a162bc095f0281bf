import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cacheFormat, elementFormats, type FormatName } from "../../src/model/formats.ts";
import {
  kvBytesPerToken,
  kvValuesPerTokenPerLayer,
  layerBytesPerToken,
} from "../../src/model/kv.ts";
import type { CacheLayer, LayerGroup } from "../../src/model/layers.ts";
import {
  fullestShare,
  headShards,
  isEvenSplit,
  shardedBytesPerToken,
} from "../../src/model/sharding.ts";
import { randomLayer, randomModel, seededInteger } from "../helpers/random-layers.ts";

const bf16 = cacheFormat("bf16");
const formats = Object.keys(elementFormats) as FormatName[];

/** "1-2 Q 1-16" for a GPU, "=" before a head that an earlier one keeps; numbers from 1. */
const written = (nKv: number, tp: number, nHeads: number | null = null): readonly string[] =>
  headShards(nKv, tp, nHeads).map(({ heads, copy, queries }) => {
    const range = ({ from, to }: { from: number; to: number }) =>
      to === from ? "none" : to === from + 1 ? `${to}` : `${from + 1}-${to}`;
    return `${copy ? "=" : ""}${range(heads)}${queries ? ` Q ${range(queries)}` : ""}`;
  });

describe("which GPU keeps which head", () => {
  test("even: 8 KV heads of 64 query heads over 4 and over 8 GPUs", () => {
    assert.deepEqual(written(8, 4, 64), [
      "1-2 Q 1-16",
      "3-4 Q 17-32",
      "5-6 Q 33-48",
      "7-8 Q 49-64",
    ]);
    assert.deepEqual(
      written(8, 8, 64),
      [1, 2, 3, 4, 5, 6, 7, 8].map((head) => `${head} Q ${head * 8 - 7}-${head * 8}`),
    );
  });

  test("replicated: 2 KV heads over 8 GPUs lie on 4 each, which share their 16 query heads", () => {
    assert.deepEqual(written(2, 8, 32), [
      "1 Q 1-4",
      "=1 Q 5-8",
      "=1 Q 9-12",
      "=1 Q 13-16",
      "2 Q 17-20",
      "=2 Q 21-24",
      "=2 Q 25-28",
      "=2 Q 29-32",
    ]);
    assert.deepEqual(written(1, 3), ["1", "=1", "=1"]);
  });

  test("uneven: 8 KV heads over 6 GPUs and over 3; 2 over 3", () => {
    assert.deepEqual(written(8, 6), ["1-2", "3-4", "5", "6", "7", "8"]);
    assert.deepEqual(written(8, 3, 32), ["1-3 Q 1-12", "4-6 Q 13-24", "7-8 Q 25-32"]);
    assert.deepEqual(written(2, 3, 32), ["1 Q 1-8", "=1 Q 9-16", "2 Q 17-32"]);
  });

  test("query heads that do not suffice for all GPUs leave some without", () => {
    assert.deepEqual(written(1, 3, 2), ["1 Q none", "=1 Q 1", "=1 Q 2"]);
  });

  test("every head is kept, every query is asked once, beside its KV head", () => {
    for (let nKv = 1; nKv <= 40; nKv++) {
      for (let tp = 1; tp <= 16; tp++) {
        const nHeads = nKv * 6;
        const shards = headShards(nKv, tp, nHeads);
        const firsts = shards.filter(({ copy }) => !copy).map(({ heads }) => heads.to - heads.from);
        assert.equal(
          firsts.reduce((sum, count) => sum + count, 0),
          nKv,
          "each head once",
        );
        assert.equal(
          Math.max(...shards.map(({ heads }) => heads.to - heads.from)),
          Math.max(1, Math.ceil(nKv / tp)),
        );
        let next = 0;
        for (const { heads, queries } of shards) {
          assert.ok(queries);
          assert.equal(queries.from, next);
          next = queries.to;
          for (let query = queries.from; query < queries.to; query++) {
            const head = Math.floor(query / 6);
            assert.ok(heads.from <= head && head < heads.to, `${nKv} over ${tp}`);
          }
        }
        assert.equal(next, nHeads);
      }
    }
  });

  test("a count of nothing is refused", () => {
    for (const [nKv, tp, nHeads] of [
      [0, 1, 8],
      [8, 0, 8],
      [8, 2, 0],
      [8, 2.5, 8],
      [-1, 2, 8],
    ] as const) {
      assert.throws(() => headShards(nKv, tp, nHeads), RangeError);
    }
  });
});

test("a split that engines start with: one divides the other, and TP the query heads", () => {
  for (const [nKv, nHeads, tp, even] of [
    [8, 64, 8, true],
    [8, 64, 16, true],
    [8, 64, 3, false],
    [2, 32, 8, true],
    [2, 32, 3, false],
    [2, 12, 3, false],
    [10, 40, 4, false],
    [10, 40, 5, true],
    [4, 28, 8, false],
    [null, 128, 16, true],
    [null, 20, 8, false],
    [8, null, 8, true],
    [8, null, 6, false],
  ] as const) {
    assert.equal(isEvenSplit(nKv, nHeads, tp), even, `${nKv} of ${nHeads} over ${tp}`);
  }
});

const heads = (count: number, nKv: number): LayerGroup => ({
  count,
  layer: { kind: "heads", nKv, headDim: 128 },
});
const mla: CacheLayer = { kind: "latent", latentDim: 512, ropeDim: 64 };

describe("bytes of one token, 80 layers of heads with 128 dimensions in 16 bits", () => {
  // K and V of one head in one layer: 2 · 128 · 2 B.
  const row = 512;

  test("even: nothing twice, nothing idle", () => {
    assert.deepEqual(shardedBytesPerToken([heads(80, 8)], bf16, 8), {
      perGpu: 80 * row,
      all: 327_680,
      once: 327_680,
      copied: 0,
      idle: 0,
    });
  });

  test("replicated: 2 heads on 8 GPUs take what 8 heads take, 6 of 8 parts are copies", () => {
    assert.deepEqual(shardedBytesPerToken([heads(80, 2)], bf16, 8), {
      perGpu: 80 * row,
      all: 327_680,
      once: 81_920,
      copied: 245_760,
      idle: 0,
    });
  });

  test("uneven: 8 heads on 6 GPUs need 12 places, 4 stay empty", () => {
    assert.deepEqual(shardedBytesPerToken([heads(80, 8)], bf16, 6), {
      perGpu: 80 * 2 * row,
      all: 12 * 80 * row,
      once: 8 * 80 * row,
      copied: 0,
      idle: 4 * 80 * row,
    });
  });

  test("MLA lies whole on each: 576 values, 7 of 8 are copies", () => {
    assert.deepEqual(shardedBytesPerToken([{ count: 60, layer: mla }], bf16, 8), {
      perGpu: 60 * 1152,
      all: 8 * 60 * 1152,
      once: 60 * 1152,
      copied: 7 * 60 * 1152,
      idle: 0,
    });
  });

  test("layers with 4 and with 8 heads on 8 GPUs: only the former are copied", () => {
    assert.deepEqual(shardedBytesPerToken([heads(9, 4), heads(39, 8)], bf16, 8), {
      perGpu: 48 * row,
      all: 8 * 48 * row,
      once: (9 * 4 + 39 * 8) * row,
      copied: 9 * 4 * row,
      idle: 0,
    });
  });

  test("GLA: latents are split, the RoPE key is not (arXiv:2505.21487: 640 B at TP 2)", () => {
    const layer: CacheLayer = { kind: "latent", latentDim: 256, ropeDim: 64, latentHeads: 2 };
    assert.deepEqual(shardedBytesPerToken([{ count: 1, layer }], bf16, 2), {
      perGpu: 640,
      all: 1280,
      once: 1152,
      copied: 128,
      idle: 0,
    });
  });
});

test("values a layer keeps on one of 8 GPUs: GQA-8 256, GQA-2 256, MLA 576", () => {
  const values = (layer: CacheLayer) => kvValuesPerTokenPerLayer(fullestShare(layer, 8));
  assert.deepEqual([heads(1, 8).layer, heads(1, 2).layer, mla].map(values), [256, 256, 576]);
});

test("any model, format and TP: the parts add up and none is negative", () => {
  const random = seededInteger(20_240);
  for (let i = 0; i < 400; i++) {
    const layers = randomModel(random);
    const format = cacheFormat(formats[random(formats.length)] ?? "bf16");
    const tp = 1 + random(16);
    const found = shardedBytesPerToken(layers, format, tp);
    assert.equal(found.perGpu, kvBytesPerToken(layers, format, tp));
    assert.equal(found.once, kvBytesPerToken(layers, format));
    assert.equal(found.all, tp * found.perGpu);
    assert.equal(found.once + found.copied + found.idle, found.all);
    assert.ok(found.copied >= 0 && found.idle >= 0, JSON.stringify({ layers, tp }));
    if (tp === 1) assert.equal(found.all, found.once);
  }
});

test("the fullest share alone on one GPU takes what the layer takes on one of `tp`", () => {
  const random = seededInteger(77);
  for (let i = 0; i < 400; i++) {
    const [layer, tp] = [randomLayer(random), 1 + random(16)];
    for (const name of ["bf16", "fp8", "int4"] as const) {
      const format = cacheFormat(name);
      const alone = layerBytesPerToken(fullestShare(layer, tp), format);
      assert.equal(alone, layerBytesPerToken(layer, format, tp), JSON.stringify({ layer, tp }));
    }
  }
});
