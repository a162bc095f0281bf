import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { modelById } from "../../src/data/index.ts";
import type { CacheLayer } from "../../src/model/layers.ts";
import { readTruth, withoutTruth } from "./truth.ts";

/** One letter a layer: Full, Sliding, Chunked, a State, a reused cache (R), none (-). */
function letterOf(layer: CacheLayer): string {
  if (layer.kind === "state") return "m";
  if (layer.kind === "shared") return "r";
  if (layer.kind === "none") return "-";
  if (layer.kind !== "heads") return "f";
  if (layer.chunkTokens) return "c";
  return layer.windowTokens ? "s" : "f";
}

const orderOf = (id: string): string =>
  modelById(id)
    .layers.map(({ count, layer }) => letterOf(layer).repeat(count))
    .join("");

// Orders by their definition: gemma3 (every sixth full), gemma3n (every fifth, the last 15 reused),
// llama4 (every fourth without RoPE), jamba (period 8, offset 4), kimi_linear and
// granitemoehybrid (lists of the configs), mimo_v2_flash (the first and every sixth).
const byIndex = (layers: number, letter: (index: number) => string): string =>
  Array.from({ length: layers }, (_, index) => letter(index)).join("");
const every = (period: number, rest: string) => (index: number) =>
  (index + 1) % period === 0 ? "f" : rest;

for (const [id, order] of [
  ["gemma-2-9b", byIndex(42, every(2, "s"))],
  ["gemma-3-1b", byIndex(26, every(6, "s"))],
  ["gemma-3-4b", byIndex(34, every(6, "s"))],
  ["gemma-3-12b", byIndex(48, every(6, "s"))],
  ["gemma-3-27b", byIndex(62, every(6, "s"))],
  ["gemma-3-270m", byIndex(18, every(6, "s"))],
  ["gemma-3n-e4b", byIndex(35, (index) => (index >= 20 ? "r" : every(5, "s")(index)))],
  ["gemma-4-31b", byIndex(60, every(6, "s"))],
  ["llama-4-scout", byIndex(48, every(4, "c"))],
  ["llama-4-maverick", byIndex(48, every(4, "c"))],
  ["command-a-111b", byIndex(64, every(4, "s"))],
  ["exaone-4.0-32b", byIndex(64, every(4, "s"))],
  ["qwen3-next-80b-a3b", byIndex(48, every(4, "m"))],
  ["qwen3.5-397b-a17b", byIndex(60, every(4, "m"))],
  ["jamba-1.5-mini", byIndex(32, (index) => (index % 8 === 4 ? "f" : "m"))],
  [
    "kimi-linear-48b-a3b",
    byIndex(27, (index) => ([4, 8, 12, 16, 20, 24, 27].includes(index + 1) ? "f" : "m")),
  ],
  ["granite-4.0-h-tiny", byIndex(40, (index) => ([5, 15, 25, 35].includes(index) ? "f" : "m"))],
  ["mimo-v2-flash", byIndex(48, (index) => (index === 0 ? "f" : every(6, "s")(index)))],
  ["laguna-s-2.1", byIndex(48, (index) => (index % 4 === 0 ? "f" : "s"))],
  ["step-3.7-flash", byIndex(45, (index) => (index % 4 === 0 ? "f" : "s"))],
  ["nemotron-3-nano", "m-m-mf-m-m-mf-m-m-mf-m-m-mf-m-m-mf-m-m-m-mf-m-m-m-m-"],
] as const) {
  test(`${id} has its layers in order`, () => assert.equal(orderOf(id), order));
}

interface Config {
  readonly layer_types?: readonly string[];
  readonly layers_block_type?: readonly string[];
  readonly hybrid_override_pattern?: string;
  readonly text_config?: Config;
}

const letters: Readonly<Record<string, string>> = {
  full_attention: "f",
  attention: "f",
  sliding_attention: "s",
  linear_attention: "m",
  mamba: "m",
  moe: "-",
  M: "m",
  E: "-",
  "*": "f",
};

describe("the order is that of the config", { skip: withoutTruth }, () => {
  for (const [id, file] of [
    ["gpt-oss-20b", "openai__gpt-oss-20b"],
    ["gpt-oss-120b", "openai__gpt-oss-120b"],
    ["olmo-3.1-32b", "allenai__Olmo-3.1-32B-Instruct"],
    ["exaone-4.0-1.2b", "LGAI-EXAONE__EXAONE-4.0-1.2B"],
    ["qwen3.6-27b", "nvidia__Qwen3.6-27B-NVFP4"],
    ["nemotron-3-nano", "nvidia__NVIDIA-Nemotron-3-Nano-30B-A3B-BF16--kaito"],
    ["nemotron-3-super", "nvidia__NVIDIA-Nemotron-3-Super-120B-A12B-FP8"],
    ["nemotron-3-ultra", "nvidia__NVIDIA-Nemotron-3-Ultra-550B-A55B-BF16"],
    ["nemotron-3.5-lightning", "nvidia__NVIDIA-Nemotron-3.5-Lightning-30B-A3B-NVFP4"],
  ] as const) {
    test(id, () => {
      const config = readTruth<Config>(`configs/${file}.json`, {});
      const text = config.text_config ?? config;
      const types = text.layer_types ??
        text.layers_block_type ?? [...(text.hybrid_override_pattern ?? "")];
      assert.equal(orderOf(id), types.map((type) => letters[type]).join(""));
    });
  }
});
