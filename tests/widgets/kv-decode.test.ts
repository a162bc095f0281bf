import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { alphabet, variants } from "../../src/lab/family.ts";
import type { DecodeResult, DecodeValues } from "../../src/widgets/kv-decode/compute.ts";
import { requestOf } from "../../src/widgets/kv-decode/decoded.ts";
import { params } from "../../src/widgets/kv-decode/params.ts";
import widget from "../../src/widgets/kv-decode/widget.ts";
import { insteadOf, readPrompt, tokensOf } from "../../src/widgets/prompt/prompt.ts";
import { starts } from "../../src/widgets/prompt/prompt-part.ts";
import { romanized } from "../../src/widgets/prompt/romanized.ts";
import { partsOf, shippedVariants, textShape } from "../../src/widgets/prompt/text-models.ts";
import { plainText } from "../../src/widgets/translate.ts";
import { idleRun, translators, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const state = (attributes: Attributes = {}) =>
  valuesOf(widget, attributes) as unknown as DecodeValues;
const [ko, en] = translators(widget) as [
  ReturnType<typeof translators>[number],
  ReturnType<typeof translators>[number],
];
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("what decoding costs", () => {
  test("rows and bytes, counted token by token by hand", () => {
    // Bytes of a token: 4 layers of 2 · heads · 16 numbers, or of 24 + 8 for the latent.
    const perToken = { mha: 4096, gqa: 1024, mqa: 512, mla: 512, vha: 1024 } as const;
    for (const variant of shippedVariants) {
      for (const prompt of ["a", "In the beginning God", "x".repeat(64)]) {
        for (const tokens of [2, 7, 60]) {
          const values = state({ variant, prompt, tokens: String(tokens) });
          const { steps, total } = widget.compute(values) as DecodeResult;
          let [cached, uncached, bytes] = [0, 0, 0];
          const text = [...prompt];
          let known = 0;
          for (let step = 0; step < tokens; step++) {
            uncached += text.length;
            cached += text.length - known;
            known = text.length;
            bytes = known * perToken[variant];
            assert.deepEqual(steps[step], {
              length: known,
              cached: step === 0 ? prompt.length : 1,
              uncached: known,
              bytes,
            });
            text.push("?");
          }
          assert.deepEqual(total, { cached, uncached, bytes });
        }
      }
    }
  });

  test("the sentence says it: 20 + … + 43 rows against 20 + 23, and 43 tokens of 4,096 B", () => {
    const sums = Array.from({ length: 24 }, (_, i) => 20 + i).reduce((a, b) => a + b, 0);
    assert.equal(sums, 756);
    const values = state();
    const said = (t: typeof en) =>
      plain(plainText(widget.summary(widget.compute(values), values, t)));
    assert.match(said(en), /add 24 characters to a prompt of 20, .* 756 rows .* 43, .* 176,128 B/);
    assert.match(
      said(ko),
      /20글자짜리 프롬프트에 24글자를 .* 캐시 없이는 756번, 캐시가 있으면 43번/,
    );
  });

  test("the table has each step, measured cells empty before a run", () => {
    const values = state({ tokens: "3", prompt: "ab" });
    const table = widget.table?.(widget.compute(values), values, en, idleRun);
    assert.deepEqual(
      table?.rows.map(([head, ...cells]) => [head, ...cells.slice(0, 5).map(({ value }) => value)]),
      [
        ["1", 2, 2, 2, 8192, ""],
        ["2", 3, 1, 3, 12288, ""],
        ["3", 4, 1, 4, 16384, ""],
      ],
    );
  });
});

describe("a prompt", () => {
  test("is a token a character, and every character of the alphabet is one", () => {
    assert.deepEqual(
      tokensOf(alphabet),
      Array.from({ length: alphabet.length }, (_, id) => id),
    );
    assert.equal(readPrompt(alphabet).problem, null);
    const { prompt, tokens, model, sampling } = requestOf(
      state({ prompt: "ab", tokens: "5", temperature: "1.5", "top-k": "3", seed: "9" }),
    );
    assert.deepEqual(
      [prompt.map((id) => alphabet[id]).join(""), tokens, model, sampling],
      ["ab", 5, "text-mha", { temperature: 1.5, topK: 3, seed: 9 }],
    );
  });

  test("names each unknown character and its places, and is refused", () => {
    const { letters, unknown, problem } = readPrompt("God 신 é신");
    assert.equal(letters.length, 8);
    assert.equal(problem, "unknown");
    assert.deepEqual(unknown, [
      { letter: "신", places: [5, 8] },
      { letter: "é", places: [7] },
    ]);
    assert.equal(readPrompt("").problem, "empty");
    assert.throws(() => tokensOf("신"), RangeError);
    assert.throws(() => requestOf(state({ prompt: "" })), RangeError);
  });

  test("one in single letters of Hangul, and one outside the basic plane, count by characters", () => {
    assert.deepEqual(readPrompt("하나".normalize("NFD")).letters, ["하", "나"]);
    assert.deepEqual(readPrompt("a😀b").unknown, [{ letter: "😀", places: [2] }]);
    assert.equal(readPrompt("\ud83d").problem, "unknown");
  });

  test("is offered in the alphabet where it has a likeness: Hangul as it is romanized", () => {
    // Of the table of the National Institute of Korean Language.
    for (const [hangul, latin] of [
      ["태초에 하나님", "taechoe hananim"],
      ["서울", "seoul"],
      ["부산", "busan"],
      ["옥천", "okcheon"],
      ["월곶", "wolgot"],
      ["의정부", "uijeongbu"],
    ] as const) {
      assert.equal(romanized(hangul), latin);
      assert.deepEqual(insteadOf(hangul, 64), { text: latin, as: "letters" });
    }
    assert.equal(insteadOf("“God’s” — é…", 64)?.text, `"God's" - e...`);
    assert.equal(insteadOf("漢字", 64), null);
    for (const text of ["가나다", "é", "“”", "😀a", "가".repeat(64)]) {
      const fixed = insteadOf(text, 64);
      assert.ok(fixed && readPrompt(fixed.text).problem === null, text);
    }
  });

  test("the Korean one to start from is offered in English, which means something to the model", () => {
    for (const text of ["태초에 하나님이", "태초에 하나님이".normalize("NFD")]) {
      assert.deepEqual(insteadOf(text, 64), { text: "In the beginning God", as: "translated" });
    }
    for (const text of starts) {
      assert.ok(
        readPrompt(text).problem === null || insteadOf(text, 64)?.as === "translated",
        text,
      );
    }
  });

  test("one that gets too long in Latin letters is offered as far as it fits, and said to be cut", () => {
    assert.deepEqual(insteadOf("가".repeat(32), 64), { text: "ga".repeat(32), as: "letters" });
    assert.deepEqual(insteadOf("가".repeat(33), 64), { text: "ga".repeat(32), as: "beginning" });
    const [before, cut] = ["가".repeat(31), insteadOf(`${"가".repeat(31)} 나다`, 64)];
    assert.deepEqual(cut, { text: `${"ga".repeat(before.length)} n`, as: "beginning" });
  });

  test("too long a one in a link loses its end, and any other is kept as it is", () => {
    assert.equal(state({ prompt: "x".repeat(65) }).prompt, "x".repeat(64));
    for (const prompt of ["", "한글", "<script>", " x ", "{n}", "a\nb"]) {
      assert.equal(state({ prompt }).prompt, prompt);
    }
  });

  test("leaves room for what is added, within the context of 128", () => {
    for (const length of [1, 20, 33, 34, 64]) {
      const { tokens } = state({ prompt: "x".repeat(length), tokens: "1e9" });
      assert.equal(tokens, Math.min(96, 129 - length));
      assert.ok(length + tokens - 1 <= textShape("mha").context);
    }
  });

  test("that cannot be read says so in the sentence, in both languages", () => {
    const said = (prompt: string, t: typeof en) => {
      const values = state({ prompt });
      return plain(plainText(widget.summary(widget.compute(values), values, t)));
    };
    assert.match(said("태초에 하나님이", en), /does not know 7 of its 8 characters/);
    assert.match(said("태초에 하나님이", ko), /8글자 가운데 7글자를 모델이 몰라요/);
    assert.match(said("", en), /write at least one character/);
    assert.match(said("", ko), /한 글자라도 적어 주세요/);
  });
});

test("only models that are shipped are offered, in the family's order", () => {
  const variant = params.find(({ name }) => name === "variant");
  assert.ok(variant?.kind === "choice");
  assert.deepEqual(
    variant.options,
    variants.filter((each) => shippedVariants.includes(each)),
  );
  assert.ok(variant.options.includes("mha"));
});

test("what a head reads of the cache: its group's K and V, or the latent of all", () => {
  const parts = (variant: Parameters<typeof textShape>[0], head: number) =>
    partsOf(textShape(variant), head).map(({ of, at, rows }) => [of, at, rows]);
  assert.deepEqual(parts("mha", 5), [
    ["key", 80, 16],
    ["value", 208, 16],
  ]);
  for (const variant of ["gqa", "vha"] as const) {
    for (const [head, at] of [
      [0, 0],
      [3, 0],
      [4, 16],
      [7, 16],
    ] as const) {
      assert.deepEqual(parts(variant, head), [
        ["key", at, 16],
        ["value", 32 + at, 16],
      ]);
    }
  }
  assert.deepEqual(parts("mqa", 7), [
    ["key", 0, 16],
    ["value", 16, 16],
  ]);
  assert.deepEqual(parts("mla", 7), [
    ["latent", 0, 24],
    ["rope-key", 24, 8],
  ]);
});
