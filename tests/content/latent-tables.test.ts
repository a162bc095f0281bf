import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { paperTable, vhaData } from "../../src/data/quality.ts";
import { langs } from "../../src/i18n/locales.ts";
import {
  absorbedMacsPerPair,
  expansionMacsPerToken,
  naiveMacsPerPair,
} from "../../src/model/cost/mla.ts";
import { type Accounting, extraWorkPercent } from "../../src/model/cost-model.ts";
import { cacheFormat } from "../../src/model/formats.ts";
import {
  kvBytesPerSequence,
  kvValuesPerTokenPerLayer,
  layerBytesPerToken,
} from "../../src/model/kv.ts";
import type { CacheLayer } from "../../src/model/layers.ts";
import { pairedDifference } from "../../src/model/paired-difference.ts";
import { scales } from "../../src/widgets/kv-triangle/scales.ts";
import { read } from "./mdx.ts";

const bf16 = cacheFormat("bf16");
const latent: CacheLayer = { kind: "latent", latentDim: 512, ropeDim: 64 };
const heads = (nKv: number): CacheLayer => ({ kind: "heads", nKv, headDim: 128 });
const v2 = { nHeads: 128, kvRank: 512, nopeDim: 128, ropeDim: 64, valueDim: 128 };

const figure = (text: string) => Number(text.replace("−", "-").replace(/[^\d.-]/g, ""));

/** The tables of a chapter: rows without their heading, cells without their first. */
const tablesOf = (lang: string, slug: string): readonly (readonly (readonly string[])[])[] =>
  [...read(`${lang}/chapters/${slug}.mdx`).matchAll(/(?:^\|.*\|\n)+/gm)].map(([table]) =>
    table
      .trim()
      .split("\n")
      .slice(2)
      .map((row) => row.slice(2, -2).split(" | ").slice(1)),
  );

const numbers = (table: readonly (readonly string[])[] | undefined) =>
  (table ?? []).map((row) => row.map(figure));

for (const lang of langs) {
  describe(lang, () => {
    const [stored, ways, factors, scores] = tablesOf(lang, "mla");
    const [, ladder, work, results, shares, people] = tablesOf(lang, "vha");

    test("what MLA and the others store", () => {
      const layers = [heads(128), heads(8), latent, heads(1)];
      const values = layers.map(kvValuesPerTokenPerLayer);
      assert.deepEqual(
        numbers(stored).map(([, value]) => value),
        values,
      );
      const ratios = values.map((value) => Number((value / 576).toPrecision(3)));
      assert.deepEqual(
        numbers(stored).map(([, , ratio]) => ratio),
        ratios.map((ratio) => Number(ratio.toFixed(2))),
      );
    });

    test("three ways to decode", () => {
      const expanded = 128 * (192 + 128);
      const macs = [
        naiveMacsPerPair(v2),
        naiveMacsPerPair(v2) + expansionMacsPerToken(v2),
        absorbedMacsPerPair(v2),
      ];
      const values = [expanded, 576, 576];
      assert.deepEqual(
        numbers(ways),
        macs.map((mac, i) => {
          const kept = values[i] as number;
          return [kept, mac, Math.round((2 * mac) / (2 * kept))];
        }),
      );
    });

    test("the factors of 93.3% multiply to it", () => {
      const rows = numbers(factors);
      const product = (column: number) =>
        rows.slice(0, 3).reduce((so, row) => so * (row[column] as number), 1);
      assert.deepEqual(rows[3]?.slice(0, 2), [product(0), product(1)]);
      for (const [before = 0, after = 0, ratio = 0] of rows) {
        assert.ok(Math.abs(after / before - ratio) < 0.0005, `${before} ${after}`);
      }
      assert.equal((100 * (1 - product(1) / product(0))).toFixed(1), "93.3");
    });

    test("scores of table 9, in which MLA is ahead in all pairs but one", () => {
      const { columns, rows } = paperTable("deepseek-v2-mla");
      const printed = columns.map(({ id }) => rows.map((row) => row.scores[id] ?? 0));
      assert.deepEqual(numbers(scores).slice(2), printed);
      const behind = printed
        .flatMap(([a = 0, b = 0, c = 0, d = 0]) => [b - a, d - c])
        .filter((difference) => difference < 0);
      assert.deepEqual(
        behind.map((difference) => difference.toFixed(1)),
        ["-0.7"],
      );
    });

    test("work against GQA-8, by the way it is counted", () => {
      const { hiddenSize, layers, intermediateSize, queryHeads, rank } = scales["1.7b"];
      const own = { queryHeads, nKv: 2, headDim: 128, rank };
      const variants = [
        [{ name: "vha-train", ...own }, true],
        [{ name: "vha-train", ...own }, false],
        [{ name: "vha-absorbed", ...own }, true],
        [{ name: "mfa", nHeads: 32, headDim: 256, qRank: 256 }, true],
      ] as const;
      const counts: readonly Pick<Accounting, "scores" | "headVocabulary">[] = [
        { scores: "full", headVocabulary: null },
        { scores: "causal", headVocabulary: null },
        { scores: "causal", headVocabulary: 151_936 },
        { scores: "full", headVocabulary: 151_936 },
        { scores: "causal", headVocabulary: 103_424 },
      ];
      const gqa8 = { name: "gqa", nHeads: 16, nKv: 8, headDim: 128 } as const;
      const percent = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
      const computed = counts.map((count) =>
        variants.map(([variant, mixes]) => {
          const accounting = { hiddenSize, layers, intermediateSize, tokens: 4096, ...count };
          const mixed = { ...accounting, premix: mixes, postmix: mixes };
          return Number(percent.format(extraWorkPercent(variant, gqa8, mixed)));
        }),
      );
      assert.deepEqual(numbers(work), computed);
    });

    test("reported scores, with the differences found task by task", () => {
      const runs = (variant: string) => vhaData.runs.filter((run) => run.variant === variant);
      const rows = runs("gqa").map((gqa, i) => {
        const other = runs("vha")[i];
        assert.ok(other && other.scale === gqa.scale && other.table === gqa.table);
        const { mean, standardError, wins } = pairedDifference(gqa.scores, other.scores);
        return [
          gqa.printedAverage.toFixed(2),
          other.printedAverage.toFixed(2),
          `+${mean.toFixed(2)}\u00a0±\u00a0${standardError.toFixed(2)}`,
          `${wins} / 8`,
        ];
      });
      assert.deepEqual(results, rows);
      assert.deepEqual(
        numbers(ladder).map(([points]) => points),
        [-1, 0.41, -0.14, -1.71],
      );
    });

    test("shares of a GPU, and people", () => {
      const layers = [heads(8), heads(2), latent];
      const bytes = layers.map((layer) =>
        [1, 2, 4, 8].map((tp) => layerBytesPerToken(layer, bf16, tp)),
      );
      assert.deepEqual(numbers(shares), [
        ...bytes,
        [0, 1, 2, 3].map((i) => (bytes[0]?.[i] ?? 0) / (bytes[1]?.[i] ?? 1)),
      ]);
      const perGpu = (320e9 - 2 * 70.552e9 - 20e9) / 4;
      const holds = (layer: CacheLayer, tp: number) =>
        Math.floor(perGpu / kvBytesPerSequence([{ count: 80, layer }], bf16, 8192, tp));
      assert.deepEqual(
        numbers(people),
        [heads(8), latent, heads(2)].map((layer) => [holds(layer, 4), 4 * holds(layer, 1)]),
      );
    });
  });
}
