import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cacheFormat,
  effectiveBits,
  elementFormats,
  type FormatName,
  formatNamed,
  rowBytes,
  sameFormat,
} from "../../src/model/formats.ts";
import { kvBytesPerSequence, layerBytesPerToken } from "../../src/model/kv.ts";

test("effective bits of a 128-wide row, as published", () => {
  const published: [FormatName | "int4-g64" | "int4-g128", number][] = [
    ["fp32", 32],
    ["fp16", 16],
    ["bf16", 16],
    ["fp8", 8],
    ["fp8_per_token_head", 8.25],
    ["int8", 8.25],
    ["int4", 5],
    ["int4-g64", 4.5],
    ["int4-g128", 4.25],
    ["int2", 3],
    ["nvfp4", 4.5],
    ["mxfp4", 4.25],
    // ggml-common.h: bytes of a block of 32
    ["q8_0", (34 * 8) / 32],
    ["q5_1", (24 * 8) / 32],
    ["q5_0", (22 * 8) / 32],
    ["q4_1", (20 * 8) / 32],
    ["q4_0", (18 * 8) / 32],
    ["iq4_nl", (18 * 8) / 32],
  ];
  for (const [name, bits] of published) {
    const format = formatNamed(name);
    assert.ok(format, name);
    assert.equal(effectiveBits(format, 128), bits, name);
  }
});

test("rows whose groups are not full, and rows of a whole latent", () => {
  assert.equal(rowBytes(elementFormats.int4, 100), 50 + 4 * 4);
  // ik_llama.cpp: one byte a value and 8 bytes a row, 584 B for 576
  assert.equal(rowBytes(elementFormats.q8_KV, 576), 584);
  assert.equal(rowBytes(elementFormats.nvfp4, 1), 2);
});

test("names that are not formats", () => {
  for (const name of ["", "fp7", "int4-g65", "toString", "__proto__"]) {
    assert.equal(formatNamed(name), null, name);
  }
});

test("vLLM's packing of an fp8 latent, and the indexer beside it", () => {
  const mla = { kind: "latent", latentDim: 512, ropeDim: 64 } as const;
  const sparse = { ...mla, indexerDim: 128 } as const;
  assert.equal(layerBytesPerToken(mla, cacheFormat("bf16")), 1152);
  assert.equal(layerBytesPerToken(mla, cacheFormat("fp8")), 576);
  assert.equal(layerBytesPerToken(mla, cacheFormat("fp8_ds_mla")), 656);
  assert.equal(layerBytesPerToken(sparse, cacheFormat("fp8")), 656 + 132);
  assert.equal(layerBytesPerToken(sparse, cacheFormat("bf16")), 1152 + 132);
});

test("KIVI keeps the newest tokens in 16 bits: never more than its authors count", () => {
  const layers = [{ count: 32, layer: { kind: "heads", nKv: 32, headDim: 128 } as const }];
  const values = 32 * 32 * 2 * 128;
  const bits = (name: FormatName, tokens: number) =>
    (kvBytesPerSequence(layers, cacheFormat(name), tokens) * 8) / (values * tokens);
  // Papers' 3.05 at 32K counts 128 tokens of keys in 16 bits too (arXiv:2402.02750, 2401.18079);
  // its code keeps as many as are over a multiple of 128.
  for (const [name, tokens, printed] of [
    ["kivi-2", 32_768, "3.05"],
    ["kivi-2", 1024, "4.63"],
    ["kivi-4", 1024, "6.38"],
    ["kivi-4", 8192, "5.17"],
  ] as const) {
    const own = name === "kivi-2" ? 3 : 5;
    assert.equal(((own * (tokens - 128) + 16 * 128) / tokens).toFixed(2), printed);
    assert.equal(bits(name, tokens), own + ((16 - own) * 128) / tokens / 2, "values alone");
    const full = bits(name, tokens + 127) * (tokens + 127);
    const papers = own * (tokens - 1) + 16 * 128;
    assert.equal(full, papers - (16 - own) / 2, "127 of keys, 128 of values");
  }
  assert.equal(bits("kivi-2", 100), 16, "shorter than both");
});

test("K and V may differ: iq4_nl keys, f16 values", () => {
  const layer = { kind: "heads", nKv: 8, headDim: 128 } as const;
  const format = { ...sameFormat(elementFormats.fp16), k: elementFormats.iq4_nl };
  assert.equal(layerBytesPerToken(layer, format) * 1024 * 32, (18 + 64) * 2 ** 20);
});
