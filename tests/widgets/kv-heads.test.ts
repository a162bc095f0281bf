import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Lang } from "../../src/i18n/locales.ts";
import { groupedAttention } from "../../src/model/attention/grouped-attention.ts";
import { groupedWeights, seededInput } from "../../src/onnx/proof/seeded-weights.ts";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import { compute, type HeadsResult, litHead } from "../../src/widgets/kv-heads/compute.ts";
import { headsFactors } from "../../src/widgets/kv-heads/factors.ts";
import { litText, mapData } from "../../src/widgets/kv-heads/figures.ts";
import { nearestDivisor } from "../../src/widgets/kv-heads/nearest-divisor.ts";
import { params } from "../../src/widgets/kv-heads/params.ts";
import { headAfter, litNow } from "../../src/widgets/kv-heads/pick.ts";
import widget from "../../src/widgets/kv-heads/widget.ts";
import { parseValues } from "../../src/widgets/params.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { evaluateFormula } from "../helpers/evaluate-formula.ts";
import { idleRun } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const valuesAt = (attributes: Attributes = {}) => parseValues(params, (name) => attributes[name]);
const of = (attributes: Attributes = {}): HeadsResult => compute(valuesAt(attributes));
const words = (lang: Lang) => translator(lang, commonMessages[lang], widget.messages[lang]);
const t = words("en");
const plain = (text: string) => text.replaceAll("\u00a0", " ").replaceAll("\u2060", "");
const said = (attributes: Attributes = {}, lang: Lang = "en") =>
  plain(plainText(widget.summary(of(attributes), valuesAt(attributes), words(lang))));

const counts = [4, 8, 16, 32, 64];
const shapes = counts.flatMap((heads) =>
  [1, 2, 4, 8, 16, 32, 64].filter((g) => g <= heads).map((groups) => ({ heads, groups })),
);
const attributesOf = ({ heads, groups }: { heads: number; groups: number }): Attributes => ({
  heads: String(heads),
  groups: String(groups),
});

describe("numbers", () => {
  test("Llama 3 70B has 64 query heads, 8 KV heads and 80 layers: 327,680 B a token", () => {
    const { rows } = of({ heads: "64", groups: "8" });
    assert.deepEqual(
      rows.map(({ name, nKv, bytesPerToken }) => [name, nKv, bytesPerToken * 80]),
      [
        ["mha", 64, 2_621_440],
        ["gqa", 8, 327_680],
        ["mqa", 1, 40_960],
      ],
    );
    // 8,192 tokens of it: 2.684 GB, MHA 21.47 GB.
    assert.equal((rows[1]?.stepBytes ?? 0) * 80, 2_684_354_560);
    assert.equal((rows[0]?.stepBytes ?? 0) * 80, 21_474_836_480);
  });

  test("in 16 bits FLOP per byte is the query heads that share; with one byte twice that", () => {
    for (const shape of shapes) {
      for (const [kv, factor] of [
        ["bf16", 1],
        ["fp8", 2],
      ] as const) {
        const { own } = of({ ...attributesOf(shape), kv, context: "1000" });
        assert.equal(own.intensity, (factor * shape.heads) / shape.groups, JSON.stringify(shape));
      }
    }
  });

  test("a token keeps G of the parts that MHA keeps, in any format", () => {
    for (const shape of shapes) {
      for (const kv of ["bf16", "fp8_per_token_head", "int4", "q4_0"]) {
        const { own, rows } = of({ ...attributesOf(shape), kv });
        assert.equal(own.bytesPerToken * (shape.heads / shape.groups), rows[0]?.bytesPerToken);
        assert.equal(own.share, shape.groups / shape.heads);
      }
    }
  });

  test("the formula on the screen gives the result on the screen", () => {
    for (const kv of ["bf16", "fp8", "int4", "nvfp4", "q8_0"]) {
      const values = valuesAt({ heads: "32", groups: "4", kv, context: "777" });
      const factors = headsFactors(compute(values), values, t).map(({ value, operator = "" }) => ({
        operator,
        number: value.replaceAll(",", "").replace(/\u00a0.*/, ""),
      }));
      const product = (parts: typeof factors) =>
        evaluateFormula(parts.map(({ operator, number }) => operator + number).join(""), {});
      assert.equal(product(factors.slice(0, 4)), Number(factors[4]?.number), kv);
      const step = Number(factors[4]?.number) * Number(factors[5]?.number);
      assert.equal(step, compute(values).own.stepBytes, kv);
    }
  });

  test("at either end of the scale there are two rows, and the own one is marked", () => {
    const tableAt = (groups: string) => {
      const values = valuesAt({ groups });
      return widget.table?.(compute(values), values, t, idleRun);
    };
    const heads = (groups: string) => tableAt(groups)?.rows.map(([head]) => plain(head));
    assert.deepEqual(heads("8"), ["MHA 8", "MQA 1"]);
    assert.deepEqual(heads("1"), ["MHA 8", "MQA 1"]);
    assert.deepEqual(heads("4"), ["MHA 8", "GQA 4", "MQA 1"]);
    assert.deepEqual(
      ["8", "4", "1"].map((groups) => tableAt(groups)?.own),
      [0, 1, 1],
    );
    const [, ...cells] = tableAt("2")?.rows[1] ?? [""];
    assert.deepEqual(
      cells.map(({ text }) => plain(text)),
      ["4", "1,024 B", "1/4", "8.389 MB", "4 FLOP/B"],
    );
  });
});

describe("KV heads that do not divide the query heads", () => {
  test("the nearest divisor, of two as near the larger", () => {
    for (let whole = 1; whole <= 72; whole++) {
      for (let wanted = -3; wanted <= 90; wanted++) {
        const found = nearestDivisor(whole, wanted);
        assert.equal(whole % found, 0);
        const away = (divisor: number) => Math.abs(divisor - wanted);
        for (let divisor = 1; divisor <= whole; divisor++) {
          if (whole % divisor !== 0) continue;
          assert.ok(away(found) <= away(divisor), `${whole}, ${wanted}: ${found}, ${divisor}`);
          assert.ok(found >= divisor || away(found) < away(divisor), "the larger of two");
        }
      }
    }
  });

  test("is what is drawn, and the page says so", () => {
    const result = of({ groups: "3" });
    assert.deepEqual([result.groups, result.moved, result.own.bytesPerToken], [4, true, 2048]);
    assert.equal(of({ groups: "4" }).moved, false);
    assert.equal(mapData(result, valuesAt({ groups: "3" }), t).groups, 4);
    assert.equal(of({ heads: "4", groups: "64" }).groups, 4);
    assert.equal(of({ heads: "64", groups: "48" }).groups, 64);
    for (const groups of ["", "x", "-7", "1e999", "2.4"]) {
      assert.equal(8 % of({ groups }).groups, 0, groups);
    }
  });
});

describe("words", () => {
  test("the sentence for GQA, MQA and MHA", () => {
    assert.equal(
      said(),
      "8 query heads share 2 KV heads. In each layer a token keeps 1,024 B, 1/4 of what MHA keeps, " +
        "and a step at 8,192 tokens reads 8.389 MB.",
    );
    assert.equal(
      said({ groups: "1", context: "1024", unit: "GiB" }, "ko"),
      "쿼리 헤드 8개가 KV 헤드 하나를 함께 써요. 토큰 하나가 층마다 남기는 것은 512 B, MHA의 8분의 1이에요. " +
        "1,024토큰짜리 요청의 한 걸음은 층마다 512 KiB를 읽어요.",
    );
    assert.equal(
      said({ heads: "4", groups: "4" }),
      "4 query heads have a KV head each. In each layer a token keeps 2,048 B, and a step at 8,192 " +
        "tokens reads 16.78 MB.",
    );
  });

  test("the figure's name says what the lit head reads, and with whom", () => {
    const nameAt = (attributes: Attributes, lang: Lang = "en") =>
      mapData(of(attributes), valuesAt(attributes), words(lang)).label;
    assert.equal(
      nameAt({ head: "3" }),
      "Query head 3 of 8 reads K and V 1, with heads 1, 2 and 4.",
    );
    assert.equal(
      nameAt({ head: "8", groups: "4" }, "ko"),
      "8개 중 8번 쿼리 헤드는 4번 K와 V를 7번과 함께 읽어요.",
    );
    assert.equal(
      nameAt({ head: "37", heads: "64", groups: "1" }),
      "Query head 37 of 64 reads K and V 1, with heads 1–36 and 38–64.",
    );
    assert.equal(
      nameAt({ head: "1", heads: "64", groups: "8" }),
      "Query head 1 of 64 reads K and V 1, with heads 2–8.",
    );
    assert.equal(
      nameAt({ head: "5", groups: "8" }),
      "Query head 5 of 8 reads K and V 5, and no other head does.",
    );
    assert.equal(
      nameAt({}),
      "8 query heads above, 2 KV heads below. Each KV head is read by 4 query heads, in order.",
    );
    assert.match(litText({ head: 2, kv: 1, others: [1] }, 8, t), /with head 1\./);
  });
});

describe("who reads what", () => {
  test("heads that the layer itself changes when one K is changed are those that share it", () => {
    const shape = { hidden: 16, nHeads: 8, nKv: 2, headDim: 4, qkNorm: false };
    for (const nKv of [1, 2, 4, 8]) {
      const sized = { ...shape, nKv };
      const weights = groupedWeights(sized, 3);
      const x = seededInput(3, 5, shape.hidden);
      const before = groupedAttention(x, 5, sized, weights).weights.at(-1) ?? [];
      for (let kv = 0; kv < nKv; kv++) {
        const own = (_: number, i: number) => Math.floor((i % (nKv * 4)) / 4) === kv;
        const wk = Array.from(weights.wk, (value, i) => (own(value, i) ? value + 0.5 : value));
        const after = groupedAttention(x, 5, sized, { ...weights, wk }).weights.at(-1) ?? [];
        const changed = before.flatMap((row, head) =>
          row.some((weight, token) => weight !== after[head]?.[token]) ? [head + 1] : [],
        );
        for (const head of changed) {
          const lit = litHead(head, 8, nKv);
          assert.equal(lit?.kv, kv + 1);
          assert.deepEqual(
            [...(lit?.others ?? []), head].sort((a, b) => a - b),
            changed,
          );
        }
        assert.equal(changed.length, 8 / nKv);
      }
    }
  });

  test("none is lit at 0, and a head past the last becomes the last", () => {
    assert.equal(of().lit, null);
    assert.equal(of({ head: "-1" }).lit, null);
    assert.deepEqual(of({ head: "99" }).lit, { head: 8, kv: 2, others: [5, 6, 7] });
    assert.equal(of({ heads: "4", head: "8" }).lit?.head, 4);
    assert.equal(litHead(9, 8, 2), null);
  });

  test("what a pointer is on goes before what was chosen", () => {
    const result = of({ head: "3" });
    assert.equal(litNow({ brought: null, result })?.head, 3);
    assert.equal(litNow({ brought: { head: 7 }, result })?.head, 7);
    assert.equal(litNow({ brought: { head: 64 }, result }), null, "of a shape that was");
  });

  test("keys walk from head to head and stop at the ends", () => {
    const walk = (keys: readonly string[], from = 0) =>
      keys.map((key) => {
        from = headAfter(key, from, 8) ?? from;
        return from;
      });
    assert.deepEqual(walk(["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"]), [1, 2, 1, 1]);
    assert.deepEqual(walk(["End", "ArrowRight", "Home", "ArrowUp", "ArrowDown"]), [8, 8, 1, 2, 1]);
    assert.deepEqual(walk(["ArrowRight", "Escape"]), [1, 0]);
    assert.equal(headAfter("Tab", 3, 8), null);
    assert.equal(headAfter("a", 3, 8), null);
  });
});
