import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { deploymentDefaults, EngineError } from "../../../src/model/engines/engine.ts";
import { sglang } from "../../../src/model/engines/sglang.ts";
import { type SglangPlan, sglangCapacity } from "../../../src/model/engines/sglang-capacity.ts";
import { cacheFormat } from "../../../src/model/formats.ts";
import type { CacheLayer, LayerGroup } from "../../../src/model/layers.ts";
import { evaluateFormula } from "../../helpers/evaluate-formula.ts";

const GiB = 2 ** 30;
const bf16 = cacheFormat("bf16");
const fp8 = cacheFormat("fp8");
const heads = (count: number, nKv: number, headDim: number, windowTokens = 0): LayerGroup => ({
  count,
  layer: { kind: "heads", nKv, headDim, ...(windowTokens ? { windowTokens } : {}) },
});
const latent = (count: number, indexerDim = 0): LayerGroup => ({
  count,
  layer: { kind: "latent", latentDim: 512, ropeDim: 64, ...(indexerDim ? { indexerDim } : {}) },
});
const delta: CacheLayer = {
  ...{ kind: "state", heads: 48, keyDim: 128, valueDim: 128 },
  ...{ convChannels: 10_240, convTaps: 3 },
};

type Plan = Omit<SglangPlan, "pp" | "tp"> & { readonly tp?: number; readonly pp?: number };

/** The printed derivation gives the printed numbers. */
function checked(plan: Plan) {
  const capacity = sglangCapacity({ tp: 1, pp: 1, ...plan });
  for (const { formula, terms, value } of capacity.steps) {
    assert.equal(evaluateFormula(formula, terms), value, formula);
  }
  return capacity;
}

/** Tokens that the cell allows at both ends of a rounded number of GiB. */
function tokensBetween(plan: Omit<Plan, "availableBytes">, gib: number, slack: number) {
  const at = (value: number) => checked({ ...plan, availableBytes: value * GiB }).kvTokens;
  return [at(gib - slack), at(gib + slack)] as const;
}

const qwen235: Omit<Plan, "availableBytes"> = { layers: [heads(94, 4, 128)], format: bf16, tp: 4 };
const deepseek32: Omit<Plan, "availableBytes"> = {
  layers: [latent(61, 128)],
  format: fp8,
  tp: 8,
  pageSize: 64,
};
const kimi: Omit<Plan, "availableBytes"> = { layers: [latent(61)], format: bf16, tp: 8 };

test("what SGLang printed: tokens, and the size of K and V", () => {
  const rows: [string, Omit<Plan, "availableBytes">, number, string, string][] = [
    // https://github.com/vllm-project/vllm/issues/21348
    ["Qwen3-235B, tp 4", qwen235, 367_404, "8.23", "8.23"],
    // https://github.com/sgl-project/sglang/pull/11309
    ["DeepSeek-V3.2, fp8 with its indexer", deepseek32, 975_424, "43.67", "0.00"],
    // https://github.com/sgl-project/sglang/pull/13466
    ["Kimi-K2, tp 8", kimi, 8_050, "0.53", "0.00"],
    // https://github.com/sgl-project/sglang/pull/29853: 8 KV heads on 16 GPUs
    [
      "Grok-2, tp 16",
      { layers: [heads(64, 8, 128)], format: bf16, tp: 16, pageSize: 128 },
      387_968,
      "5.92",
      "5.92",
    ],
    // https://github.com/sgl-project/sglang/pull/27537
    [
      "Qwen3-30B-A3B, tp 2",
      { layers: [heads(48, 4, 128)], format: bf16, tp: 2, pageSize: 64 },
      1_106_304,
      "25.32",
      "25.32",
    ],
  ];
  for (const [name, plan, tokens, k, v] of rows) {
    const { bytesPerTokenPerGpu } = checked({ ...plan, availableBytes: 0 });
    const { pageSize = 1 } = plan;
    // Any memory for these tokens and less than a page more gives them.
    for (const more of [0, bytesPerTokenPerGpu * pageSize - 1]) {
      const found = checked({ ...plan, availableBytes: tokens * bytesPerTokenPerGpu + more });
      assert.equal(found.kvTokens, tokens, name);
      assert.equal((found.kBytes / GiB).toFixed(2), k, name);
      assert.equal((found.vBytes / GiB).toFixed(2), v, name);
      assert.equal(found.kvGiB, (found.kBytes + found.vBytes) / GiB);
    }
  }
});

test("a hybrid model's states and tokens, as printed", () => {
  // "max_mamba_cache_size: 360, conv_state size: 0.99GB, ssm_state size: 50.77GB", then "#tokens:
  // 228520, K size: 3.49 GB, V size: 3.49 GB": 48 Gated DeltaNet and 16 attention layers, fp8.
  const layers = [{ count: 48, layer: delta }, heads(16, 4, 256)];
  const state = 48 * (48 * 128 * 128 * 4 + 10_240 * 3 * 2);
  const alone = { layers, format: fp8 };
  const plan = { ...alone, maxMambaCacheSize: 360 };
  const found = checked({ ...plan, availableBytes: 360 * state + 228_520 * 32_768 });
  assert.equal(found.kvTokens, 228_520);
  assert.equal(found.stateSlots, 360);
  assert.equal((found.kBytes / GiB).toFixed(2), "3.49");
  assert.equal(((361 * 48 * 48 * 128 * 128 * 4) / GiB).toFixed(2), "50.77");
  // Left alone, states take 0.9 of what KV takes.
  const shared = checked({ ...alone, availableBytes: 60 * GiB });
  const slots = shared.stateSlots ?? 0;
  const ratio = (slots * state) / (shared.kvTokens * 32_768);
  assert.ok(Math.abs(ratio - 0.9) < 0.01, `${ratio}`);
  // Drafts: states between the draft tokens are set aside first.
  const drafting = { maxRunningRequests: 8, speculativeDraftTokens: 4 };
  const less = checked({ ...plan, ...drafting, availableBytes: 360 * state + 60 * GiB });
  assert.equal(less.kvTokens, Math.floor((60 * GiB - 32 * state) / 32_768));
});

test("windows have a pool of their own that keeps 0.8 of the tokens", () => {
  const layers = [heads(10, 4, 128), heads(50, 2, 128, 1024)];
  const found = checked({ layers, format: bf16, availableBytes: 10 * GiB, pageSize: 64 });
  const cell = 10 * 2048 + 0.8 * 50 * 1024;
  assert.equal(found.kvTokens, Math.floor((10 * GiB) / cell / 64) * 64);
  assert.equal(found.swaTokens, Math.floor((found.kvTokens * 0.8) / 64) * 64);
  assert.equal(found.bytesPerTokenPerGpu, 10 * 2048 + 50 * 1024);
  // Each pool has one page more than it has tokens.
  const [full, swa] = [found.kvTokens + 64, (found.swaTokens ?? 0) + 64];
  assert.deepEqual(
    [found.kBytes, found.vBytes],
    new Array(2).fill(full * 10 * 1024 + swa * 50 * 512),
  );
  const all = checked({
    layers: [heads(50, 2, 128, 1024)],
    format: bf16,
    availableBytes: 10 * GiB,
  });
  assert.equal(all.swaTokens, null);
  assert.equal(all.kvTokens, Math.floor((10 * GiB) / (50 * 1024)));
});

test("a draft's layers count as layers of the model", () => {
  const plan = { layers: [heads(36, 8, 128)], format: bf16, availableBytes: GiB };
  const draft = checked({ ...plan, draftLayers: [heads(1, 32, 128)] });
  assert.equal(draft.bytesPerTokenPerGpu, 37 * 4096);
});

test("pipelines: the last stages get the layers that are left over", () => {
  // 61 layers on 4 GPUs: 15, 15, 15, 16.
  const found = checked({ layers: [latent(61)], format: bf16, pp: 4, availableBytes: GiB });
  assert.equal(found.bytesPerTokenPerGpu, 16 * 1152);
  const uneven = [heads(1, 8, 128), latent(2)];
  const [first, last] = [1 * 4096, 2 * 1152];
  const two = checked({ layers: uneven, format: bf16, pp: 2, availableBytes: GiB });
  assert.equal(two.bytesPerTokenPerGpu, Math.max(first, last));
});

test("data parallel attention splits heads over fewer GPUs", () => {
  const cell = (dp: number) =>
    checked({ layers: [heads(1, 8, 128)], format: bf16, tp: 8, dp, availableBytes: GiB })
      .bytesPerTokenPerGpu;
  assert.deepEqual([cell(1), cell(2), cell(8)], [512, 1024, 4096]);
});

test("a deployment: pages of the engine's choice, requests by the pool that is full first", () => {
  const base = { ...deploymentDefaults, format: bf16, availableBytes: 10 * GiB };
  const plain = sglang({ ...base, layers: [heads(32, 8, 128)], maxModelLen: 4096 });
  assert.equal(plain.kvTokens, 81_920);
  assert.deepEqual([plain.concurrency, plain.requests, plain.blockSize], [20, 20, 1]);
  assert.equal(sglang({ ...base, layers: [latent(61, 128)] }).blockSize, 64);
  assert.equal(sglang({ ...base, layers: [heads(32, 8, 128)] }).requests, null);
  const windows = [heads(10, 4, 128), heads(50, 2, 128, 1024)];
  const full = sglang({ ...base, layers: windows, hybrid: false, maxModelLen: 8192 });
  const hybrid = sglang({ ...base, layers: windows, maxModelLen: 8192 });
  assert.equal(full.kvTokens, Math.floor((10 * GiB) / (10 * 2048 + 50 * 1024)));
  assert.ok((hybrid.concurrency ?? 0) > (full.concurrency ?? 0));
  const states = [{ count: 48, layer: delta }, heads(16, 4, 256)];
  const found = sglang({ ...base, layers: states, maxModelLen: 100 });
  const slots = found.steps.find(({ name }) => name === "slots")?.value ?? 0;
  assert.equal(found.requests, Math.floor(slots / 3));
  for (const { formula, terms, value } of [...plain.steps, ...hybrid.steps, ...found.steps]) {
    assert.equal(evaluateFormula(formula, terms), value, formula);
  }
});

test("a model without a cache that grows is refused", () => {
  const layers = [{ count: 4, layer: delta }];
  assert.throws(() => checked({ layers, format: bf16, availableBytes: GiB }), EngineError);
  const plan = { layers: [heads(1, 1, 64)], format: bf16, availableBytes: GiB };
  assert.throws(() => checked({ ...plan, pageSize: 0 }), RangeError);
});

const truth = path.join(
  process.env.HEADCOUNT_TRUTH ?? path.resolve(import.meta.dirname, "../../../../shared/truth"),
  "truth_vllm.json",
);
const skip = existsSync(truth) ? false : `no ${truth}`;

test("printed tokens lie between what the rounded memory allows", { skip }, () => {
  const rows: { engine: string; model: string; available_kv_gib: number; kv_tokens: number }[] =
    JSON.parse(readFileSync(truth, "utf8"));
  const found = rows.filter(({ engine }) => engine === "sglang");
  const plans: Record<string, Omit<Plan, "availableBytes">> = {
    "Qwen/Qwen3-235B-A22B-FP8": qwen235,
    "deepseek-ai/DeepSeek-V3.2-Exp": deepseek32,
    "Kimi-K2": kimi,
  };
  assert.ok(found.length >= 4);
  const outside: number[] = [];
  for (const { model, available_kv_gib, kv_tokens } of found) {
    const plan = plans[model];
    if (!plan) assert.fail(`no plan for ${model}`);
    // Of K and V together, each rounded.
    const [least, most] = tokensBetween(plan, available_kv_gib, 0.01);
    if (kv_tokens < least || kv_tokens > most) outside.push(kv_tokens);
  }
  // 1,462,784 tokens were printed before the indexer's keys were counted, which the same pull
  // request (11309) corrected: without them the cell is 656 B a layer.
  assert.deepEqual(outside, [1_462_784]);
  const without = tokensBetween(
    { ...deepseek32, layers: [latent(61)], format: cacheFormat("fp8_ds_mla") },
    54.52,
    0.01,
  );
  assert.ok(without[0] <= 1_462_784 && 1_462_784 <= without[1]);
});
