import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { headMerge } from "../../src/charts/head-merge.ts";
import { qualityAxis } from "../../src/charts/quality-axis.ts";
import { trainingProgress } from "../../src/charts/training-progress.ts";
import { uptrainingCurves } from "../../src/charts/uptraining-curves.ts";
import { curvesData } from "../../src/widgets/kv-upcycle/curves-data.ts";
import { headsData } from "../../src/widgets/kv-upcycle/heads-data.ts";
import type { UpcycleValues } from "../../src/widgets/kv-upcycle/params.ts";
import { progressData } from "../../src/widgets/kv-upcycle/progress-data.ts";
import widget from "../../src/widgets/kv-upcycle/widget.ts";
import type { RunState } from "../../src/widgets/widget.ts";
import { idleRun, translators, valuesOf } from "../widgets/every-widget.ts";
import { drawn, numberOf, widths } from "./draw.ts";

type Attributes = Readonly<Record<string, string>>;

const state = (attributes: Attributes) => {
  const values = valuesOf(widget, attributes) as unknown as UpcycleValues;
  return { values, result: widget.compute(values) };
};
const runOf = (values: UpcycleValues) =>
  ({
    ...idleRun,
    values,
    events: [0, 5, 10].flatMap((step) => [
      ...(step > 0
        ? [
            {
              kind: "trained",
              ...{ step, of: 35, loss: 4 - step / 10, milliseconds: 9, tokens: 1 },
            },
          ]
        : []),
      { kind: "judged", step, quality: { loss: 5 - step / 5, accuracy: step / 20, answers: 1 } },
    ]),
  }) as unknown as RunState<UpcycleValues>;

describe("heads that merge", () => {
  for (const t of translators(widget)) {
    for (const nKv of [8, 4, 2, 1]) {
      for (const pooling of ["mean", "first", "random", "aligned"]) {
        test(`${pooling} into ${nKv}, ${t.lang}: a line for each head that goes in, a cell for each pair`, () => {
          const { values, result } = state({ "n-kv": String(nKv), pooling });
          const pictures = drawn(headMerge, headsData(result, values, t));
          const pairs = (8 * (8 / nKv - 1)) / 2;
          for (const width of widths) {
            const svg = pictures[width];
            const count = (selector: string) => svg.querySelectorAll(selector).length;
            const goes = { mean: 8, aligned: 8, first: nKv, random: 0 }[pooling];
            assert.equal(count("path.goes"), goes);
            assert.equal(count("rect.taken"), 2 * (goes ?? 0));
            assert.equal(count("rect.left-out"), 2 * (8 - (goes ?? 0)));
            assert.equal(count(pooling === "random" ? "rect.new" : "rect.made"), 2 * nKv);
            assert.equal(count("path.turned"), pooling === "aligned" ? 8 - nKv : 0);
            assert.equal(count("rect.below"), 2 * pairs);
            assert.equal(count("rect.above"), pooling === "aligned" ? 2 * pairs : 0);
            assert.equal(count("rect.group"), nKv === 8 ? 0 : 2 * nKv);
            const all = numberOf(svg, "width");
            for (const rect of svg.querySelectorAll("rect")) {
              assert.ok(numberOf(rect, "x") >= -0.01, "in the picture");
              assert.ok(numberOf(rect, "x") + numberOf(rect, "width") <= all + 0.01);
            }
          }
        });
      }
    }
  }
});

describe("curves of training on", () => {
  test("every seed has its mark, and a run of this device its squares", () => {
    for (const measure of ["loss", "accuracy"]) {
      const { values, result } = state({ measure });
      const data = curvesData(result, values, translators(widget)[1] as never, runOf(values));
      const pictures = drawn(uptrainingCurves, data);
      for (const width of widths) {
        const svg = pictures[width];
        assert.equal(svg.querySelectorAll("path.curve").length, data.curves.length);
        for (const { id, points } of data.curves) {
          const marks = svg.querySelector(`path.seeds.${id}`)?.getAttribute("d") ?? "";
          const seeds = points.flatMap(({ value }) => (value.each.length > 1 ? value.each : []));
          assert.equal(marks.split("h8").length - 1, seeds.length);
        }
        assert.equal(svg.querySelectorAll("path.reference").length, data.references.length);
        // One more in the key.
        assert.equal(svg.querySelectorAll("path.live").length, 3 + 1);
      }
    }
  });

  test("without runs there is a sentence, and no line", () => {
    const { values, result } = state({ diet: "other", "n-kv": "4" });
    const [, en] = translators(widget);
    assert.ok(en);
    const { wide } = drawn(uptrainingCurves, curvesData(result, values, en, idleRun));
    assert.equal(wide.querySelectorAll("path.curve").length, 0);
    assert.match(wide.textContent ?? "", /no runs of this choice/);
  });

  test("that sentence stands clear of the line, wherever the line is", () => {
    const [, en] = translators(widget);
    assert.ok(en);
    for (const measure of ["loss", "accuracy"]) {
      const { values, result } = state({ "n-kv": "8", pooling: "random", measure });
      const pictures = drawn(uptrainingCurves, curvesData(result, values, en, idleRun));
      for (const width of widths) {
        const svg = pictures[width];
        const line = /^M\S+ (\S+)H/.exec(
          svg.querySelector("path.reference")?.getAttribute("d") ?? "",
        );
        const text = [...svg.querySelectorAll("text")].find(({ textContent }) =>
          textContent?.startsWith("no runs"),
        );
        assert.ok(line && text);
        assert.ok(Math.abs(numberOf(text, "y") - 4 - Number(line[1])) > 20, measure);
      }
    }
  });
});

describe("a training as it goes", () => {
  test("empty it says so; then every step and every place that was judged", () => {
    const { values, result } = state({});
    const [, en] = translators(widget);
    assert.ok(en);
    const empty = drawn(trainingProgress, progressData(result, values, en, idleRun));
    const full = drawn(trainingProgress, progressData(result, values, en, runOf(values)));
    for (const width of widths) {
      assert.match(empty[width].textContent ?? "", /Every step of a training appears here/);
      assert.equal(empty[width].querySelectorAll("path.judged").length, 1, "the key");
      assert.equal(full[width].querySelectorAll("path.judged").length, 1 + 2 * 3);
      const line = full[width].querySelector("path.trained")?.getAttribute("d") ?? "";
      assert.equal(line.split(/[ML]/).length - 1, 2);
      assert.doesNotMatch(full[width].textContent ?? "", /appears here/);
    }
  });
});

describe("the axis of quality", () => {
  test("losses are logarithmic and inside, shares from 0 to 1", () => {
    const loss = qualityAxis("loss", [0.02, 8], [10, 110], "en");
    const [a, b, c] = [0.02, 0.4, 8].map(loss.y) as [number, number, number];
    assert.ok(
      a < 110 && c > 10 && Math.abs((a + c) / 2 - b) < 1e-9,
      "the geometric mean is halfway",
    );
    assert.deepEqual(
      loss.ticks.map(({ text }) => text),
      ["0.02", "0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10"],
    );
    assert.ok(qualityAxis("loss", [1.4, 2.9], [10, 110], "en").ticks.length >= 3);
    assert.ok(qualityAxis("loss", [0, 1], [10, 110], "en").y(0) <= 110);
    assert.deepEqual(qualityAxis("loss", [], [10, 110], "en").ticks, []);
    const share = qualityAxis("accuracy", [], [10, 110], "ko");
    assert.deepEqual([share.y(0), share.y(1), share.ticks.at(-1)?.text], [110, 10, "100%"]);
  });
});
