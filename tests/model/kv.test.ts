import assert from "node:assert/strict";
import { test } from "node:test";
import { cacheFormat, elementFormats, type FormatName } from "../../src/model/formats.ts";
import { kvBytesPerSequence, kvBytesPerToken, stateBytes } from "../../src/model/kv.ts";
import type { CacheLayer, LayerGroup } from "../../src/model/layers.ts";
import { bytesPerGB, bytesPerGiB } from "../../src/model/units.ts";
import { randomLayer, seededInteger } from "../helpers/random-layers.ts";

const bf16 = cacheFormat("bf16");
const heads = (count: number, nKv: number, headDim: number): LayerGroup[] => [
  { count, layer: { kind: "heads", nKv, headDim } },
];
const latent = (count: number): LayerGroup[] => [
  { count, layer: { kind: "latent", latentDim: 512, ropeDim: 64 } },
];
const llama70b = heads(80, 8, 128);
const llama70bMha = heads(80, 64, 128);
const llama70bMqa = heads(80, 1, 128);

const gatedDelta = {
  kind: "state",
  heads: 32,
  keyDim: 128,
  valueDim: 128,
  convChannels: 8192,
  convTaps: 3,
} as const;
const tpa = (nHeads: number, headDim: number, rankK: number, rankV: number): CacheLayer => ({
  kind: "factored",
  nHeads,
  headDim,
  rankK,
  rankV,
});
const formats = Object.keys(elementFormats) as FormatName[];

/** Rounded to `digits` significant digits, as the published figures are. */
const near = (bytes: number, unit: number, printed: string) =>
  assert.equal((bytes / unit).toPrecision(printed.replace(/^0\.|\./g, "").length), printed);

test("bytes per token match published figures", () => {
  const rows: [string, LayerGroup[], number][] = [
    ["Llama 3 70B, 320 KiB", llama70b, 327_680],
    ["its MHA twin", llama70bMha, 2_621_440],
    ["its MQA twin", llama70bMqa, 40_960],
    // multi_query: 1 KV head although the config prints 71
    ["Falcon 7B", heads(32, 1, 64), 8_192],
    // 576 × 60 elements, arXiv:2405.04434 table 9
    ["DeepSeek-V2", latent(60), 69_120],
    ["DeepSeek-V3", latent(61), 70_272],
    ["DeepSeek-V2-Lite", latent(27), 31_104],
  ];
  for (const [name, layers, bytes] of rows)
    assert.equal(kvBytesPerToken(layers, bf16), bytes, name);
});

test("a sequence of the 70B example, in GB and in GiB", () => {
  const at = (layers: LayerGroup[], tokens: number) => kvBytesPerSequence(layers, bf16, tokens);
  near(at(llama70b, 8192), bytesPerGB, "2.684");
  assert.equal(at(llama70b, 8192), 2.5 * bytesPerGiB);
  near(at(llama70b, 8192) * 32, bytesPerGB, "85.90");
  assert.equal(at(llama70b, 8192) * 32, 80 * bytesPerGiB);
  near(at(llama70b, 131_072), bytesPerGB, "42.95");
  assert.equal(at(llama70b, 131_072), 40 * bytesPerGiB);
  near(at(llama70bMha, 8192), bytesPerGB, "21.475");
  assert.equal(at(llama70bMha, 8192), 20 * bytesPerGiB);
  near(at(llama70bMha, 8192) * 32, bytesPerGB, "687.2");
  assert.equal(at(llama70bMha, 8192) * 32, 640 * bytesPerGiB);
  near(at(llama70bMqa, 8192), bytesPerGB, "0.3355");
  assert.equal(at(llama70bMqa, 8192), 0.3125 * bytesPerGiB);
  assert.equal(
    kvBytesPerSequence(llama70b, cacheFormat("fp8"), 8192) * 2,
    at(llama70b, 8192),
    "fp8 halves it",
  );
});

test("a window caps what its layers keep: Gemma 2 9B", () => {
  const gemma: LayerGroup[] = [
    { count: 21, layer: { kind: "heads", nKv: 8, headDim: 256 } },
    { count: 21, layer: { kind: "heads", nKv: 8, headDim: 256, windowTokens: 4096 } },
  ];
  assert.equal(kvBytesPerToken(gemma, bf16), 344_064);
  near(kvBytesPerSequence(gemma, bf16, 8192), bytesPerGB, "2.114");
  // Second derivation: 3/4 of the same layers without windows, at twice the window.
  assert.equal(kvBytesPerSequence(gemma, bf16, 8192), (344_064 * 8192 * 3) / 4);
  assert.equal(kvBytesPerSequence(gemma, bf16, 4096), 344_064 * 4096);
});

test("K and V of different width: DeepSeek's expanded cache", () => {
  const expanded: LayerGroup[] = [
    { count: 1, layer: { kind: "heads", nKv: 128, headDim: 192, valueDim: 128 } },
  ];
  assert.equal(kvBytesPerToken(expanded, cacheFormat("fp8")), 40_960);
});

test("refuses what is not a count", () => {
  for (const bad of [-1, 1.5, Number.NaN, Infinity]) {
    assert.throws(() => kvBytesPerToken(heads(80, bad, 128), bf16), RangeError);
    assert.throws(() => kvBytesPerSequence(llama70b, bf16, bad), RangeError);
  }
  assert.throws(() => kvBytesPerSequence(heads(1e5, 1e5, 1e5), bf16, 1e5), /too large to be exact/);
});

test("bytes per token per layer of each arrangement in bf16, as its paper counts them", () => {
  const rows: [string, CacheLayer, number][] = [
    ["MHA, 32 × 128", { kind: "heads", nKv: 32, headDim: 128 }, 16_384],
    ["GQA-8", { kind: "heads", nKv: 8, headDim: 128 }, 4096],
    ["MLA, arXiv:2405.04434", { kind: "latent", latentDim: 512, ropeDim: 64 }, 1152],
    ["MFA, C 256, arXiv:2412.19255", { kind: "heads", nKv: 1, headDim: 256 }, 1024],
    ["MFA-KR", { kind: "tied", nKv: 1, headDim: 256, ropeDim: 0 }, 512],
    ["TPA 1+1, arXiv:2501.06425", tpa(32, 64, 1, 1), 384],
    ["TPA 2+2", tpa(32, 128, 2, 2), 1280],
    ["GTA-4, arXiv:2505.21487", { kind: "tied", nKv: 4, headDim: 128, ropeDim: 64 }, 1152],
    ["GLA-2", { kind: "latent", latentDim: 256, ropeDim: 64, latentHeads: 2 }, 1152],
    ["MiMo, K 192 and V 128", { kind: "heads", nKv: 4, headDim: 192, valueDim: 128 }, 2560],
    ["a state", { ...gatedDelta }, 0],
    ["another layer's cache", { kind: "shared" }, 0],
    ["no attention", { kind: "none" }, 0],
  ];
  for (const [name, layer, bytes] of rows) {
    assert.equal(kvBytesPerToken([{ count: 1, layer }], bf16), bytes, name);
  }
});

test("what tensor parallelism splits, repeats and leaves whole", () => {
  const on = (layer: CacheLayer, tp: number) => kvBytesPerToken([{ count: 1, layer }], bf16, tp);
  const heads8: CacheLayer = { kind: "heads", nKv: 8, headDim: 128 };
  const mla: CacheLayer = { kind: "latent", latentDim: 512, ropeDim: 64 };
  const gla: CacheLayer = { kind: "latent", latentDim: 256, ropeDim: 64, latentHeads: 2 };
  assert.deepEqual(
    [1, 2, 8, 16].map((tp) => on(heads8, tp)),
    [4096, 2048, 512, 512],
  );
  assert.equal(on({ kind: "heads", nKv: 10, headDim: 128 }, 4), 3 * 512, "⌈10 / 4⌉");
  assert.deepEqual(
    [1, 8].map((tp) => on(mla, tp)),
    [1152, 1152],
  );
  // 640 B a GPU at two GPUs, arXiv:2505.21487
  assert.deepEqual(
    [1, 2].map((tp) => on(gla, tp)),
    [1152, 640],
  );
});

test("states: vLLM's page of Qwen3-Next, llama.cpp's of Qwen3.5-27B", () => {
  // (32 / 2 · 128 · 128 + 3 · 8192 / 2) bf16 values: two GPUs
  assert.equal(stateBytes(gatedDelta, 2), 548_864);
  const qwen27b = { ...gatedDelta, heads: 48, convChannels: 10_240 };
  assert.equal((stateBytes(qwen27b, 1, 4) * 48) / 2 ** 20, 149.625, "48 layers in fp32");
  assert.equal(stateBytes({ ...qwen27b, stateElementBytes: 4 }, 2, 2, 3), 1_634_304);
  // Mamba-2: groups of channels are repeated until each GPU has one
  const mamba2 = { ...gatedDelta, convChannels: 4096, convGroups: 2, groupChannels: 256 };
  assert.equal(stateBytes(mamba2, 4) - stateBytes({ ...mamba2, convGroups: 4 }, 4), 0);
  const layers = [{ count: 36, layer: gatedDelta }];
  assert.equal(kvBytesPerSequence(layers, bf16, 1), kvBytesPerSequence(layers, bf16, 1e6));
});

test("CLA shares every second layer, YOCO all of the upper half", () => {
  const full = (count: number): LayerGroup => ({
    count,
    layer: { kind: "heads", nKv: 8, headDim: 128 },
  });
  const cla = Array.from({ length: 16 }, () => [
    full(1),
    { count: 1, layer: { kind: "shared" } as const },
  ]).flat();
  assert.equal(kvBytesPerToken(cla, bf16) * 2, kvBytesPerToken([full(32)], bf16));
  const window: LayerGroup = {
    count: 15,
    layer: { kind: "heads", nKv: 8, headDim: 128, windowTokens: 1024 },
  };
  const yoco = [window, full(1), { count: 16, layer: { kind: "shared" } as const }];
  // 2 n_kv d_h b (S + (L / 2 − 1) W): one global cache, windows below (arXiv:2405.05254)
  assert.equal(kvBytesPerSequence(yoco, bf16, 100_000), 4096 * (100_000 + 15 * 1024));
});

test("bytes grow with tokens and never shrink with heads; more GPUs never make a rank larger", () => {
  const random = seededInteger(7);
  for (let i = 0; i < 2000; i++) {
    const layer = randomLayer(random);
    const format = cacheFormat(formats[random(formats.length)] ?? "bf16");
    const of = (l: CacheLayer, tokens: number, tp: number) =>
      kvBytesPerSequence([{ count: 3, layer: l }], format, tokens, tp);
    const [tokens, tp] = [1 + random(100_000), 1 + random(16)];
    const what = `${JSON.stringify(layer)} ${tokens} ${tp}`;
    // Keys that leave their 16 bits together make the cache shorter: from block to block it grows.
    const block = format.k.blockTokens ?? 1;
    const more = tokens + block * (1 + random(1000));
    assert.ok(of(layer, more, tp) >= of(layer, tokens, tp), what);
    assert.ok(of(layer, tokens, tp + 1) <= of(layer, tokens, tp), what);
    if (layer.kind === "heads") {
      assert.ok(of({ ...layer, nKv: layer.nKv + 1 }, tokens, tp) >= of(layer, tokens, tp), what);
    }
  }
});
