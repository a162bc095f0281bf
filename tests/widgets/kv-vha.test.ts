import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { seededInput, virtualWeights } from "../../src/onnx/proof/seeded-weights.ts";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import type { VhaResult } from "../../src/widgets/kv-vha/compute.ts";
import type { Fault, VhaValues } from "../../src/widgets/kv-vha/faults.ts";
import { seed, shapeOf, tokens } from "../../src/widgets/kv-vha/layers.ts";
import { sweep } from "../../src/widgets/kv-vha/sweep.ts";
import widget from "../../src/widgets/kv-vha/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { valuesOf } from "./every-widget.ts";
import { type Between, plainAbsorbed, plainTrained } from "./plain-vha.ts";

type Attributes = Readonly<Record<string, string>>;

const state = (attributes: Attributes = {}) => valuesOf(widget, attributes) as unknown as VhaValues;
const vha = (attributes: Attributes = {}): VhaResult => widget.compute(state(attributes));
const plain = (text: string) => text.replaceAll("\u00a0", " ").replaceAll("\u2060", "");

const faultNames = [
  "none",
  "norm-first",
  "silu",
  "untransposed",
] as const satisfies readonly Fault[];
const rounding = 1e-14;
const errorOf = (attributes: Attributes): number => {
  const { error } = vha(attributes);
  assert.ok(error !== null);
  return error;
};

/** Outputs of both forms, of layers worked out index by index: [tokens, hidden]. */
function plainOutputs({ alpha, beta, rank, break: fault }: VhaValues) {
  const sizes = shapeOf("toy", rank);
  const w = virtualWeights(sizes, seed, { alpha, beta });
  const given = { x: seededInput(seed, tokens, sizes.hidden), tokens, sizes, w };
  const between: Between = fault === "norm-first" ? "norm" : fault === "silu" ? "silu" : "nothing";
  return {
    trained: plainTrained(given, between),
    absorbed: plainAbsorbed(given, fault !== "untransposed"),
  };
}

/** Largest difference ÷ largest value. */
function plainError(values: VhaValues): number {
  const { trained, absorbed } = plainOutputs(values);
  const differences = trained.map((value, i) => Math.abs(value - (absorbed[i] as number)));
  return Math.max(...differences) / Math.max(...trained.map(Math.abs));
}

describe("the error of the absorbed layer", () => {
  test("is that of a layer worked out index by index, for every fault", () => {
    for (const fault of faultNames) {
      for (const more of [{}, { alpha: "0.8", beta: "0.15", rank: "3" }] as Attributes[]) {
        const attributes = { ...more, break: fault };
        const [found, expected] = [errorOf(attributes), plainError(state(attributes))];
        if (fault === "none") assert.ok(found < rounding && expected < rounding);
        else assert.ok(Math.abs(found / expected - 1) < 1e-9, `${fault}: ${found}, ${expected}`);
      }
    }
  });

  test("is rounding wherever the sliders stand, as long as nothing is broken", () => {
    for (const alpha of ["0", "0.1", "0.5", "1"]) {
      for (const beta of ["0", "0.3", "0.6"]) {
        for (const rank of ["1", "2", "8"]) {
          assert.ok(errorOf({ alpha, beta, rank }) < rounding, `${alpha} ${beta} ${rank}`);
        }
      }
    }
  });

  test("vanishes at α = 0 for the order of the norm, at β = 0 for the transpose, never for SiLU", () => {
    for (const rank of ["1", "4"]) {
      assert.ok(errorOf({ break: "norm-first", alpha: "0", rank }) < rounding);
      assert.ok(errorOf({ break: "untransposed", beta: "0", rank }) < rounding);
      for (const alpha of ["0", "0.5", "1"]) {
        for (const beta of ["0", "0.3"]) {
          assert.ok(errorOf({ break: "silu", alpha, beta, rank }) > 0.05);
        }
      }
    }
    assert.ok(errorOf({ break: "norm-first", alpha: "0.05" }) > 1e-3);
    assert.ok(errorOf({ break: "untransposed", beta: "0.05" }) > 1e-3);
  });

  test("is more than 0.05 as the widget opens, and the chapter has the same percentages", () => {
    const percent = (fault: Fault) => (plainError(state({ break: fault })) * 100).toPrecision(2);
    for (const lang of ["ko", "en"]) {
      const path = `../../content/${lang}/chapters/vha.mdx`;
      const chapter = readFileSync(new URL(path, import.meta.url), "utf8");
      const [, faults = ""] = chapter.split(/<\/?BreakIt>/);
      const said = faults.split("\n").filter((line) => line.startsWith("- **"));
      const broken = ["norm-first", "silu", "untransposed"] as const;
      assert.deepEqual(
        said.map((line) => /[\d.]+%/.exec(line)?.[0]),
        broken.map((fault) => `${percent(fault)}%`),
      );
      for (const fault of broken) assert.ok(errorOf({ break: fault }) > 0.05, fault);
    }
  });

  test("spares the first token, which sees only itself, wherever only a query is wrong", () => {
    for (const fault of ["norm-first", "silu", "untransposed"] as const) {
      const { trained, absorbed } = plainOutputs(state({ break: fault }));
      const wrong = Array.from({ length: tokens }, (_, token) => {
        const own = (outputs: readonly number[]) => outputs.slice(token * 64, (token + 1) * 64);
        const expected = own(trained);
        return own(absorbed).some((value, i) => Math.abs(value - (expected[i] ?? 0)) > 1e-3);
      });
      assert.deepEqual(wrong, [fault === "untransposed", ...new Array(tokens - 1).fill(true)]);
    }
  });

  test("as training starts, α = 0.1 and B = 0: two of the three faults show", () => {
    const start = { alpha: "0.1", beta: "0" };
    const shows = faultNames.filter((fault) => errorOf({ ...start, break: fault }) > 1e-9);
    assert.deepEqual(shows, ["norm-first", "silu"]);
  });

  test("is not claimed for the 1.7B layer before a run", () => {
    assert.deepEqual([vha({ dims: "paper" }).error, vha({ dims: "paper" }).outputs], [null, null]);
  });
});

test("a sweep, made from attention's weights, meets the whole layer at each place", () => {
  for (const fault of faultNames) {
    const axis = fault === "untransposed" ? "beta" : "alpha";
    const mixes = { alpha: 0.5, beta: 0.3, rank: 2 };
    const points = sweep(fault, mixes);
    assert.equal(points[0]?.at, 0);
    assert.equal(points.at(-1)?.at, axis === "beta" ? 0.6 : 1);
    for (const { at, error } of points) {
      const whole = errorOf({ break: fault, [axis]: String(at) });
      assert.ok(Math.abs(error - whole) < 1e-12, `${fault} at ${at}: ${error}, ${whole}`);
    }
    const grows = points.every(({ error }, i) => i === 0 || error > (points[i - 1]?.error ?? 0));
    assert.equal(grows, fault !== "none", fault);
  }
});

const said = (attributes: Attributes, lang: "ko" | "en" = "en"): string => {
  const values = state(attributes);
  const tr = translator(lang, commonMessages[lang], widget.messages[lang]);
  return plain(plainText(widget.summary(widget.compute(values), values, tr)));
};

test("the sentence says what is left, what breaks it, and where a fault is harmless", () => {
  assert.match(said({}), /α = 0\.5 and Postmix of rank 2 leave plain GQA 8-2-2\..* 10⁻¹⁶ of/);
  assert.match(said({ dims: "paper" }), /rank 4 leave plain GQA 16-2-2\. .*a run finds out/);
  const percent = (plainError(state({ break: "silu" })) * 100).toPrecision(2);
  assert.ok(said({ break: "silu" }).includes(`off by up to ${percent}% of the largest`));
  assert.match(said({ break: "norm-first", alpha: "0" }), /makes no difference: at α = 0 Premix/);
  assert.match(said({ break: "untransposed", beta: "0" }), /makes no difference: at β = 0 M/);
  assert.match(said({ break: "untransposed", dims: "paper" }), /GQA 16-2-2 comes out wrong/);
  const mixless = { alpha: "0", beta: "0" };
  assert.equal(errorOf(mixless), 0);
  assert.match(said(mixless), /Its outputs do not differ at all\.$/);
  assert.match(said(mixless, "ko"), /출력은 조금도 다르지 않아요\.$/);
  assert.match(said({ break: "norm-first", alpha: "0" }, "ko"), /탈이 없어요/);
});

test("rank is half the physical query heads unless it is set, and follows the layer", () => {
  assert.deepEqual([state().rank, state({ dims: "paper" }).rank], [2, 4]);
  assert.equal(state({ dims: "paper", rank: "7" }).rank, 7);
});
