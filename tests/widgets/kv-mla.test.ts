import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseHTML } from "linkedom";
import type { Lang } from "../../src/i18n/locales.ts";
import { decodeAttentionFlops } from "../../src/model/flops.ts";
import { renderWidget } from "../../src/site/render-widget.ts";
import { compute, type MlaValues, wayIn } from "../../src/widgets/kv-mla/compute.ts";
import { pathData, workData } from "../../src/widgets/kv-mla/figures.ts";
import { dimsOf } from "../../src/widgets/kv-mla/layers.ts";
import { params } from "../../src/widgets/kv-mla/params.ts";
import { predictionOf } from "../../src/widgets/kv-mla/prediction.ts";
import widget from "../../src/widgets/kv-mla/widget.ts";
import { parseValues } from "../../src/widgets/params.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { idleRun } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const valuesAt = (attributes: Attributes = {}): MlaValues =>
  parseValues(params, (name) => attributes[name]);
const resultAt = (attributes: Attributes = {}) => compute(valuesAt(attributes));
const words = (lang: Lang) => translator(lang, widget.messages[lang]);
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("published counts, one layer", () => {
  // Recomputed from the dimensions of arXiv:2405.04434 by a program of its own.
  for (const [dims, pair, absorbed, expansion, intensity, weights] of [
    ["v2", 40_960, 139_264, 16_777_216, "241.8", 149_225_472],
    ["v2-lite", 5_120, 17_408, 2_097_152, "30.2", 13_762_560],
  ] as const) {
    test(dims, () => {
      const result = resultAt({ dims });
      const [kept, naive, folded] = result.ways;
      assert.ok(kept && naive && folded);
      assert.deepEqual([kept.of, naive.of, folded.of], ["kept", "naive", "absorbed"]);
      assert.deepEqual([kept.macsPerPair, naive.macsPerPair], [pair, pair]);
      assert.equal(folded.macsPerPair, absorbed);
      const expansions = [kept, naive, folded].map(({ expansionMacs }) => expansionMacs);
      assert.deepEqual(expansions, [0, expansion, 0]);
      assert.equal(folded.intensity.toFixed(1), intensity);
      assert.equal(kept.intensity, 1);
      assert.equal(result.expandFrom, 171);
      assert.equal(result.weightBytes, weights * 4);
      assert.deepEqual([naive.cacheBytesPerToken, folded.cacheBytesPerToken], [1152, 1152]);
      assert.equal(result.cachedValues, 576);
    });
  }

  test("128 heads: 40,960 numbers expanded, 32,768 that 576 stand for, 29,198 FLOP/B", () => {
    const result = resultAt();
    assert.equal(wayIn(result, "kept").cacheBytesPerToken, 40_960 * 2);
    assert.equal(result.standsForValues, 32_768);
    assert.equal((result.standsForValues / result.cachedValues).toFixed(1), "56.9");
    assert.equal(Math.round(wayIn(result, "naive").intensity), 29_198);
  });

  test("absorbing costs a new token what expanding it would", () => {
    for (const dims of ["v2", "v2-lite", "toy"]) {
      const result = resultAt({ dims });
      assert.equal(result.ownMacs, wayIn(result, "naive").expansionMacs, dims);
    }
    assert.equal(resultAt().ownMacs, 2 * 8_388_608);
  });

  test("without a RoPE key apart the cache is the latent alone", () => {
    const result = resultAt({ rope: "latent" });
    assert.equal(result.cachedValues, 512);
    assert.equal(wayIn(result, "naive").macsPerPair, 128 * 256);
    assert.equal(wayIn(result, "absorbed").macsPerPair, 128 * 1024);
    assert.equal(result.isBroken, true);
    assert.equal(resultAt({ rope: "latent", form: "naive" }).isBroken, false);
    assert.equal(resultAt().isBroken, false);
  });
});

describe("work of a step", () => {
  test("for one query it is what the model counts for decoding", () => {
    const { nHeads, nopeDim, valueDim } = dimsOf("v2");
    const model = {
      ...{ nHeads, headDim: 128, expanded: { nopeDim, valueDim } },
      layers: [{ count: 1, layer: { kind: "latent", latentDim: 512, ropeDim: 64 } as const }],
    };
    for (const context of [256, 8192, 131_072]) {
      const result = resultAt({ context: String(context) });
      for (const form of ["naive", "absorbed"] as const) {
        const flops = decodeAttentionFlops(model, context, form);
        assert.equal(2 * wayIn(result, form).macs, flops, `${form} ${context}`);
      }
    }
  });

  test("up to 170 query tokens absorbing is less, from 171 on expanding is", () => {
    for (const dims of ["v2", "v2-lite"]) {
      for (const context of ["256", "1048576"]) {
        const less = (queries: number) => {
          const result = resultAt({ dims, context, queries: String(queries) });
          return wayIn(result, "absorbed").macs < wayIn(result, "naive").macs;
        };
        assert.deepEqual([less(1), less(170), less(171), less(1024)], [true, true, false, false]);
      }
    }
  });

  test("the curves go through the reader's values, and cross at the ring", () => {
    for (const dims of ["v2", "v2-lite", "toy"]) {
      for (const queries of ["1", "64", "1024"]) {
        const values = valuesAt({ dims, queries });
        const result = compute(values);
        const data = workData(result, values, words("en"));
        for (const { form, macs, points } of data.lines) {
          assert.equal(points.find((point) => point.queries === Number(queries))?.macs, macs);
          assert.equal(macs, wayIn(result, form).macs);
        }
        const at = resultAt({ dims, queries: String(data.crossing?.queries) });
        assert.equal(data.crossing?.macs, wayIn(at, "absorbed").macs);
        assert.ok(wayIn(at, "naive").macs < wayIn(at, "absorbed").macs);
      }
    }
    const axis = resultAt().work.map(({ queries }) => queries);
    assert.deepEqual([axis[0], axis.at(-1)], [1, 1024]);
    assert.deepEqual(
      [...new Set(axis)].toSorted((a, b) => a - b),
      axis,
    );
  });

  test("bytes: both read the latents; the naive form makes 71.1 times as many", () => {
    const { bars } = workData(resultAt(), valuesAt(), words("en"));
    assert.deepEqual(
      bars.map(({ read }) => read),
      [1152 * 8192, 1152 * 8192],
    );
    assert.deepEqual(
      bars.map(({ made }) => made),
      [81_920 * 8192, 0],
    );
  });
});

/** Text of a rendered widget by selector. */
async function texts(attributes: Attributes, selector: string): Promise<readonly string[]> {
  const { shadow } = await renderWidget(widget, "en", (name) => attributes[name]);
  const { document } = parseHTML(`<!doctype html><body>${shadow}</body>`);
  return [...document.querySelectorAll(selector)].map((found) =>
    plain(found.textContent?.replace(/\s+/g, " ").trim() ?? ""),
  );
}

test("the formula, worked out as it is written", async () => {
  for (const [attributes, written, result] of [
    [{}, "8192 × 1 × 139264", "1.14 GMAC"],
    [{ form: "naive" }, "8192 × ( 16777216 + 1 × 40960 )", "138 GMAC"],
    [
      { form: "naive", dims: "v2-lite", queries: "200" },
      "8192 × ( 2097152 + 200 × 5120 )",
      "25.6 GMAC",
    ],
  ] as const) {
    const said = (await texts(attributes, ".formula .operator, .formula b")).join(" ");
    const [left = "", right] = said.replaceAll(",", "").split(" = ");
    assert.equal(left, written);
    assert.equal(right, result);
    const value = new Function(`return ${left.replaceAll("×", "*")}`)() as number;
    assert.equal(`${(value / 1e9).toPrecision(3)} GMAC`, result);
  }
});

describe("words", () => {
  const said = (attributes: Attributes, lang: Lang): string => {
    const values = valuesAt(attributes);
    return plain(plainText(widget.summary(compute(values), values, words(lang))));
  };

  test("the sentence names both works, and what is wrong is called wrong", () => {
    assert.equal(
      said({}, "en"),
      "In a DeepSeek-V2 layer, 1 query token over 8,192 cached ones: absorbed, a step reads " +
        "9.437 MB and does 1.14 GMAC. Expanding in every step gives the same output for 138 GMAC.",
    );
    assert.match(said({ queries: "2" }, "en"), /2 query tokens over/);
    assert.match(
      said({ form: "naive" }, "ko"),
      /138 GMAC을 계산해요\. 흡수하면 출력은 같고 계산은 1\.14 GMAC이에요/,
    );
    assert.match(
      said({ rope: "latent" }, "en"),
      /absorbing gives a wrong output: in a DeepSeek-V2 layer/,
    );
    assert.match(said({ rope: "latent" }, "ko"), /흡수한 계산은 틀려요/);
    assert.match(said({ rope: "latent", form: "naive" }, "en"), /only expanding is right/);
    assert.match(said({ rope: "latent" }, "en"), /1 query token .* reads 8\.389 MB and does/);
    assert.match(
      said({ rope: "latent", queries: "2" }, "en"),
      /2 query tokens .* read 8.* and do /,
    );
    for (const lang of ["ko", "en"] as const) {
      assert.doesNotMatch(said({}, lang), /wrong|틀려/);
    }
  });

  test("the table has three ways, the chosen one marked, with the published numbers", () => {
    for (const [form, own] of [
      ["naive", 1],
      ["absorbed", 2],
    ] as const) {
      const values = valuesAt({ form });
      const table = widget.table?.(compute(values), values, words("en"), idleRun);
      assert.equal(table?.own, own);
      assert.deepEqual(
        table?.rows.map(([head, ...cells]) => [head, ...cells.map(({ text }) => plain(text))]),
        [
          ["Expand and store", "81,920 B", "40,960", "0", "335,544,320", "671.1 MB", "1 FLOP/B"],
          [
            ...["Expand in every step", "1,152 B", "40,960", "16,777,216"],
            ...["137,774,497,792", "9.437 MB", "29,198 FLOP/B"],
          ],
          ["Absorb", "1,152 B", "139,264", "0", "1,140,850,688", "9.437 MB", "242 FLOP/B"],
        ],
      );
    }
  });

  test("DeepSeek-V2 does not run, and the page says what does and why", async () => {
    const note = (await texts({}, ".remark")).join(" ");
    assert.match(note, /596\.9 MB in fp32, too large for a page, so the small layer runs/);
    assert.match(note, /hidden size of 64, 4 heads and a latent of 32/);
    const lite = (await texts({ dims: "v2-lite" }, ".remark")).join(" ");
    assert.match(lite, /real size of DeepSeek-V2-Lite. Its 55\.05 MB/);
    assert.match(lite, /hidden size of 2,048, 16 heads and a latent of 512/);
  });

  test("the drawing's boxes follow the parameters", () => {
    for (const rope of ["decoupled", "latent"]) {
      const values = valuesAt({ rope, dims: "toy" });
      const { sizes, names } = pathData(compute(values), values, words("en"));
      assert.equal(sizes.ropeDim, rope === "latent" ? 0 : 8);
      const cached = rope === "latent" ? "32 numbers" : "32 + 8 = 40";
      assert.deepEqual(names.cached.map(plain), [
        cached,
        `${rope === "latent" ? 64 : 80} B stored`,
      ]);
    }
  });
});

test("predicts rounding with a key apart, and an error of order one without, but for one token", () => {
  for (let count = 1; count <= 16; count++) {
    assert.ok(predictionOf("decoupled", count).relativeError < 1e-15, `${count}`);
    const { relativeError, output, expected } = predictionOf("latent", count);
    if (count === 1) assert.equal(relativeError, 0);
    else assert.ok(relativeError > 0.03 && relativeError < 1, `${count}: ${relativeError}`);
    assert.deepEqual([output.length, expected.length], [64, 64]);
  }
  const asTheChapterSays = predictionOf("latent", 12).relativeError.toFixed(2);
  assert.equal(asTheChapterSays, "0.27");
});
