import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Accounting,
  attentionCost,
  type CostVariant,
  extraWorkPercent,
  macsPerTokenPerLayer,
} from "../../src/model/cost-model.ts";

const headDim = 128;
const gqa = (nKv: number): CostVariant => ({ name: "gqa", nHeads: 16, nKv, headDim });
const mla = {
  ...{ nHeads: 16, qRank: null },
  ...{ kvRank: 512, nopeDim: 128, ropeDim: 64, valueDim: 128 },
} as const;
const mfa = (nHeads: number, qRank: number): CostVariant => ({
  ...{ name: "mfa", nHeads, headDim: 256, qRank },
});
const vhaShape = { queryHeads: 8, nKv: 2, headDim, rank: 4 } as const;
const vhaTrained = { name: "vha-train", ...vhaShape } as const;
const vhaAbsorbed = { name: "vha-absorbed", ...vhaShape } as const;

/** 1.7B parameters: the dimensions of Qwen3-1.7B, at 4,096 tokens. */
const accounting: Accounting = {
  ...{ hiddenSize: 2048, layers: 28, intermediateSize: 6144, tokens: 4096 },
  ...{ scores: "full", headVocabulary: null, premix: true, postmix: true },
};
const columns: readonly Partial<Accounting>[] = [
  { scores: "full" },
  { scores: "causal" },
  { scores: "causal", headVocabulary: 151_936 },
  { scores: "full", headVocabulary: 151_936 },
  { scores: "causal", headVocabulary: 103_424 },
];

test("every cell of the comparison with GQA-8, to two decimals", () => {
  const uncounted = { premix: false, postmix: false };
  const rows: [string, CostVariant, Partial<Accounting>, string][] = [
    ["VHA, mixes counted", vhaTrained, {}, "-7.40 -8.45 -7.11 -6.35 -7.49"],
    ["VHA, mixes not counted", vhaTrained, uncounted, "-7.81 -8.93 -7.51 -6.70 -7.91"],
    ["VHA absorbed", vhaAbsorbed, {}, "-4.69 -5.36 -4.50 -4.02 -4.75"],
    ["its equal, GQA 16-2-2", gqa(2), {}, "-4.69 -5.36 -4.50 -4.02 -4.75"],
    ["MFA m16 r512", mfa(16, 512), {}, "25.00 14.29 12.01 21.45 12.66"],
    ["MFA m18 r256", mfa(18, 256), {}, "30.66 17.19 14.45 26.31 15.23"],
    ["MFA m32 r256", mfa(32, 256), {}, "86.72 56.25 47.30 74.40 49.83"],
    ["MLA naive", { name: "mla-naive", ...mla }, {}, "8.01 5.58 4.69 6.87 4.94"],
    ["MLA absorbed", { name: "mla-absorbed", ...mla }, {}, "83.01 48.44 40.73 71.21 42.91"],
    ["MHA", { name: "mha", nHeads: 16, headDim }, {}, "6.25 7.14 6.01 5.36 6.33"],
    ["MQA", { name: "mqa", nHeads: 16, headDim }, {}, "-5.47 -6.25 -5.26 -4.69 -5.54"],
    ["GQA-8", gqa(8), {}, "0.00 0.00 0.00 0.00 0.00"],
  ];
  for (const [name, variant, mixes, expected] of rows) {
    const cells = columns.map((choice) =>
      extraWorkPercent(variant, gqa(8), { ...accounting, ...mixes, ...choice }).toFixed(2),
    );
    assert.equal(cells.join(" "), expected, name);
  }
});

test("counting the mix after attention alone moves -7.91 % to -7.88 %", () => {
  const stated = { ...accounting, ...columns[4], premix: false };
  assert.equal(extraWorkPercent(vhaTrained, gqa(8), stated).toFixed(2), "-7.88");
  const other = { ...stated, headVocabulary: 102_400 };
  const cells = [true, false].map((postmix) =>
    extraWorkPercent(vhaTrained, gqa(8), { ...other, postmix }).toFixed(2),
  );
  assert.deepEqual(cells, ["-7.89", "-7.92"]);
  assert.equal(extraWorkPercent(mfa(32, 256), gqa(8), other).toFixed(2), "49.89");
});

test("GQA-8's work in units of 2^20: 12 + 36 + 16 or 8, and a head of 10.598", () => {
  const work = (choice: Partial<Accounting>) =>
    macsPerTokenPerLayer(gqa(8), { ...accounting, ...choice }) / 2 ** 20;
  assert.equal(work({ intermediateSize: 0, tokens: 0 }), 12);
  assert.equal(work({ tokens: 0 }), 48);
  assert.equal(work({}), 64);
  assert.equal(work({ scores: "causal" }), 56);
  assert.equal((work({ headVocabulary: 151_936 }) - 64).toFixed(3), "10.598");
});

test("parameters and cached values of one layer", () => {
  const rows: [CostVariant, string, number][] = [
    [{ name: "mha", nHeads: 16, headDim }, "16.0000", 4096],
    [gqa(8), "12.0000", 2048],
    [{ name: "mqa", nHeads: 16, headDim }, "8.5000", 256],
    [{ name: "mla-naive", ...mla }, "13.1250", 576],
    [{ name: "mla-absorbed", ...mla }, "13.1250", 576],
    [mfa(16, 512), "12.0000", 512],
    [mfa(32, 256), "19.5000", 512],
    [vhaTrained, "7.0314", 512],
    [vhaAbsorbed, "9.0000", 512],
  ];
  for (const [variant, params, values] of rows) {
    const cost = attentionCost(variant, 2048);
    assert.equal((cost.params / 2 ** 20).toFixed(4), params, variant.name);
    assert.equal(cost.cacheValues, values, variant.name);
  }
});

test("a query latent makes MLA's projections two matrices", () => {
  // DeepSeek-V3's attention, its matrices written out.
  const shape = { ...mla, nHeads: 128, qRank: 1536 };
  const matrices: [number, number][] = [
    [1536, 7168],
    [128 * 192, 1536],
    [576, 7168],
    [128 * 256, 512],
    [7168, 128 * 128],
  ];
  const sum = matrices.reduce((total, [rows, columns]) => total + rows * columns, 0);
  assert.equal(attentionCost({ name: "mla-naive", ...shape }, 7168).params, sum);
});
