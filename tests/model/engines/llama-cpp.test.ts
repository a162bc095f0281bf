import assert from "node:assert/strict";
import { test } from "node:test";
import { type LlamaCppPlan, llamaCppCache } from "../../../src/model/engines/llama-cpp.ts";
import { printedMib } from "../../../src/model/engines/llama-cpp-mib.ts";
import { llamaCppVersions } from "../../../src/model/engines/llama-cpp-versions.ts";
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
const delta: CacheLayer = {
  ...{ kind: "state", heads: 48, keyDim: 128, valueDim: 128 },
  ...{ convChannels: 6144, convTaps: 3, convGroups: 16, groupChannels: 256 },
};

/** The printed derivation gives the printed numbers. */
function checked(plan: LlamaCppPlan) {
  const cache = llamaCppCache(plan);
  for (const { formula, terms, value } of cache.steps) {
    assert.equal(evaluateFormula(formula, terms), value, formula);
  }
  assert.equal(cache.steps.at(-1)?.value, cache.totalBytes);
  return cache;
}

const summary = (plan: LlamaCppPlan) =>
  checked(plan).buffers.map(({ kind, cells, streams, mib }) => ({ kind, cells, streams, mib }));

test("MiB as C prints them: a half goes to the even hundredth", () => {
  for (const [mib, printed] of [
    [5833.125, 5833.12],
    [598.375, 598.38],
    [0.015, 0.01],
    [1372.5, 1372.5],
    [0, 0],
  ]) {
    const bytes = Math.floor((mib ?? 0) * 2 ** 20);
    assert.equal(printedMib(bytes), printed, `${mib} MiB`);
  }
});

test("caches that llama.cpp printed", () => {
  const gemma: LayerGroup[] = [heads(3, 1, 256), heads(15, 1, 256, 512)];
  const rows: [string, LlamaCppPlan, ReturnType<typeof summary>][] = [
    [
      "gemma-3-270m, one slot",
      { layers: gemma, ctx: 8192 },
      [
        { kind: "full", cells: 8192, streams: 1, mib: 24 },
        { kind: "swa", cells: 1024, streams: 1, mib: 15 },
      ],
    ],
    [
      "four slots of their own",
      { layers: gemma, ctx: 8192, slots: 4 },
      [
        { kind: "full", cells: 2048, streams: 4, mib: 24 },
        { kind: "swa", cells: 1024, streams: 4, mib: 60 },
      ],
    ],
    [
      "four slots in one cache",
      { layers: gemma, ctx: 8192, slots: 4, unified: true },
      [
        { kind: "full", cells: 8192, streams: 1, mib: 24 },
        { kind: "swa", cells: 2560, streams: 1, mib: 37.5 },
      ],
    ],
    [
      // https://github.com/ggml-org/llama.cpp/pull/13194: a window's cache was padded like the rest
      "gpt-oss-20b of August 2025",
      { layers: [heads(12, 8, 64), heads(12, 8, 64, 128)], ctx: 131_072, version: "2025-07" },
      [
        { kind: "full", cells: 131_072, streams: 1, mib: 3072 },
        { kind: "swa", cells: 768, streams: 1, mib: 18 },
      ],
    ],
    [
      // 149.62 MiB a slot
      "Qwen3.5-27B's states, three slots",
      { layers: [{ count: 48, layer: delta }], ctx: 4096, slots: 3 },
      [{ kind: "recurrent", cells: 3, streams: 1, mib: 448.88 }],
    ],
    [
      "DeepSeek-V3.2: the indexer keeps a key of 128 in K's type",
      {
        layers: [
          { count: 61, layer: { kind: "latent", latentDim: 512, ropeDim: 64, indexerDim: 128 } },
        ],
        ctx: 4096,
      },
      [
        { kind: "latent", cells: 4096, streams: 1, mib: 274.5 },
        { kind: "indexer", cells: 4096, streams: 1, mib: 61 },
      ],
    ],
  ];
  for (const [name, plan, buffers] of rows) assert.deepEqual(summary(plan), buffers, name);
});

test("the context is rounded as the version rounds it", () => {
  const full = (plan: Partial<LlamaCppPlan>) => {
    const { cells, streams } =
      checked({ layers: [heads(1, 1, 64)], ctx: 1, ...plan }).buffers[0] ?? {};
    return [cells, streams];
  };
  assert.deepEqual(full({ ctx: 41_000, version: "ik_llama.cpp" }), [41_216, 1]);
  // A log of a build without flash attention keeps 240,000, which 256 does not divide.
  assert.deepEqual(full({ ctx: 240_000, flashAttention: false, version: "2025-05" }), [240_000, 1]);
  assert.deepEqual(full({ ctx: 240_000, version: "2025-05" }), [240_128, 1]);
  assert.deepEqual(full({ ctx: 240_000, flashAttention: false }), [240_128, 1]);
  assert.deepEqual(full({ ctx: 10_000, slots: 3 }), [3584, 3]);
  assert.deepEqual(full({ ctx: 10_000, slots: 3, version: "2025-07" }), [3584, 3]);
  assert.deepEqual(
    full({ ctx: 1000, slots: 3, version: "2025-07", flashAttention: false }),
    [352, 3],
  );
  assert.deepEqual(full({ ctx: 10_000, slots: 3, version: "2025-05" }), [10_240, 1]);
});

test("windows: a cache of their own since May 2025, with --swa-full as long as the context", () => {
  const layers = [heads(10, 8, 128), heads(50, 8, 128, 1024)];
  const kinds = (plan: Partial<LlamaCppPlan>) =>
    checked({ layers, ctx: 32_768, ...plan }).buffers.map(({ kind, cells, layers }) => [
      kind,
      cells,
      layers,
    ]);
  assert.deepEqual(kinds({ version: "2025-04" }), [["full", 32_768, 60]]);
  assert.deepEqual(kinds({ version: "ik_llama.cpp" }), [["full", 32_768, 60]]);
  assert.deepEqual(kinds({}), [
    ["full", 32_768, 10],
    ["swa", 1536, 50],
  ]);
  assert.deepEqual(kinds({ swaFull: true })[1], ["swa", 32_768, 50]);
  // 1,024 + 512 is a multiple of 32 already; 1,000 + 512 is not.
  const odd = { layers: [heads(1, 8, 128), heads(1, 8, 128, 1000)], version: "2025-05" } as const;
  assert.deepEqual(kinds({ ...odd, flashAttention: false })[1], ["swa", 1536, 1]);
  assert.deepEqual(kinds({ ...odd, ubatch: 100, flashAttention: false })[1], ["swa", 1120, 1]);
  assert.deepEqual(kinds({ ...odd, ubatch: 100 })[1], ["swa", 1280, 1]);
  // Llama 4: 8,192-token chunks.
  const chunks: LayerGroup = {
    count: 36,
    layer: { kind: "heads", nKv: 8, headDim: 128, chunkTokens: 8192 },
  };
  assert.deepEqual(kinds({ layers: [heads(12, 8, 128), chunks], ctx: 131_072 }), [
    ["full", 131_072, 12],
    ["swa", 8704, 36],
  ]);
});

test("where every layer has a window, all tokens are kept", () => {
  // Mistral 7B v0.1: 32 layers, 8 KV heads of 128, a window of 4,096.
  const mistral = [heads(32, 8, 128, 4096)];
  assert.deepEqual(summary({ layers: mistral, ctx: 32_768 }), [
    { kind: "full", cells: 32_768, streams: 1, mib: 4096 },
  ]);
  // A state keeps no tokens; a latent keeps them all.
  const kinds = (layers: readonly LayerGroup[]) =>
    summary({ layers, ctx: 32_768 }).map(({ kind }) => kind);
  assert.deepEqual(kinds([...mistral, { count: 4, layer: delta }]), ["full", "recurrent"]);
  assert.deepEqual(kinds([...mistral, mla(1)]), ["swa", "latent"]);
  assert.deepEqual(kinds([...mistral, { count: 1, layer: { kind: "shared" } }]), ["full"]);
});

test("MLA: the heads, the latent twice, the latent", () => {
  const plan = { layers: [mla(61)], ctx: 16_384, expanded: { nHeads: 128, dK: 192, dV: 128 } };
  const mib = (more: Partial<LlamaCppPlan>) => checked({ ...plan, ...more }).totalMib;
  assert.equal(mib({}), 1098);
  assert.equal(mib({ version: "2025-04" }), 2074);
  assert.equal(mib({ version: "2024-05" }), (61 * 16_384 * 128 * (192 + 128) * 2) / 2 ** 20);
  assert.equal(mib({ version: "ik_llama.cpp", typeK: "q8_0" }), 583.31);
  assert.equal(mib({ version: "ik_llama.cpp", mla: "latent+transposed" }), 2074);
  // Expanded, it is any other attention: https://github.com/ggml-org/llama.cpp/pull/12801
  assert.deepEqual(
    checked({ ...plan, ctx: 2048, mla: "expanded", slots: 4, unified: true }).buffers.map(
      ({ kind, mib }) => [kind, mib],
    ),
    [["full", 9760]],
  );
});

test("without flash attention V is as wide as the widest layer's", () => {
  const layers: LayerGroup[] = [
    { count: 1, layer: { kind: "heads", nKv: 4, headDim: 512 } },
    { count: 1, layer: { kind: "heads", nKv: 2, headDim: 256 } },
  ];
  const bytes = (plan: Partial<LlamaCppPlan>) =>
    checked({ layers, ctx: 256, ...plan }).totalBytes / 256;
  assert.equal(bytes({}), (2048 + 2048 + 512 + 512) * 2);
  assert.equal(bytes({ flashAttention: false }), (2048 + 2048 + 512 + 2048) * 2);
  assert.equal(bytes({ flashAttention: false, version: "2025-05" }), (2048 + 2048 + 512 + 512) * 2);
});

test("layers without a cache cost nothing; drafts keep snapshots of a state", () => {
  const layers: LayerGroup[] = [
    heads(2, 2, 64),
    { count: 3, layer: { kind: "shared" } },
    { count: 4, layer: { kind: "none" } },
  ];
  assert.equal(checked({ layers, ctx: 256 }).totalBytes, 2 * 256 * 2 * 128 * 2);
  const states: LayerGroup[] = [{ count: 48, layer: delta }];
  const one = checked({ layers: states, ctx: 256 });
  const three = checked({ layers: states, ctx: 256, stateSnapshots: 2 });
  assert.equal(three.totalBytes, 3 * one.totalBytes);
});

test("what llama.cpp has no cache or no type for is refused", () => {
  const plan = { layers: [heads(1, 1, 64)], ctx: 256 };
  const tied: CacheLayer = { kind: "tied", nKv: 1, headDim: 64, ropeDim: 0 };
  for (const bad of [
    { ...plan, typeK: "fp8" },
    { ...plan, typeV: "toString" },
    { ...plan, ctx: 0 },
    { ...plan, ctx: 1.5 },
    { ...plan, slots: -1 },
    { ...plan, layers: [{ count: 1, layer: tied }] },
    { ...plan, layers: [mla(1)], mla: "expanded" as const },
  ]) {
    assert.throws(() => llamaCppCache(bad), RangeError, JSON.stringify(bad));
  }
});

test("more context, slots or window never shrink the cache, in any version", () => {
  const layers = [heads(2, 2, 64), heads(4, 2, 64, 300), { count: 1, layer: delta }];
  for (const version of Object.keys(llamaCppVersions) as (keyof typeof llamaCppVersions)[]) {
    for (const unified of [true, false]) {
      for (const flashAttention of [true, false]) {
        let before = 0;
        for (let ctx = 1; ctx < 5000; ctx += 97) {
          const { totalBytes } = checked({
            layers,
            ctx,
            slots: 3,
            unified,
            flashAttention,
            version,
          });
          assert.ok(totalBytes >= before, `${version}, context ${ctx}`);
          before = totalBytes;
        }
      }
    }
  }
});
