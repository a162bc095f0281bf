import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BenchmarksResult, ConflictResult } from "../../src/widgets/kv-quality/compute.ts";
import widget from "../../src/widgets/kv-quality/widget.ts";
import { valuesOf } from "./every-widget.ts";
import { type Attributes, quality, rowOf, said, scatter, shown, table } from "./quality-widget.ts";

describe("cost comes from the model's dimensions, and from nowhere else", () => {
  test("bytes of a token in each layer: 2 n_kv d_h, two bytes each", () => {
    const bytes = Object.fromEntries(scatter().points.map(({ row, cost }) => [row.id, cost]));
    assert.deepEqual(bytes, {
      "mha-large": 2 * 16 * 64 * 2,
      "mha-xxl": 16_384,
      "gqa-8-xxl": 2048,
      "mqa-xxl": 256,
    });
    const shazeer = scatter({ source: "shazeer-2019" }).points.map(({ row, cost }) => [
      row.id,
      cost,
    ]);
    assert.deepEqual(shazeer, [
      ["mha", 4096],
      ["mqa", 512],
      ["mha-1x128", 512],
      ["mha-2x64", 512],
      ["mha-4x32", 512],
      ["mha-8x16", 512],
    ]);
  });

  test("numbers a token leaves: counted where they can be, and then as printed in thousands", () => {
    const { axis, rows } = scatter({ source: "deepseek-v2-mla" });
    assert.equal(axis, "values");
    const counts = Object.fromEntries(rows.map((row) => [row.id, row]));
    assert.equal(counts["small-mha"]?.values, 110_592);
    assert.equal(counts["small-mla"]?.values, 576 * 27);
    assert.equal(counts["large-mla"]?.values, 576 * 60);
    for (const { values, printedValues, valuesCounted } of rows.filter(
      (row) => row.valuesCounted,
    )) {
      assert.ok(valuesCounted && values !== null && printedValues !== undefined);
      assert.ok(Math.abs(values - printedValues) <= 50, `${values} against ${printedValues}`);
    }
    // Nobody knows the shape of the large MHA: printed, and no bytes.
    const large = counts["large-mha"];
    assert.deepEqual(
      [large?.values, large?.valuesCounted, large?.layerBytes],
      [860_200, false, null],
    );
    assert.equal(rowOf({ source: "deepseek-v2-mla" }, "250B MHA")["KV per token"], "–");
  });

  test("a paper without dimensions has no bytes anywhere", () => {
    const { rows } = quality({ source: "deepseek-v2-7b" }) as BenchmarksResult;
    for (const row of rows) assert.deepEqual([row.layerBytes, row.values], [null, null]);
    assert.doesNotMatch(table({ source: "deepseek-v2-7b" }).columns.join(), /KV/);
  });
});

describe("an axis that a source has not falls back", () => {
  test("time where it was measured, with the search that gave the score", () => {
    const costs = (attributes: Attributes) =>
      scatter({ against: "time", ...attributes }).points.map(({ cost }) => cost);
    assert.deepEqual(costs({}), [0.37, 1.51, 0.24, 0.28]);
    assert.deepEqual(costs({ source: "shazeer-2019" }), [46, 3.8, 23, 3.3]);
    assert.deepEqual(costs({ source: "shazeer-2019", score: "bleu-test-4" }), [203, 32, 47, 16]);
  });

  test("the cache where there is no time", () => {
    const lm = { source: "shazeer-2019", score: "lm-ppl", against: "time" };
    assert.equal(scatter(lm).axis, "bytes");
    assert.equal(scatter({ source: "deepseek-v2-mla", against: "time" }).axis, "values");
    const offered = (attributes: Attributes) => {
      const values = valuesOf(widget, attributes);
      const against = widget.params.find(({ name }) => name === "against");
      return against?.when?.(values) ?? true;
    };
    assert.ok(offered({}) && offered({ source: "shazeer-2019" }));
    for (const source of ["deepseek-v2-7b", "deepseek-v2-mla", "conflict", "vha"]) {
      assert.ok(!offered({ source }), source);
    }
    assert.ok(!offered(lm));
  });

  test("no picture holds two papers on one axis", () => {
    for (const source of ["gqa-2023", "shazeer-2019", "deepseek-v2-mla"]) {
      const { table: of, points } = scatter({ source });
      const own = new Set(of.rows.map(({ id }) => id));
      assert.ok(points.length > 0 && points.every(({ row }) => own.has(row.id)), source);
    }
    const { sides } = quality({ source: "conflict" }) as ConflictResult;
    assert.deepEqual(
      sides.map((side) => side.table.id),
      ["gqa-2023", "deepseek-v2-7b"],
    );
  });
});

describe("what is said", () => {
  test("of the papers", () => {
    assert.equal(
      said(),
      "Average of T5-XXL in table 1 of the GQA paper: 47.2 with MHA, 47.1 with GQA-8, 46.6 with MQA. " +
        "A token takes 16,384 B, 2,048 B and 256 B of cache in each layer.",
    );
    assert.match(said({ against: "time" }, "ko"), /1\.51 s, 0\.28 s, 0\.24 s예요/);
    // The best of the models with fewer or smaller heads: highest BLEU, lowest perplexity.
    assert.match(said({ source: "shazeer-2019" }), /the best reaches 26\.2\./);
    assert.match(said({ source: "shazeer-2019", score: "lm-ppl" }), /the best reaches 30\.9\./);
    assert.match(said({ source: "shazeer-2019", score: "ln-ppl" }), /1\.424 with MHA.* 1\.480\.$/);
    // 15,552 of 110,592 and 34,560 of 860,200.
    assert.match(said({ source: "deepseek-v2-mla" }), /MLA keeps 14% and 4\.0%/);
    assert.match(said({ source: "deepseek-v2-7b" }), /45\.2 with MHA, 41\.2 with GQA-8 and 37\.9/);
  });

  test("of the conflict: both claims, in the papers' own words", async () => {
    assert.match(
      said({ source: "conflict" }),
      /Average changes by −0\.1 points.* MMLU by −4\.0 points/,
    );
    // GQA-8 can be above MHA: 47.7 against 47.5.
    assert.match(
      said({ source: "conflict", metric: "pubmed" }),
      /PubMed \(R1\) changes by \+0\.2 points/,
    );
    const text = await shown({ source: "conflict" });
    assert.match(
      text,
      /GQA \(Ainslie.*quality close to multi-head attention with comparable speed/,
    );
    assert.match(text, /DeepSeek-V2 .*MHA demonstrates significant advantages over GQA and MQA/);
  });

  test("the printed average beside the plain mean", async () => {
    assert.match(await shown({}), /MQA-XXL is given 46\.6 where its seven columns average 46\.76/);
    assert.equal(rowOf({}, "MQA-XXL")["Plain mean of the columns"], "46.76");
    assert.doesNotMatch(await shown({ metric: "cnn" }), /46\.76 ?,/);
  });

  test("of every source: reported there, and nothing of it measured here", async () => {
    for (const source of ["gqa-2023", "shazeer-2019", "deepseek-v2-7b", "conflict", "vha"]) {
      assert.match(await shown({ source }), /As reported in .* Nothing here was measured/, source);
      assert.match(await shown({ source }, "ko"), /이 페이지가 잰 값이 아니/, source);
    }
  });
});
