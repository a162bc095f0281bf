import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { modelById } from "../../src/data/index.ts";
import {
  rowOf,
  type TriangleResult,
  type TriangleValues,
} from "../../src/widgets/kv-triangle/compute.ts";
import { tableDrift, type VariantId, vhaGain } from "../../src/widgets/kv-triangle/reported.ts";
import { scaleNames, scales } from "../../src/widgets/kv-triangle/scales.ts";
import widget from "../../src/widgets/kv-triangle/widget.ts";
import { translator } from "../../src/widgets/translate.ts";
import type { Cell } from "../../src/widgets/widget.ts";
import { fuzzStates, idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const parsed = (attributes: Attributes = {}) => valuesOf(widget, attributes) as TriangleValues;
const triangle = (attributes: Attributes = {}): TriangleResult =>
  widget.compute(parsed(attributes));
const plain = (text: string) => text.replaceAll("\u00a0", " ");

const work = (attributes: Attributes, id: VariantId): string =>
  rowOf(triangle(attributes).rows, id).workPercent.toFixed(2);

/** The columns of the published comparison, at 1.7B and 4,096 tokens. */
const columns: readonly Attributes[] = [
  { attention: "full", head: "none" },
  { attention: "causal", head: "none" },
  { attention: "causal", head: "151936" },
  { attention: "full", head: "151936" },
  { attention: "causal", head: "103424" },
];

describe("work against GQA 8", () => {
  test("is every cell of the comparison, to two decimals", () => {
    const rows: [VariantId, Attributes, string][] = [
      ["vha", { mixes: "true" }, "-7.40 -8.45 -7.11 -6.35 -7.49"],
      ["vha", {}, "-7.81 -8.93 -7.51 -6.70 -7.91"],
      ["vha", { served: "absorbed" }, "-4.69 -5.36 -4.50 -4.02 -4.75"],
      ["gqa2", {}, "-4.69 -5.36 -4.50 -4.02 -4.75"],
      ["gqa2-half", {}, "-23.44 -19.64 -16.52 -20.11 -17.40"],
      ["mfa", { mfa: "m16-r512" }, "25.00 14.29 12.01 21.45 12.66"],
      ["mfa", { mfa: "m18-r256" }, "30.66 17.19 14.45 26.31 15.23"],
      ["mfa", { mfa: "m32-r256" }, "86.72 56.25 47.30 74.40 49.83"],
      ["mla", { mla: "naive" }, "8.01 5.58 4.69 6.87 4.94"],
      ["mla", { mla: "absorbed" }, "83.01 48.44 40.73 71.21 42.91"],
      ["mha", {}, "6.25 7.14 6.01 5.36 6.33"],
      ["gqa8", {}, "0.00 0.00 0.00 0.00 0.00"],
    ];
    for (const [id, form, expected] of rows) {
      const cells = columns.map((count) => work({ ...form, ...count }, id));
      assert.equal(cells.join(" "), expected, `${id} ${JSON.stringify(form)}`);
    }
  });

  test("twice the tokens, of which half the pairs count, is all pairs of the tokens", () => {
    for (const head of ["none", "103424"]) {
      const twice = triangle({ attention: "causal", head, context: "8192" });
      const all = triangle({ attention: "full", head });
      const percents = ({ rows }: TriangleResult) => rows.map((row) => row.workPercent);
      assert.deepEqual(percents(twice), percents(all));
      assert.notDeepEqual(percents(twice), percents(triangle({ attention: "causal", head })));
    }
  });

  test("served, the mixes are part of other matrices and change nothing", () => {
    for (const count of columns) {
      const served = { ...count, served: "absorbed" };
      assert.equal(work({ ...served, mixes: "true" }, "vha"), work(served, "vha"));
    }
  });

  test("as it stands in the table at first, with what is printed beside it", () => {
    const values = parsed();
    const t = translator("en", widget.messages.en);
    const { rows = [] } = widget.table?.(triangle(), values, t, idleRun) ?? {};
    const cells = rows.map(([head, ...rest]) => [
      plain(head),
      ...(rest as readonly Cell[]).map(({ text }) => plain(text)).toSpliced(1, 1),
    ]);
    assert.deepEqual(cells, [
      ["MHA (16-16-16)", "8,192 B", "+6.33%", "–", "lower, not given", "–"],
      ["GQA 8 (16-8-8)", "4,096 B", "0.00%", "–", "baseline", "–"],
      ["GQA 2 (16-2-2)", "1,024 B", "−4.75%", "–", "−1.00", "–"],
      ["GQA 2 (8-2-2)", "1,024 B", "−17.40%", "–", "−1.71", "–"],
      ["MLA (512 + 64)", "1,152 B", "+4.94%", "–", "lower, not given", "–"],
      ["MFA (32 × 256)", "1,024 B", "+49.83%", "+49.8%", "not given", "–"],
      ["VHA (8-2-2)", "1,024 B", "−7.91%", "−7.9%", "+0.41", "0.52"],
    ]);
  });

  test("at 4B, from the matrices written out", () => {
    // GQA 32-8-8: Q and O of 4,096, K and V of 1,024; then three matrices of the feed-forward.
    const shared = 2048 * 2 * 4096 + 3 * 2560 * 9728 + (2560 * 103_424) / 36;
    const gqa8 = 2560 * (4096 + 1024 + 1024 + 4096) + shared;
    const vha = 2560 * (2048 + 256 + 256 + 4096) + shared;
    const { rows } = triangle({ scale: "4b" });
    assert.equal(rowOf(rows, "gqa8").macs, gqa8);
    assert.equal(rowOf(rows, "vha").macs, vha);
    // The mixes: 32 virtual heads by 128 × 128, and twice 32 by rank 8 for 128 channels.
    const mixed = rowOf(triangle({ scale: "4b", mixes: "true" }).rows, "vha").macs;
    assert.equal(mixed - vha, 32 * 128 * 128 + 2 * 32 * 8 * 128);
  });

  test("over every count: the ends of the comparison, and the chosen count among them", () => {
    const ends = ({ vhaRanges, mfaRanges }: TriangleResult) =>
      [...vhaRanges, ...mfaRanges].map(({ form, workPercent }) => [
        form,
        Math.min(...workPercent).toFixed(2),
        Math.max(...workPercent).toFixed(2),
      ]);
    assert.deepEqual(ends(triangle()), [
      ["uncounted", "-8.93", "-6.70"],
      ["counted", "-8.45", "-6.35"],
      ["served", "-5.36", "-4.02"],
      ["m32-r256", "47.30", "86.72"],
      ["m18-r256", "14.45", "30.66"],
      ["m16-r512", "12.01", "25.00"],
    ]);
    for (const attributes of fuzzStates(widget)) {
      const { rows, vhaRanges, mfaRanges } = triangle(attributes);
      for (const [id, ranges] of [
        ["vha", vhaRanges],
        ["mfa", mfaRanges],
      ] as const) {
        const current = ranges.filter((of) => of.current);
        assert.equal(current.length, 1, JSON.stringify(attributes));
        assert.ok(current[0]?.workPercent.includes(rowOf(rows, id).workPercent), id);
      }
    }
  });

  test("its parts: 7, 8, 36 and 7.214 of 2^20 multiply-adds, and nothing beside them", () => {
    const { vhaParts } = triangle();
    const parts = Object.values(vhaParts).map((macs) => (macs / 2 ** 20).toFixed(3));
    assert.deepEqual(parts, ["7.000", "0.000", "8.000", "36.000", "7.214"]);
    for (const attributes of fuzzStates(widget)) {
      const result = triangle(attributes);
      const sum = Object.values(result.vhaParts).reduce((total, part) => total + part, 0);
      assert.ok(Math.abs(sum / rowOf(result.rows, "vha").macs - 1) < 1e-12);
    }
  });
});

describe("the cache", () => {
  const kv = (tp: number, scale = "1.7b") =>
    triangle({ tp: String(tp), scale })
      .rows.map(({ kvBytes }) => kvBytes)
      .join(" ");

  test("of a token and layer on one GPU: whole heads, MLA and MFA on every GPU", () => {
    // MHA, GQA 8, GQA 2 twice, MLA, MFA, VHA; a head is 2 × 128 values of 2 B.
    for (const [tp, bytes] of [
      [1, "8192 4096 1024 1024 1152 1024 1024"],
      [2, "4096 2048 512 512 1152 1024 512"],
      [3, "3072 1536 512 512 1152 1024 512"],
      [4, "2048 1024 512 512 1152 1024 512"],
      [8, "1024 512 512 512 1152 1024 512"],
      [16, "512 512 512 512 1152 1024 512"],
    ] as const) {
      assert.equal(kv(tp), bytes, `${tp} GPUs`);
    }
    assert.equal(kv(1, "4b"), "16384 4096 1024 1024 1152 1024 1024");
  });

  test("the 4× shrinks with the GPUs and has vanished at 8", () => {
    const times = [1, 2, 3, 4, 5, 7, 8, 12, 16].map((tp) => triangle({ tp: String(tp) }).times);
    assert.deepEqual(times, [4, 4, 3, 2, 2, 2, 1, 1, 1]);
  });
});

describe("quality", () => {
  test("of VHA: mean and standard error over the tasks", () => {
    // Averages and differences by the authors' two tables, errors as published with the checks.
    for (const [scale, before, after, error] of [
      ["0.6b", 50.42, 51.04, "0.50"],
      ["1.7b", 54.09, 54.5, "0.52"],
      ["4b", 56.9, 57.71, "0.33"],
    ] as const) {
      const gain = vhaGain(scale);
      assert.ok(Math.abs(gain.mean - (after - before)) < 0.011, scale);
      assert.equal(gain.standardError.toFixed(2), error, scale);
    }
    for (const [scale, gqa, vha, first] of [
      ["0.6b", 49.92, 50.48, 50.42],
      ["1.7b", 53.28, 54.04, 54.09],
      ["4b", 56.49, 57.39, 56.9],
    ] as const) {
      assert.ok(Math.abs(vhaGain(scale, "second").mean - (vha - gqa)) < 0.011, scale);
      assert.ok(Math.abs(tableDrift(scale) - (first - gqa)) < 0.011, scale);
    }
  });

  test("that nobody printed is no number", () => {
    for (const scale of scaleNames) {
      const known = triangle({ scale }).rows.map(({ id, quality }) => [id, quality.known]);
      const gap = scale === "1.7b" ? "number" : "nothing";
      assert.deepEqual(Object.fromEntries(known), {
        ...{ mha: "lower", gqa8: "baseline", gqa2: gap, "gqa2-half": gap },
        ...{ mla: "lower", mfa: "range", vha: "number" },
      });
    }
    const { quality } = rowOf(triangle().rows, "mfa");
    assert.ok(quality.known === "range");
    // 0.10 to 0.77 below +0.40875.
    assert.deepEqual(
      quality.points.map((of) => of.toFixed(2)),
      ["-0.36", "0.31"],
    );
  });

  test("no choice of what counts changes it", () => {
    const before = triangle().rows.map(({ quality }) => quality);
    for (const { scale: _scale, ...attributes } of fuzzStates(widget)) {
      assert.deepEqual(
        triangle(attributes).rows.map(({ quality }) => quality),
        before,
      );
    }
  });
});

test("no row is the best at all three: smallest cache, least work, highest known quality", () => {
  for (const attributes of fuzzStates(widget).filter(({ scale }) => !scale || scale === "1.7b")) {
    const { rows } = triangle(attributes);
    const points = ({ quality }: (typeof rows)[number]) =>
      quality.known === "number" ? quality.points : quality.known === "baseline" ? 0 : -Infinity;
    const least = (of: (row: (typeof rows)[number]) => number) => Math.min(...rows.map(of));
    const best = rows.filter(
      (row) =>
        row.kvBytes === least(({ kvBytes }) => kvBytes) &&
        row.workPercent === least(({ workPercent }) => workPercent) &&
        -points(row) === least((of) => -points(of)),
    );
    assert.deepEqual(best, [], JSON.stringify(attributes));
  }
});

test("the sizes are those of the catalogue's models of the same shape", () => {
  for (const name of scaleNames) {
    const { hiddenSize, nHeads, layers } = scales[name];
    const model = modelById(`qwen3-${name}`);
    assert.deepEqual([model.hiddenSize, model.nHeads], [hiddenSize, nHeads], name);
    assert.deepEqual(model.layers, [
      { count: layers, layer: { kind: "heads", nKv: 8, headDim: 128 } },
    ]);
  }
});
