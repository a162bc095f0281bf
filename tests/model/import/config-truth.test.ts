import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { cacheFormat } from "../../../src/model/formats.ts";
import {
  ConfigError,
  type ImportedModel,
  importConfigText,
} from "../../../src/model/import/config/import-config.ts";
import { kvBytesPerToken } from "../../../src/model/kv.ts";
import type { LayerGroup } from "../../../src/model/layers.ts";
import { parameterCount } from "../../../src/model/parameters.ts";

const truth =
  process.env.HEADCOUNT_TRUTH ?? new URL("../../../../shared/truth", import.meta.url).pathname;
const skip = existsSync(`${truth}/configs/index.json`) ? false : `no configurations in ${truth}`;

interface Entry {
  readonly file: string;
  readonly model: string;
  readonly kind: string;
}
interface Known {
  readonly model: string;
  readonly num_hidden_layers: number | null;
  readonly head_dim: number | null;
  readonly num_attention_heads: number | null;
  readonly hidden_size: number;
  readonly params_computed_b?: number;
  readonly kv: {
    readonly full_layers: number | null;
    readonly swa_layers: number;
    readonly bytes_per_token_full_fp16: number;
    readonly bytes_per_token_inside_window_fp16: number;
  };
}

const read = <T>(path: string): T => JSON.parse(readFileSync(`${truth}/${path}`, "utf8")) as T;
const textOf = (file: string): string => readFileSync(`${truth}/configs/${file}`, "utf8");
const entries = skip ? [] : read<readonly Entry[]>("configs/index.json");

/** Checkpoints with the geometry of another row. */
const sameAs: Readonly<Record<string, string>> = {
  "Alibaba-NLP/gte-Qwen2-7B-instruct": "Qwen/Qwen2-7B",
  "Qwen/Qwen2-VL-7B-Instruct": "Qwen/Qwen2-7B",
  "Qwen/Qwen2.5-VL-7B-Instruct": "Qwen/Qwen2.5-7B-Instruct",
  "Qwen/Qwen2.5-7B": "Qwen/Qwen2.5-7B-Instruct",
  "Qwen/Qwen2-1.5B-Instruct": "Qwen/Qwen2-1.5B",
  "Qwen/Qwen3-32B-FP8": "Qwen/Qwen3-32B",
  "Qwen/Qwen3-32B-FP8-Static-PerTensor": "Qwen/Qwen3-32B",
  "Qwen/Qwen3-8B-FP8": "Qwen/Qwen3-8B",
  "Qwen/Qwen3-30B-A3B-FP8": "Qwen/Qwen3-30B-A3B",
  "Qwen/Qwen3-VL-30B-A3B-Instruct": "Qwen/Qwen3-30B-A3B",
  "Qwen/Qwen3-VL-32B-Instruct": "Qwen/Qwen3-32B",
  "Qwen/Qwen3-VL-235B-A22B-Instruct": "Qwen/Qwen3-235B-A22B",
  "nvidia/Qwen3-235B-A22B-NVFP4": "Qwen/Qwen3-235B-A22B",
  "nvidia/Qwen3.6-27B-NVFP4": "Qwen/Qwen3.5-27B",
  "deepseek-ai/DeepSeek-V3-bf16": "deepseek-ai/DeepSeek-V3",
  "deepseek-ai/DeepSeek-V3.2-Exp": "deepseek-ai/DeepSeek-V3.2",
  "nvidia/DeepSeek-V3.1-NVFP4": "deepseek-ai/DeepSeek-V3",
  "nvidia/DeepSeek-V3.2-NVFP4": "deepseek-ai/DeepSeek-V3.2",
  "deepseek-ai/DeepSeek-V2-Lite-Chat": "deepseek-ai/DeepSeek-V2-Lite",
  "moonshotai/Kimi-K2": "moonshotai/Kimi-K2-Instruct",
  "moonshotai/Kimi-K2.5": "moonshotai/Kimi-K2-Instruct",
  "nvidia/Kimi-K2.5-NVFP4": "moonshotai/Kimi-K2-Instruct",
  "nvidia/Kimi-K2.6-NVFP4": "moonshotai/Kimi-K2-Instruct",
  "nvidia/NVIDIA-Nemotron-3.5-Lightning-30B-A3B-NVFP4":
    "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16",
  "google/gemma-2-2b-it": "google/gemma-2-2b",
  "intfloat/e5-mistral-7b-instruct": "mistralai/Mistral-7B-v0.1",
  "meta-llama/Meta-Llama-3-70B-Instruct": "meta-llama/Meta-Llama-3.1-70B",
  "meta-llama/Llama-3.1-70B-Instruct": "meta-llama/Meta-Llama-3.1-70B",
  "nvidia/Llama-3.1-70B-Instruct-FP8": "meta-llama/Meta-Llama-3.1-70B",
  "meta-llama/Llama-3.1-405B-Instruct-FP8": "meta-llama/Meta-Llama-3.1-405B",
  "meta-llama/Llama-3.1-8B-Instruct": "meta-llama/Meta-Llama-3.1-8B",
  "meta-llama/Llama-3.2-1B-Instruct": "meta-llama/Llama-3.2-1B",
  "meta-llama/Llama-3.2-3B-Instruct": "meta-llama/Llama-3.2-3B",
  "Skywork/Skywork-Reward-Llama-3.1-8B-v0.2": "meta-llama/Meta-Llama-3.1-8B",
  "liuhaotian/llava-v1.5-7b": "meta-llama/Llama-2-7b-hf",
  "LGAI-EXAONE/EXAONE-4.0-1.2B-w8a8": "LGAI-EXAONE/EXAONE-4.0-1.2B",
};

/** Bytes per token of the rows the list of models lacks, each from the model's own page or paper. */
const byHand: Readonly<Record<string, readonly [number, number]>> = {
  // layers, bytes in 16 bits: layers × 2 × KV heads × head dimension × 2
  "google__gemma-7b.json": [28, 28 * 2 * 16 * 256 * 2],
  "deepseek-ai__deepseek-vl2-tiny.json": [12, 12 * 2 * 10 * 128 * 2],
  "deepseek-ai__Janus-1.3B.json": [24, 24 * 2 * 16 * 128 * 2],
  "internlm__internlm2-7b.json": [32, 32 * 2 * 8 * 128 * 2],
  "microsoft__Phi-3-small-8k-instruct.json": [32, 32 * 2 * 8 * 128 * 2],
  "microsoft__VibeVoice.json": [28, 28 * 2 * 2 * 128 * 2],
  "microsoft__Phi-4-mini-reasoning.json": [32, 32 * 2 * 8 * 128 * 2],
  "Qwen__Qwen-7B.json": [32, 32 * 2 * 32 * 128 * 2],
  "stabilityai__stablelm-3b-4e1t.json": [32, 32 * 2 * 32 * 80 * 2],
  "openai-community__gpt2-large.json": [36, 36 * 2 * 20 * 64 * 2],
  "google__flan-t5-base.json": [12, 12 * 2 * 12 * 64 * 2],
  "allenai__Olmo-3.1-32B-Instruct.json": [64, 64 * 2 * 8 * 128 * 2],
  "ipex-test__falcon-7b.json": [1, 2 * 284 * 2],
  "openai__whisper-large-v3-turbo--refactored.json": [4, 4 * 2 * 20 * 64 * 2],
  "draft__EAGLE-llama2-chat-70B.json": [1, 2 * 8 * 128 * 2],
  // Nemotron-3-Super and -Ultra: 8 of 88 and 12 of 108 layers attend, 2 KV heads of 128
  "nvidia__NVIDIA-Nemotron-3-Super-120B-A12B-FP8.json": [88, 8 * 2 * 2 * 128 * 2],
  "nvidia__NVIDIA-Nemotron-3-Ultra-550B-A55B-BF16.json": [108, 12 * 2 * 2 * 128 * 2],
  // KV heads of the 28 layers: 3 × 4, 7 × 5, 8 × 6, 6 × 7, 4 × 8
  "mlx-community__OpenELM-1_1B-Instruct-4bit.json": [28, (12 + 35 + 48 + 42 + 32) * 2 * 64 * 2],
  // 8 of 40 layers attend to pictures
  "ipex-test__mllama.json": [40, 32 * 2 * 8 * 32 * 2],
};

const errors: Readonly<Record<string, readonly [string, string]>> = {
  "BAAI__bge-large-en.json": ["no-kv-cache", "type_vocab_size"],
  "sudo-ai__zero123plus-v1.1--vision_encoder.json": ["no-kv-cache", "patch_size"],
  "Qwen__Qwen2-Audio-encoder.json": ["no-kv-cache", "encoder_layers"],
  "llava-hf__llava-1.5-7b-hf.json": ["missing", "text_config.num_hidden_layers"],
};

const format = cacheFormat("fp16");
/** Without an indexer's keys, which the list of models leaves out. */
const bytesOf = (layers: readonly LayerGroup[]): number =>
  kvBytesPerToken(
    layers.map(({ count, layer }) => {
      if (layer.kind !== "latent") return { count, layer };
      const { indexerDim: _, ...rest } = layer;
      return { count, layer: rest };
    }),
    format,
  );
const isWindowed = ({ layer }: LayerGroup): boolean =>
  layer.kind === "heads" && layer.windowTokens !== undefined;
const countOf = (layers: readonly LayerGroup[]): number =>
  layers.reduce((sum, { count }) => sum + count, 0);

test("geometry is that of the list of models", { skip }, () => {
  const known = new Map(read<readonly Known[]>("models.json").map((row) => [row.model, row]));
  let compared = 0;
  for (const { file, model, kind } of entries) {
    const base = model.replace(/--.*/, "");
    const row = known.get(sameAs[model] ?? sameAs[base] ?? base);
    if (!row || kind.startsWith("test")) continue;
    compared++;
    const imported = importConfigText(textOf(file));
    const windows = imported.layers.filter(isWindowed);
    const whole = imported.layers.filter((group) => !isWindowed(group));
    const attends = whole.filter(({ layer }) => layer.kind === "heads" || layer.kind === "latent");
    assert.equal(countOf(imported.layers), row.num_hidden_layers, file);
    assert.deepEqual(
      [countOf(attends), countOf(windows), bytesOf(whole), bytesOf(imported.layers)],
      [
        ...[row.kv.full_layers, row.kv.swa_layers, row.kv.bytes_per_token_full_fp16],
        row.kv.bytes_per_token_inside_window_fp16,
      ],
      file,
    );
    if (row.num_attention_heads) assert.equal(imported.nHeads, row.num_attention_heads, file);
    if (row.head_dim && imported.headDim) assert.equal(imported.headDim, row.head_dim, file);
    assert.equal(imported.hiddenSize, row.hidden_size, file);
    compareParameters(file, imported, row);
  }
  assert.ok(compared >= 70, `${compared} files`);
});

/** The list counts matrices alone, without norms and biases. */
function compareParameters(file: string, { blueprint }: ImportedModel, row: Known): void {
  assert.ok(blueprint, file);
  if (!row.params_computed_b) return;
  const billions = parameterCount(blueprint).total / 1e9;
  // The same layers with a tower for pictures, a head for scores or another vocabulary.
  const tolerance = /VL|EXAONE|e5|gte|Reward|llava|Scout/.test(file) ? 0.05 : 0.005;
  const error = Math.abs(billions / row.params_computed_b - 1);
  assert.ok(error < tolerance, `${file}: ${billions} for ${row.params_computed_b}`);
}

test("files without a row, counted by hand", { skip }, () => {
  for (const [file, [layers, bytes]] of Object.entries(byHand)) {
    const imported = importConfigText(textOf(file));
    assert.deepEqual([countOf(imported.layers), bytesOf(imported.layers)], [layers, bytes], file);
  }
});

test("every file gives a model, or an error that names a field", { skip }, () => {
  for (const { file } of entries) {
    const expected = errors[file];
    try {
      const { layers, notes } = importConfigText(textOf(file));
      assert.equal(expected, undefined, file);
      assert.ok(bytesOf(layers) > 0 && notes.length > 0, file);
    } catch (error) {
      assert.ok(error instanceof ConfigError, `${file}: ${error}`);
      assert.deepEqual([error.code, error.field], expected, file);
    }
  }
  assert.ok(entries.length > 120);
});
