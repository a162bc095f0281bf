import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { memberShape } from "../../src/lab/family.ts";
import { decodeModel } from "../../src/lab/model-file.ts";
import { parametersOf } from "../../src/lab/parameters.ts";
import { alignHeads } from "../../src/lab/upcycle/align-heads.ts";
import familyJson from "../../src/measured/lab/family.json" with { type: "json" };
import upcyclingJson from "../../src/measured/lab/upcycling.json" with { type: "json" };
import type { FamilyRun, UpcyclingRun } from "../../src/measured/lab-runs.ts";
import type { UpcycleResult } from "../../src/widgets/kv-upcycle/compute.ts";
import { curvesData } from "../../src/widgets/kv-upcycle/curves-data.ts";
import { curvesTable } from "../../src/widgets/kv-upcycle/curves-table.ts";
import { headsData } from "../../src/widgets/kv-upcycle/heads-data.ts";
import type { UpcycleValues } from "../../src/widgets/kv-upcycle/params.ts";
import widget from "../../src/widgets/kv-upcycle/widget.ts";
import { plainText, type Translate } from "../../src/widgets/translate.ts";
import { idleRun, translators, valuesOf } from "./every-widget.ts";

const upcycling = upcyclingJson as unknown as readonly UpcyclingRun[];
const family = familyJson as unknown as readonly FamilyRun[];
const [ko, en] = translators(widget) as readonly [Translate, Translate];

const poolings = ["mean", "first", "random", "aligned"] as const;
const stepsOf = { recall: 700, text: 4880 } as const;

type Attributes = Readonly<Record<string, string>>;
const state = (attributes: Attributes = {}) => {
  const values = valuesOf(widget, attributes) as unknown as UpcycleValues;
  return { values, result: widget.compute(values) as UpcycleResult };
};
const near = (a: number, b: number, within = 1e-9) =>
  assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

describe("curves", () => {
  for (const task of ["recall", "text"] as const) {
    for (const diet of ["same", "other"] as const) {
      for (const nKv of [8, 4, 2, 1]) {
        test(`${task}, ${nKv} KV heads, ${diet} texts: exactly the runs in the file`, () => {
          const { values, result } = state({ task, diet, "n-kv": String(nKv) });
          const of = (pooling: string) =>
            upcycling.filter(
              (run) =>
                run.task === task &&
                run.diet === diet &&
                run.nKv === nKv &&
                run.pooling === pooling,
            );
          assert.deepEqual(
            result.curves.map(({ pooling }) => pooling),
            poolings.filter((pooling) => of(pooling).length > 0),
          );
          let marks = 0;
          for (const curve of result.curves) {
            const runs = of(curve.pooling);
            assert.equal(curve.seeds, runs.length);
            assert.deepEqual(
              curve.points.map(({ step }) => step),
              runs[0]?.curve.map(([step]) => step),
            );
            for (const [i, point] of curve.points.entries()) {
              // The end is the run's own, on all held-out texts, and one number everywhere.
              const isEnd = i === curve.points.length - 1;
              const losses = runs.map((run) => (isEnd ? run.loss : (run.curve[i]?.[1] as number)));
              const shares = runs.map((run) =>
                isEnd ? run.accuracy : (run.curve[i]?.[2] as number),
              );
              near(point.loss.mean, mean(losses));
              near(point.accuracy.mean, mean(shares));
              assert.equal(point.loss.low, Math.min(...losses));
              assert.equal(point.loss.high, Math.max(...losses));
              assert.deepEqual(point.accuracy.each, shares);
              near(point.percent, (100 * point.step) / stepsOf[task]);
              marks += losses.length;
            }
          }
          const drawn = curvesData(result, values, en, idleRun).curves;
          assert.equal(
            drawn.flatMap(({ points }) => points.flatMap(({ value }) => value.each)).length,
            marks,
          );
          const table = curvesTable(result, values, en, idleRun);
          assert.equal(table.rows.length, result.curves.length * (result.own ? 7 : 0));
          if (result.own) assert.equal(table.rows[table.own ?? -1]?.[0], "Mean");
        });
      }
    }
  }

  test("level lines are the ends of models trained from scratch, as docs/lab.md has them", () => {
    for (const [nKv, names] of [
      ["4", ["mha"]],
      ["2", ["mha", "gqa"]],
      ["1", ["mha", "mqa"]],
      ["8", ["mha"]],
    ] as const) {
      for (const measure of ["loss", "accuracy"] as const) {
        const { values, result } = state({ "n-kv": nKv, measure });
        const { references } = curvesData(result, values, en, idleRun);
        assert.deepEqual(
          references.map(({ variant }) => variant),
          names,
        );
        for (const { variant, value } of references) {
          const ends = family
            .filter((run) => run.task === "recall" && run.variant === variant)
            .map((run) => run[measure]);
          assert.equal(ends.length, 3);
          assert.deepEqual(value.each, ends);
          near(value.mean, mean(ends));
        }
      }
    }
  });
});

describe("cosines", () => {
  const file = new URL("../../public/models/recall-mha.bin", import.meta.url);
  const shape = memberShape("recall", "mha");
  const trained = decodeModel(shape, new Uint8Array(readFileSync(file)));

  /** Straight from the matrices: the columns of a head, as one long vector. */
  function cosine(of: Float32Array, layer: number, name: string, a: number, b: number): number {
    const found = parametersOf(shape).find((each) => each.name === `${layer}.${name}`);
    assert.ok(found);
    const column = (head: number) =>
      Array.from({ length: shape.hidden }, (_, row) =>
        of.slice(
          found.at + row * 64 + head * shape.headDim,
          found.at + row * 64 + (head + 1) * shape.headDim,
        ),
      ).flatMap((part) => [...part]);
    const [x, y] = [column(a), column(b)];
    const dot = (u: readonly number[], v: readonly number[]) =>
      u.reduce((sum, value, i) => sum + value * (v[i] as number), 0);
    return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
  }

  for (const nKv of [4, 2, 1]) {
    test(`of ${nKv} groups are those of the shipped model, as trained and aligned`, () => {
      const aligned = alignHeads(shape, trained, nKv);
      for (const layer of [0, 1]) {
        const { values, result } = state({
          "n-kv": String(nKv),
          pooling: "aligned",
          layer: String(layer + 1),
        });
        const group = 8 / nKv;
        assert.equal(result.pairs?.length, (nKv * group * (group - 1)) / 2);
        for (const [pairs, of] of [
          [result.pairs, trained],
          [result.aligned, aligned],
        ] as const) {
          for (const { a, b, cosines } of pairs ?? []) {
            assert.ok(b < a && Math.floor(a / group) === Math.floor(b / group));
            near(cosines.wk, cosine(of, layer, "wk", a, b), 6e-5);
            near(cosines.wv, cosine(of, layer, "wv", a, b), 6e-5);
          }
        }
        const { maps } = headsData(result, values, en);
        assert.deepEqual(
          maps.map(({ below, above }) => [below.length, above.length]),
          [1, 2].map(() => [result.pairs?.length, result.aligned?.length]),
        );
        const average = (pairs: UpcycleResult["pairs"], of: "wk" | "wv") =>
          mean((pairs ?? []).map(({ cosines }) => cosines[of]));
        for (const projection of ["wk", "wv"] as const) {
          assert.ok(
            average(result.aligned, projection) > average(result.pairs, projection),
            "aligned is more alike",
          );
        }
      }
    });
  }

  test("their mean is that of the chapter's table: each head with the first of its group", () => {
    const ofSeed = upcycling.find(
      (run) =>
        run.task === "recall" && run.nKv === 2 && run.pooling === "aligned" && run.seed === 1,
    );
    for (const [at, projection] of ["wk", "wv"].entries()) {
      const means = ["1", "2"].map((layer) => {
        const { values, result } = state({ pooling: "aligned", layer });
        const [, above = ""] = headsData(result, values, en).maps[at]?.notes ?? [];
        return Number(/mean (\S+)$/.exec(above)?.[1]);
      });
      // Layer by layer rounded to two digits, and of weights in eight bits.
      near(mean(means), ofSeed?.cosines[projection as "wk" | "wv"] ?? 0, 0.008);
    }
    for (const nKv of ["4", "2", "1"]) {
      for (const layer of ["1", "2"]) {
        const { values, result } = state({ "n-kv": nKv, layer });
        const said = headsData(result, values, en)
          .maps.flatMap(({ notes }) => notes)
          .join();
        assert.doesNotMatch(said, /[-−]0\.00/);
      }
    }
  });

  test("are not drawn where nothing is pooled, nor of a model that is not shipped", () => {
    const whole = state({ "n-kv": "8" });
    assert.deepEqual(headsData(whole.result, whole.values, en).maps, []);
    assert.equal(state({ pooling: "mean" }).result.aligned, null);
  });
});

describe("the sentence", () => {
  const said = (attributes: Attributes, t = en) => {
    const { values, result } = state(attributes);
    return plainText(widget.summary(result, values, t)).replaceAll("\u00a0", " ");
  };
  const runs = (nKv: number, pooling: string) =>
    upcycling.filter(
      (run) =>
        run.task === "recall" && run.diet === "same" && run.nKv === nKv && run.pooling === pooling,
    );

  test("has the numbers of 0 and 5 %, and of the model that was pooled", () => {
    const of = runs(2, "first");
    const at = (step: number, what: 1 | 2) =>
      mean(of.map(({ curve }) => curve.find(([place]) => place === step)?.[what] as number));
    const text = said({ pooling: "first" });
    for (const step of [0, 35]) assert.ok(text.includes(at(step, 1).toPrecision(3)), text);
    assert.match(text, /pooled into 2 by keeping the first of each group, the recall model's loss/);
    const shares = said({ pooling: "first", measure: "accuracy" });
    for (const step of [0, 35]) {
      assert.ok(shares.includes(`${(100 * at(step, 2)).toFixed(1)}%`), shares);
    }
    assert.match(
      said({ pooling: "first" }, ko),
      /그룹의 첫 헤드만 남겨서 2개로 줄이면 회상 모델의 손실은/,
    );
  });

  test("says that nothing is pooled with 8, and that nothing has been measured", () => {
    assert.match(said({ "n-kv": "8" }), /nothing is pooled: each head is a group of its own/);
    assert.match(said({ "n-kv": "8", pooling: "random" }), /drawn anew nothing is pooled/);
    assert.match(said({ diet: "other", "n-kv": "4" }), /has not been measured here/);
    assert.match(said({ "n-kv": "8" }, ko), /8개면 합칠 것이 없어요/);
  });
});
