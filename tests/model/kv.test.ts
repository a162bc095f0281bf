import assert from "node:assert/strict";
import { test } from "node:test";
import { kvBytesPerSequence, kvBytesPerToken } from "../../src/model/kv.ts";
import type { LayerGroup } from "../../src/model/layers.ts";
import { bytesPerGB, bytesPerGiB } from "../../src/model/units.ts";

const heads = (count: number, nKv: number, headDim: number): LayerGroup[] => [
  { count, layer: { kind: "heads", nKv, headDim } },
];
const latent = (count: number): LayerGroup[] => [
  { count, layer: { kind: "latent", latentDim: 512, ropeDim: 64 } },
];
const llama70b = heads(80, 8, 128);
const llama70bMha = heads(80, 64, 128);
const llama70bMqa = heads(80, 1, 128);

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
  for (const [name, layers, bytes] of rows) assert.equal(kvBytesPerToken(layers, 2), bytes, name);
});

test("a sequence of the 70B example, in GB and in GiB", () => {
  const at = (layers: LayerGroup[], tokens: number) => kvBytesPerSequence(layers, 2, tokens);
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
  assert.equal(kvBytesPerSequence(llama70b, 1, 8192) * 2, at(llama70b, 8192), "fp8 halves it");
});

test("a window caps what its layers keep: Gemma 2 9B", () => {
  const gemma: LayerGroup[] = [
    { count: 21, layer: { kind: "heads", nKv: 8, headDim: 256 } },
    { count: 21, layer: { kind: "heads", nKv: 8, headDim: 256, windowTokens: 4096 } },
  ];
  assert.equal(kvBytesPerToken(gemma, 2), 344_064);
  near(kvBytesPerSequence(gemma, 2, 8192), bytesPerGB, "2.114");
  // Second derivation: 3/4 of the same layers without windows, at twice the window.
  assert.equal(kvBytesPerSequence(gemma, 2, 8192), (344_064 * 8192 * 3) / 4);
  assert.equal(kvBytesPerSequence(gemma, 2, 4096), 344_064 * 4096);
});

test("K and V of different width: DeepSeek's expanded cache", () => {
  const expanded: LayerGroup[] = [
    { count: 1, layer: { kind: "heads", nKv: 128, headDim: 192, valueDim: 128 } },
  ];
  assert.equal(kvBytesPerToken(expanded, 1), 40_960);
});

test("refuses what is not a count", () => {
  for (const bad of [-1, 1.5, Number.NaN, Infinity]) {
    assert.throws(() => kvBytesPerToken(heads(80, bad, 128), 2), RangeError);
    assert.throws(() => kvBytesPerSequence(llama70b, bad, 8192), RangeError);
  }
  assert.throws(() => kvBytesPerSequence(heads(1e5, 1e5, 1e5), 4, 1e5), /too large to be exact/);
});
