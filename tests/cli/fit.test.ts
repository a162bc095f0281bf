import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { printedConcurrency } from "../../src/cli/printed-concurrency.ts";
import type { Step } from "../../src/model/derivation.ts";
import { evaluateFormula } from "../helpers/evaluate-formula.ts";
import { cli, cliJson, words } from "./cli.ts";
import { configs } from "./configs.ts";

const gib = 2 ** 30;

describe("headcount fit: blocks", () => {
  test("Gemma 3 27B in 109.86 GiB: 50.05 requests of 4,096 tokens, as vLLM printed", async () => {
    const fit = await cliJson(
      "fit --config gemma-3-27b.json --engine vllm@0.11 --available-gib 109.86 --max-model-len 4096",
      configs,
    );
    // 10 layers a group of 16 × 8,192 B; 1 + 6 groups need 256 + 6 × 257 blocks.
    const blocks = Math.floor((109.86 * gib) / (10 * 16 * 8192));
    assert.equal(fit.blocks, blocks);
    assert.equal(fit.concurrency, 50.05);
    assert.equal(fit.requests, 50);
    assert.equal(fit.kvTokens, Math.floor(blocks / 7) * 16);
    assert.equal(fit.bytesPerTokenPerGpu, 507_904);
    const named = ["name", "unit", "formula", "terms", "value"];
    for (const step of fit.steps) assert.deepEqual(Object.keys(step).sort(), named.sort());
  });

  test("gpt-oss-120b on 4 GPUs: tokens and concurrency within the rounding of 45.32 GiB", async () => {
    const line =
      "fit --config gpt-oss-120b.json --engine vllm@0.10.1.1 --available-gib 45.32 --tp 4 " +
      "--max-batched-tokens 2048 --max-model-len 16384";
    const fit = await cliJson(line, configs);
    assert.ok(fit.kvTokens >= 2_639_776 && fit.kvTokens <= 2_640_368, `${fit.kvTokens}`);
    assert.ok(fit.concurrency >= 284.21 && fit.concurrency <= 284.28, `${fit.concurrency}`);
    assert.equal(fit.requests, 284);
  });

  test("since 0.21 the tokens are concurrency × context", async () => {
    const line =
      "fit --config gemma-3-27b.json --available-gib 109.86 --max-model-len 4096 --engine";
    const [old, newer] = [
      await cliJson(`${line} vllm@0.20`, configs),
      await cliJson(`${line} vllm`, configs),
    ];
    assert.equal(newer.kvTokens, Math.floor((old.blocks / 1798) * 4096));
    assert.equal(newer.concurrency, old.concurrency);
  });

  test("MLA: the latent is on every GPU, and DCP spreads the tokens", async () => {
    const line = "fit --config kimi-k2.json --engine vllm@0.11 --available-gib 46.8 --tp 8 --dcp 8";
    const fit = await cliJson(line, configs);
    assert.equal(fit.bytesPerTokenPerGpu, 70_272);
    assert.ok(fit.kvTokens >= 5_720_064 && fit.kvTokens <= 5_721_088, `${fit.kvTokens}`);
  });

  test("ideal and SGLang", async () => {
    const ideal = await cliJson(
      "fit --config llama-3-8b.json --engine ideal --available-gib 16",
      configs,
    );
    assert.deepEqual([ideal.concurrency, ideal.requests, ideal.blocks], [16, 16, null]);
    const sglang = await cliJson(
      "fit --config llama-3-8b.json --engine sglang --available-gib 10",
      configs,
    );
    assert.equal(sglang.kvTokens, Math.floor((10 * gib) / 131_072));
    const shared = "fit --config llama-3-8b.json --engine sglang --available-gib 10 --tp 8 --dp 4";
    assert.equal((await cliJson(shared, configs)).bytesPerTokenPerGpu, 131_072 / 2);
  });

  test("a GPU's memory, every term given", async () => {
    const line =
      "fit --config llama-3-8b.json --engine vllm@0.11 --total-gib 80 --utilization 0.9 " +
      "--weights-gib 10 --non-torch-gib 0 --activation-gib 1 --cuda-graph-gib 0";
    const fit = await cliJson(line, configs);
    assert.equal(fit.availableBytes, 61 * gib);
    assert.equal(fit.blocks, (61 * gib) / (16 * 131_072));
    assert.deepEqual(fit.assumed, []);
  });

  test("weights are counted and split; GPUs are found by the beginning of their id", async () => {
    const line =
      "fit --config llama-3-8b.json --engine vllm --gpu h100 --count 4 --weights-format bf16";
    const fit = await cliJson(line, configs);
    const weights = fit.steps.find(({ name }: Step) => name === "weight_bytes");
    // 8,030,261,248 parameters are what Llama 3 8B has.
    assert.equal(weights.value, (8_030_261_248 * 2) / 4);
    assert.deepEqual([fit.gpu, fit.tp, fit.pp, fit.dp], ["h100-80g", 4, 1, 1]);
    assert.ok(!fit.assumed.includes("weights") && fit.assumed.includes("activation"));
    const half = await cliJson(`${line.replace("bf16", "fp8")} --pp 2`, configs);
    assert.deepEqual([half.tp, half.pp], [2, 2]);
    const steps = half.steps.find(({ name }: Step) => name === "weight_bytes");
    assert.equal(steps.value, 8_030_261_248 / 4);
  });

  test("the printed derivation is the computed one", async () => {
    const lines = [
      "--engine vllm@0.11 --gpu l40s --weights-format fp8",
      "--engine vllm@0.6 --available-gib 20",
      "--engine sglang --available-gib 20",
      "--engine ideal --gpu rtx-4090 --weights-format int4",
    ];
    for (const line of lines) {
      const fit = await cliJson(`fit --config llama-3-8b.json ${line}`, configs);
      assert.ok(fit.steps.length > 2);
      for (const step of fit.steps as readonly Step[]) {
        assert.equal(evaluateFormula(step.formula, step.terms), step.value, step.name);
      }
    }
    const { out } = await cli(
      words("fit --config llama-3-8b.json --engine vllm@0.11 --available-gib 20"),
      configs,
    );
    assert.match(
      out,
      /token_bytes +=.* = ceil\(8 \/ 1\) × \(256 \+ 256\) = 4,096 B\n/,
      "name = formula = with numbers = value unit",
    );
    assert.match(out, /concurrency at 8,192 tokens +20\.00x/);
  });
});

test("two decimals as the engine prints them: ties go to the even one", () => {
  for (const [value, printed] of [
    [1.125, 1.12],
    [0.375, 0.38],
    [10.625, 10.62],
    [10.875, 10.88],
    [2.5, 2.5],
    [3.1449, 3.14],
    [284.2566, 284.26],
    [0, 0],
  ] as const) {
    assert.equal(printedConcurrency(value), printed, `${value}`);
  }
});

/** Buffers of Gemma 3 270M with a context of 8,192: MiB that llama.cpp's server reported. */
const buffers: readonly (readonly [line: string, cells: readonly number[], mib: number])[] = [
  ["", [8192, 1024], 39],
  ["--slots 4", [2048, 1024], 84],
  ["--slots 4 --unified", [8192, 2560], 61.5],
  ["--slots 1 --swa-full", [8192, 8192], (8192 * 18 * 1024) / 2 ** 20],
];

describe("headcount fit: llama.cpp", () => {
  for (const [line, cells, mib] of buffers) {
    test(`${line || "one slot"}: ${mib} MiB`, async () => {
      const fit = await cliJson(
        `fit --config gemma-3-270m.json --engine llama.cpp --ctx 8192 ${line}`,
        configs,
      );
      const kinds = fit.buffers.map(({ kind }: { kind: string }) => kind);
      assert.deepEqual(kinds, ["full", "swa"]);
      assert.deepEqual(
        fit.buffers.map((buffer: { cells: number }) => buffer.cells),
        cells,
      );
      assert.equal(fit.totalMib, mib);
      for (const step of fit.steps as readonly Step[]) {
        assert.equal(evaluateFormula(step.formula, step.terms), step.value, step.name);
      }
    });
  }

  test("types, months, the fork, and whether it fits", async () => {
    const line = "fit --config llama-3-8b.json --engine llama.cpp@2025-08 --ctx 32768";
    const q8 = await cliJson(`${line} --type-k q8_0 --type-v q8_0 --available-gib 2`, configs);
    assert.equal(q8.totalBytes, (32_768 * 32 * 2 * 8 * 128 * 34) / 32);
    assert.deepEqual([q8.version, q8.fits], ["2025-07", false]);
    assert.equal((await cliJson(`${line} --available-gib 4`, configs)).fits, true);
    const ik = "fit --config kimi-k2.json --engine ik_llama.cpp --ctx 1024";
    const latent = await cliJson(ik, configs);
    assert.deepEqual(
      [latent.totalBytes, latent.totalMib],
      [61 * 576 * 2 * 1024, 68.62],
      "68.625, a tie",
    );
    const old = "fit --config kimi-k2.json --engine llama.cpp@2024-06 --ctx 1024";
    assert.equal(
      (await cliJson(old, configs)).totalMib,
      (61 * 64 * (192 + 128) * 2 * 1024) / 2 ** 20,
    );
  });
});
