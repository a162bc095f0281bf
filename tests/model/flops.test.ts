import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeModel } from "../../src/model/cost/decode-model.ts";
import {
  absorbedMacsPerPair,
  absorbedMacsPerQuery,
  expandFromQueries,
  expansionMacsPerToken,
  naiveMacsPerPair,
} from "../../src/model/cost/mla.ts";
import {
  attentionMacsPerPair,
  decodeAttentionFlops,
  linearFlops,
  prefillAttentionFlops,
} from "../../src/model/flops.ts";
import type { CacheLayer, HeadsLayer, LayerGroup } from "../../src/model/layers.ts";
import { blueprints } from "./blueprints.ts";

const deepSeek = { nHeads: 128, kvRank: 512, nopeDim: 128, ropeDim: 64, valueDim: 128 };
const full: HeadsLayer = { kind: "heads", nKv: 8, headDim: 128 };
const latent: CacheLayer = { kind: "latent", latentDim: 512, ropeDim: 64 };
const of = (layer: CacheLayer, nHeads = 64) => ({ nHeads, layers: [{ count: 1, layer }] });

test("MLA with 128 heads: absorbed, naive, expanded", () => {
  assert.equal(absorbedMacsPerPair(deepSeek), 139_264);
  assert.equal(naiveMacsPerPair(deepSeek), 40_960);
  assert.equal(expansionMacsPerToken(deepSeek), 16_777_216);
  assert.deepEqual(absorbedMacsPerQuery(deepSeek), { query: 8_388_608, output: 8_388_608 });
  assert.equal((139_264 / 40_960).toFixed(1), "3.4");
});

test("expanding a context pays from 171 queries on", () => {
  const queries = expandFromQueries(deepSeek);
  assert.equal(queries, 171);
  const absorbed = (count: number) => count * 139_264;
  const expanded = (count: number) => 16_777_216 + count * 40_960;
  assert.ok(expanded(queries) < absorbed(queries));
  assert.ok(expanded(queries - 1) >= absorbed(queries - 1));
  assert.equal(expandFromQueries({ ...deepSeek, kvRank: 64 }), Infinity);
});

test("work of one pair is that of the loops, written out", () => {
  const rows: [string, CacheLayer, number, number][] = [
    ["heads", full, 64, 64 * (128 + 128)],
    ["K and V of different widths", { ...full, headDim: 192, valueDim: 128 }, 64, 64 * 320],
    ["GLA, a head sees one of its latents", { ...latent, latentHeads: 2 }, 16, 16 * (2 * 512 + 64)],
    // arXiv:2505.21487: half the key is tied, half is RoPE's; the value is the tied row
    ["GTA", { kind: "tied", nKv: 4, headDim: 128, ropeDim: 64 }, 32, 32 * (64 + 64 + 128)],
    [
      "TPA",
      { kind: "factored", nHeads: 32, headDim: 128, rankK: 2, rankV: 2 },
      32,
      32 * (2 * 128 + 2) + 32 * (2 + 2 * 128),
    ],
    ["shared alone", { kind: "shared" }, 32, 0],
  ];
  for (const [name, layer, nHeads, macs] of rows) {
    assert.equal(attentionMacsPerPair(layer, { nHeads }), macs, name);
  }
  const { nopeDim, valueDim } = deepSeek;
  const expanded = { nHeads: 128, expanded: { nopeDim, valueDim } };
  assert.equal(attentionMacsPerPair(latent, expanded, "naive"), 40_960);
  assert.throws(() => attentionMacsPerPair(latent, { nHeads: 128 }, "naive"), RangeError);
});

test("a window bounds what a step attends to", () => {
  const pair = 2 * 64 * 256;
  const windowed = of({ ...full, windowTokens: 1024 });
  assert.equal(decodeAttentionFlops(of(full), 8192), 8192 * pair);
  assert.equal(decodeAttentionFlops(windowed, 8192), 1024 * pair);
  assert.equal(decodeAttentionFlops(windowed, 1000), 1000 * pair);
});

test("prefill counts pairs of query and key", () => {
  const pair = 2 * 64 * 256;
  // Each query sees itself half: the mean of the pairs with and without the diagonal.
  const pairs = (tokens: number, sees: (query: number, key: number) => boolean) => {
    let count = 0;
    for (let query = 0; query < tokens; query++) {
      for (let key = 0; key <= query; key++) {
        if (sees(query, key)) count += query === key ? 0.5 : 1;
        // A window's oldest key leaves as the newest comes: the other half.
        else if (sees(query, key + 1)) count += 0.5;
      }
    }
    return count;
  };
  const windowed = { ...full, windowTokens: 16 };
  const rows: [string, CacheLayer, number][] = [
    ["full", full, pairs(100, () => true)],
    ["window", windowed, pairs(100, (query, key) => query - key < 16)],
    ["window not reached", { ...full, windowTokens: 128 }, pairs(100, () => true)],
  ];
  for (const [name, layer, expected] of rows) {
    assert.equal(prefillAttentionFlops(of(layer), 100), expected * pair, name);
  }
  const chunked = of({ ...full, chunkTokens: 32 });
  assert.equal(prefillAttentionFlops(chunked, 100), (3 * (32 ** 2 / 2) + 4 ** 2 / 2) * pair);
  assert.equal(prefillAttentionFlops(of(full), 100, { causal: false }), 100 ** 2 * pair);
  assert.equal(prefillAttentionFlops(of(windowed), 100, { causal: false }), 1600 * pair);
  assert.equal(prefillAttentionFlops(chunked, 0), 0);
});

test("MLA decodes on latents and prefills on what is expanded", () => {
  const layers: LayerGroup[] = [{ count: 61, layer: latent }];
  const model = decodeModel(blueprints["DeepSeek-V3"], layers);
  assert.equal(decodeAttentionFlops(model, 1000), 61 * 1000 * 2 * 139_264);
  const naive = 61 * 1000 * 2 * (40_960 + 16_777_216);
  assert.equal(decodeAttentionFlops(model, 1000, "naive"), naive);
  const pairs = (61 * 1000 ** 2) / 2;
  assert.equal(prefillAttentionFlops(model, 1000), pairs * 2 * 40_960);
  assert.equal(prefillAttentionFlops(model, 1000, { form: "absorbed" }), pairs * 2 * 139_264);
});

test("an indexer compares all tokens and attends to its choice", () => {
  const layers: LayerGroup[] = [{ count: 61, layer: { ...latent, indexerDim: 128 } }];
  const model = decodeModel(blueprints["DeepSeek-V3.2"], layers);
  const compare = 64 * 128;
  const at = (tokens: number) => decodeAttentionFlops(model, tokens) / 61 / 2;
  assert.equal(at(1000), 1000 * (139_264 + compare));
  assert.equal(at(100_000), 2048 * 139_264 + 100_000 * compare);
  const prompt = prefillAttentionFlops(model, 4096) / 61 / 2;
  assert.equal(prompt, (4096 * 2048 - 2048 ** 2 / 2) * 40_960 + (4096 ** 2 / 2) * compare);
});

test("state layers are constant, shared layers attend again, others do nothing", () => {
  const state: CacheLayer = {
    ...{ kind: "state", heads: 32, keyDim: 128, valueDim: 128 },
    ...{ convChannels: 8192, convTaps: 3 },
  };
  for (const tokens of [0, 1, 100_000]) {
    assert.equal(decodeAttentionFlops(of(state), tokens), 2 * 3 * 32 * 128 * 128);
  }
  assert.equal(prefillAttentionFlops(of(state), 10), 10 * decodeAttentionFlops(of(state), 1));
  const layers: LayerGroup[] = [
    { count: 1, layer: full },
    { count: 2, layer: { kind: "shared" } },
    { count: 5, layer: { kind: "none" } },
  ];
  assert.equal(
    decodeAttentionFlops({ nHeads: 64, layers }, 100),
    3 * decodeAttentionFlops(of(full), 100),
  );
});

test("products with weights are 2 FLOPs a parameter and token", () => {
  // Llama-3-8B: two FLOPs for each element of each matrix a token meets, 32 layers and the head.
  const layer = 4096 * (4096 + 2 * 1024 + 4096) + 3 * 4096 * 14336;
  const matrices = 32 * layer + 4096 * 128_256;
  const { activeParams, params } = decodeModel(blueprints["Llama-3-8B"], []);
  assert.equal(activeParams, params);
  const norms = 65 * 4096;
  assert.equal(linearFlops(activeParams, 5), 5 * 2 * (matrices + norms));
});
