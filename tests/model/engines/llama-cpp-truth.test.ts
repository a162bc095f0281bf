import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import {
  type LlamaCppCache,
  type LlamaCppPlan,
  llamaCppCache,
} from "../../../src/model/engines/llama-cpp.ts";
import { printedMib } from "../../../src/model/engines/llama-cpp-mib.ts";
import type { CacheLayer, LayerGroup } from "../../../src/model/layers.ts";
import { evaluateFormula } from "../../helpers/evaluate-formula.ts";

const heads = (count: number, nKv: number, headDim: number, windowTokens = 0): LayerGroup => ({
  count,
  layer: { kind: "heads", nKv, headDim, ...(windowTokens ? { windowTokens } : {}) },
});
const mla = (count: number, latentDim = 512, ropeDim = 64): LayerGroup => ({
  count,
  layer: { kind: "latent", latentDim, ropeDim },
});

interface Part {
  readonly kind: string;
  readonly cells: number;
  readonly layers: number;
  readonly n_kv_heads?: number;
  readonly head_dim_k: number;
  readonly head_dim_v: number | null;
  readonly linear_v_heads?: number;
  readonly linear_k_heads?: number;
  readonly logged_mib: number | null;
}
interface Row {
  readonly url: string;
  readonly engine: string;
  readonly model: string;
  readonly n_ctx: number;
  readonly n_seq: number | null;
  readonly kv_unified: boolean | null;
  readonly n_ubatch: number | null;
  readonly type_k: string;
  readonly type_v: string | null;
  readonly parts: readonly Part[];
  readonly total_mib: number;
}

const truth = path.join(
  process.env.HEADCOUNT_TRUTH ?? path.resolve(import.meta.dirname, "../../../../shared/truth"),
  "truth_llamacpp.json",
);
const skip = existsSync(truth) ? false : `no ${truth}`;

/** The plan a row was started with; its layers from the parts, which a log prints. */
function planOf(row: Row): LlamaCppPlan {
  const k = row.parts.find(({ kind }) => kind === "K");
  const v = row.parts.find(({ kind }) => kind === "V");
  const layers: LayerGroup[] = [];
  let stored: LlamaCppPlan["mla"];
  const isLatent = (part: Part | undefined) => part?.n_kv_heads === 1 && part.head_dim_k === 576;
  if (k && v && isLatent(k)) {
    stored = "latent+transposed";
    layers.push(mla(k.layers, v.head_dim_k, k.head_dim_k - v.head_dim_k));
  } else if (k && v) {
    const valueDim = v.head_dim_k;
    layers.push({
      count: k.layers,
      layer: { kind: "heads", nKv: k.n_kv_heads ?? 0, headDim: k.head_dim_k, valueDim },
    });
  }
  for (const part of row.parts) {
    const { kind, layers: count, n_kv_heads = 0, head_dim_k: headDim } = part;
    if (kind === "mla_latent+rope") layers.push(mla(count));
    if (kind === "mla_latent_transposed") stored = "latent+transposed";
    if (kind === "full") layers.push(heads(count, n_kv_heads, headDim));
    // Every row with windows has one of 512 tokens.
    if (kind === "swa") layers.push(heads(count, n_kv_heads, headDim, 512));
    if (kind === "recurrent_state") {
      const { linear_v_heads: valueHeads = 0, linear_k_heads: keyHeads = 0 } = part;
      const layer: CacheLayer = {
        ...{ kind: "state", heads: valueHeads, keyDim: headDim, valueDim: headDim, convTaps: 3 },
        convChannels: (valueHeads + 2 * keyHeads) * headDim,
      };
      layers.push({ count, layer });
    }
  }
  return {
    layers,
    ctx: row.n_ctx,
    slots: row.n_seq ?? 1,
    // With one slot both are the same; LM Studio starts its slots in one cache.
    unified: row.kv_unified ?? true,
    ubatch: row.n_ubatch ?? 512,
    typeK: row.type_k,
    typeV: row.type_v ?? row.type_k,
    version: row.engine === "ik_llama.cpp" ? "ik_llama.cpp" : "newest",
    ...(stored ? { mla: stored } : {}),
  };
}

/** MiB of the part of a cache that a log prints by itself: all of it, or its K or V. */
function partMib({ buffers, steps }: LlamaCppCache, { kind, layers, cells }: Part): number {
  const whole: Record<string, string> = { full: "full", swa: "swa", recurrent_state: "recurrent" };
  const buffer = buffers.find((found) => found.kind === whole[kind]);
  if (buffer) {
    assert.deepEqual([buffer.cells * buffer.streams >= cells, buffer.layers], [true, layers], kind);
    return buffer.mib;
  }
  const values = kind === "V" || kind === "mla_latent_transposed" ? "v" : "k";
  const row = steps.find(
    ({ name }) => name === `full_${values}_bytes` || name === `latent_${values}_bytes`,
  );
  return printedMib((row?.value ?? Number.NaN) * layers * cells);
}

test("every printed llama.cpp cache is reproduced, its parts and its total", { skip }, () => {
  const rows: Row[] = JSON.parse(readFileSync(truth, "utf8"));
  assert.ok(rows.length >= 61, `${rows.length} rows`);
  for (const [i, row] of rows.entries()) {
    const name = `row ${i}, ${row.model}`;
    const cache = llamaCppCache(planOf(row));
    for (const { formula, terms, value } of cache.steps) {
      assert.equal(evaluateFormula(formula, terms), value, `${name}: ${formula}`);
    }
    for (const part of row.parts) {
      if (part.logged_mib !== null) assert.equal(partMib(cache, part), part.logged_mib, name);
    }
    // A printed total is rounded, or the sum of rounded parts.
    const slack = 0.005 * row.parts.length + 1e-9;
    const difference = Math.abs(cache.totalBytes / 2 ** 20 - row.total_mib);
    assert.ok(difference <= slack, `${name}: ${cache.totalMib} for ${row.total_mib}`);
  }
});
