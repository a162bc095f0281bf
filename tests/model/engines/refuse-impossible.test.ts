import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Deployment,
  deploymentDefaults,
  EngineError,
} from "../../../src/model/engines/engine.ts";
import { engineFormats } from "../../../src/model/engines/engine-formats.ts";
import { capacityOf, parseEngine } from "../../../src/model/engines/select.ts";
import { cacheFormat } from "../../../src/model/formats.ts";
import type { CacheLayer } from "../../../src/model/layers.ts";

const heads = (nKv: number): CacheLayer => ({ kind: "heads", nKv, headDim: 128 });
const latent: CacheLayer = { kind: "latent", latentDim: 512, ropeDim: 64 };

function started(text: string, plan: Partial<Deployment>, layer = heads(8)): string {
  const engine = parseEngine(text);
  assert.ok(engine && engine.name !== "llama.cpp");
  const { name, version } = engine;
  try {
    capacityOf(
      { name, version },
      {
        ...deploymentDefaults,
        layers: [{ count: 32, layer }],
        format: cacheFormat("bf16"),
        availableBytes: 2 ** 36,
        maxModelLen: 8192,
        ...plan,
      },
    );
    return "";
  } catch (error) {
    assert.ok(error instanceof EngineError);
    return error.code;
  }
}

const rows: readonly (readonly [string, Partial<Deployment>, string, CacheLayer?])[] = [
  ["vllm", { pp: 32 }, ""],
  ["vllm", { pp: 33 }, "pp-above-layers"],
  ["sglang", { pp: 33 }, "pp-above-layers"],
  ["ideal", { pp: 33 }, "pp-above-layers"],
  ["vllm", { tp: 3 }, ""],
  ["ideal", { tp: 3, nHeads: 32 }, ""],
  ["vllm", { tp: 8, dcp: 3 }, "dcp-not-divisor", latent],
  ["vllm", { tp: 1, dcp: 2 }, "dcp-not-divisor", latent],
  ["ideal", { tp: 1, dcp: 2 }, "dcp-not-divisor"],
  ["sglang", { tp: 1, dcp: 2 }, ""],
  ["vllm", { tp: 8, dcp: 8 }, "", latent],
  // As many GPUs as heads have nothing twice; 16 GPUs have 8 heads twice.
  ["vllm", { tp: 8, dcp: 2 }, "dcp-needs-more-gpus"],
  ["vllm", { tp: 16, dcp: 2 }, ""],
  ["vllm", { tp: 16, dcp: 4 }, "dcp-needs-more-gpus"],
  ["vllm", { tp: 32, dcp: 4, nHeads: 64 }, ""],
  ["vllm", { tp: 16, dcp: 2, nHeads: 64 }, ""],
  ["vllm", { tp: 16, dcp: 2, nHeads: 48 }, ""],
  ["vllm", { tp: 6, dcp: 2, nHeads: 18 }, "dcp-splits-no-group", heads(2)],
  ["vllm", { blockSize: 48 }, ""],
  ["vllm", { blockSize: 40 }, "block-size"],
  ["vllm", { blockSize: 1 }, ""],
  ["vllm@0.24", { blockSize: 8 }, ""],
  ["vllm@0.11", { blockSize: 4 }, "block-size"],
  ["sglang", { blockSize: 1 }, ""],
];

test("deployments that engines refuse", () => {
  for (const [engine, plan, code, layer] of rows) {
    assert.equal(started(engine, plan, layer), code, `${engine} ${JSON.stringify(plan)}`);
  }
});

test("an engine's own formats: fp8_ds_mla packs a latent alone", () => {
  const has = (layer: CacheLayer, name: "vllm" | "sglang") =>
    engineFormats(name, [{ count: 1, layer }])?.join(" ");
  assert.match(has(latent, "vllm") ?? "", /fp8_ds_mla/);
  assert.doesNotMatch(has(heads(8), "vllm") ?? "fp8_ds_mla", /fp8_ds_mla|int4|q8_0/);
  assert.doesNotMatch(has(latent, "sglang") ?? "int8", /int8|ds_mla|fp32/);
  assert.equal(engineFormats("ideal", []), null);
});
