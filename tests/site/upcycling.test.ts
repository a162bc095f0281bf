import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { langs } from "../../src/i18n/locales.ts";
import { ui } from "../../src/i18n/ui.ts";
import { poolings } from "../../src/lab/upcycle/pool-heads.ts";
import family from "../../src/measured/lab/family.json" with { type: "json" };
import type { FamilyRun, UpcyclingRun } from "../../src/measured/lab-runs.ts";
import { upcyclingRuns } from "../../src/measured/upcycling-results.ts";
import { recallOfTwo } from "../../src/site/upcycling-answers.ts";
import { cosineRows, shownPercents, upcycledGroups } from "../../src/site/upcycling-rows.ts";
import {
  cosineText,
  headerText,
  howText,
  legendOf,
  orderText,
  recoveredText,
  spreadText,
} from "../../src/site/upcycling-text.ts";
import { meanOf, percents, upcycledValues as valuesOf } from "../helpers/upcycled-values.ts";

const members = family as unknown as readonly FamilyRun[];
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("tables of upcycled runs are what was measured", () => {
  for (const task of ["recall", "text"] as const) {
    for (const diet of ["same", "other"] as const) {
      test(`${task}, ${diet} texts`, () => {
        for (const group of upcycledGroups(task, diet)) {
          for (const { pooling, course } of group.poolings) {
            for (const [i, percent] of shownPercents.entries()) {
              const values = valuesOf(task, diet, group.nKv, pooling, percent);
              assert.ok(Math.abs((course[i]?.mean ?? Number.NaN) - meanOf(values)) < 1e-12);
              assert.equal(course[i]?.most, Math.max(...values));
              assert.equal(course[i]?.seeds, values.length);
            }
          }
          const best = group.order.map(({ mean }) => (task === "recall" ? -mean : mean));
          assert.deepEqual(
            best,
            [...best].sort((a, b) => a - b),
          );
        }
      });
    }
  }

  test("every run is in a table", () => {
    const groups = (["recall", "text"] as const).flatMap((task) =>
      (["same", "other"] as const).flatMap((diet) => upcycledGroups(task, diet)),
    );
    const shown = groups.flatMap(({ poolings: of }) => of.map(({ course }) => course[0]?.seeds));
    assert.equal(
      shown.reduce<number>((sum, seeds) => sum + (seeds ?? 0), 0),
      upcyclingRuns.length,
    );
  });

  test("cosines: as trained, and as aligned", () => {
    for (const { nKv, ...row } of cosineRows("recall")) {
      const mean = (pooling: string, of: "wk" | "wv") =>
        meanOf(
          upcyclingRuns
            .filter((run) => run.task === "recall" && run.diet === "same" && run.nKv === nKv)
            .filter((run) => run.pooling === pooling)
            .map((run) => run.cosines[of]),
        );
      const expected = {
        ...{ beforeK: mean("mean", "wk"), afterK: mean("aligned", "wk") },
        ...{ beforeV: mean("mean", "wv"), afterV: mean("aligned", "wv") },
      };
      for (const [name, value] of Object.entries(expected)) {
        assert.ok(Math.abs((row[name as keyof typeof row] ?? 0) - value) < 1e-12, name);
      }
    }
  });
});

const made = (pooling: UpcyclingRun["pooling"], seed: number, accuracy: number): UpcyclingRun => ({
  ...{ task: "recall", nKv: 2, pooling, seed, diet: "same", commit: "" },
  ...{ cosines: { wk: 0, wv: 0 }, loss: 1, accuracy, answers: 1 },
  curve: percents.map((_, step) => [step, 1, accuracy] as const),
});
const source = (seed: number, accuracy: number) =>
  ({ ...members[0], task: "recall", variant: "mha", seed, accuracy }) as FamilyRun;

describe("what the sentences say", () => {
  const t = ui("en");
  const groupOf = (runs: readonly UpcyclingRun[]) => {
    const sources = [1, 2, 3].map((seed) => source(seed, 0.9));
    const [group] = upcycledGroups("recall", "same", runs, sources);
    assert.ok(group);
    return group;
  };

  test("an order with signs for what the seeds allow", () => {
    const group = groupOf([
      ...[made("first", 1, 0.8), made("first", 2, 0.81), made("first", 3, 0.82)],
      ...[made("mean", 1, 0.5), made("mean", 2, 0.52), made("mean", 3, 0.51)],
      ...[made("aligned", 1, 0.51), made("aligned", 2, 0.53), made("aligned", 3, 0.49)],
    ]);
    assert.equal(orderText(group.order, t), "first > mean ≈ aligned mean");
    assert.deepEqual(legendOf([group], t).length, 2);
    assert.equal(
      plain(recoveredText(group, "recall", t, "en")),
      "first, 9.0 points behind (8.0 to 10.0 over 3 seeds)",
    );
    assert.equal(headerText(group, "recall", t, "en"), "seeds: 3; MHA before pooling: 90.0");
  });

  test("of a single seed an order, a difference, and no verdict", () => {
    const group = groupOf([made("first", 2, 0.95), made("mean", 2, 0.5)]);
    assert.equal(orderText(group.order, t), "first ≥ mean");
    assert.equal(recoveredText(group, "recall", t, "en"), "first, 5.0 points ahead (seeds: 1)");
    assert.equal(spreadText({ mean: 0.5, least: 0.5, most: 0.5, seeds: 1 }, "recall", "en"), "");
  });

  test("a difference within noise is called that", () => {
    const group = groupOf([1, 2, 3].map((seed) => made("mean", seed, 0.88 + 0.01 * seed)));
    assert.match(recoveredText(group, "recall", t, "en"), /apart, which is less than the seeds/);
  });

  test("what ends too near to the best is named beside it", () => {
    const group = groupOf([
      ...[made("first", 1, 0.8), made("first", 2, 0.81), made("first", 3, 0.82)],
      ...[made("aligned", 1, 0.81), made("aligned", 2, 0.8), made("aligned", 3, 0.83)],
      ...[made("mean", 1, 0.5), made("mean", 2, 0.52), made("mean", 3, 0.51)],
    ]);
    assert.deepEqual(group.best?.level, ["first"]);
    assert.match(
      plain(recoveredText(group, "recall", t, "en")),
      /^aligned mean, .* behind \(.*\); too near to it to tell apart: first$/,
    );
  });

  test("models and steps are those that were trained", () => {
    const ofMha = (task: string) =>
      members.find((run) => run.task === task && run.variant === "mha")?.parameters;
    assert.equal(ofMha("recall"), 160_064);
    assert.match(howText("recall", t, "en"), /160,064 parameters.* the 700 steps/);
    assert.match(howText("text", t, "en"), /816,384 parameters.* the 4,880 steps/);
  });

  test("a cosine has no minus where it rounds to nothing", () => {
    const texts = [0.344, -0.012, -0.004, 0.001, null].map((cosine) => cosineText(cosine, "en"));
    assert.deepEqual(texts, ["0.34", "\u22120.01", "0.00", "0.00", "–"]);
  });

  test("every sentence can be said in both languages", () => {
    for (const lang of langs) {
      for (const task of ["recall", "text"] as const) {
        for (const group of upcycledGroups(task, "same")) {
          assert.ok(orderText(group.order, ui(lang)).length > 10);
          assert.ok(recoveredText(group, task, ui(lang), lang).length > 5);
        }
      }
    }
  });
});

/** What the chapter says in its own words, held against the runs. */
describe("the chapter's statements on recall hold", () => {
  const at = (nKv: number, pooling: string, percent: number, diet = "same") =>
    valuesOf("recall", diet, nKv, pooling, percent);
  const all = [4, 2, 1];

  test("MHA is right in more than 99%, and averaged by fours in less than a fifth, each seed", () => {
    const mha = members.filter((run) => run.task === "recall" && run.variant === "mha");
    for (const { accuracy } of mha) assert.ok(accuracy > 0.99);
    for (const value of at(2, "mean", 0)) assert.ok(value < 0.2);
  });

  test("random is last after 5%, and first ahead of mean in each seed", () => {
    for (const nKv of all) {
      const [first, mean, random] = ["first", "mean", "random"].map((of) => at(nKv, of, 5));
      assert.ok(first && mean && random);
      for (const [i, value] of first.entries()) {
        if (mean[i] !== undefined) assert.ok(value > mean[i], `${nKv}, ${i}`);
      }
      for (const other of ["first", "mean", "aligned"]) {
        assert.ok(Math.max(...random) < Math.min(...at(nKv, other, 5)));
      }
    }
  });

  test("aligning helps the mean after 5%, in each seed, and heads are more alike, V most", () => {
    for (const nKv of all) {
      const [aligned, mean] = [at(nKv, "aligned", 5), at(nKv, "mean", 5)];
      for (const [i, value] of aligned.entries()) {
        if (mean[i] !== undefined) assert.ok(value > mean[i], `${nKv}, ${i}`);
      }
    }
    for (const { beforeK, afterK, beforeV, afterV } of cosineRows("recall")) {
      assert.ok(Math.abs(beforeK ?? 1) < 0.05 && Math.abs(beforeV ?? 1) < 0.05);
      assert.ok((afterK ?? 0) > 0.1 && (afterV ?? 0) > (afterK ?? 1));
    }
  });

  test("the aligned mean stays behind first with 4 and 2 KV heads, with 1 nobody can tell", () => {
    for (const { nKv, order } of upcycledGroups("recall", "same")) {
      const ways = order.map(({ pooling }) => pooling);
      assert.deepEqual(new Set(ways.slice(0, 2)), new Set(["first", "aligned"]));
      assert.deepEqual(ways.slice(2), ["mean", "random"]);
      const verdict = order[1]?.behind?.verdict;
      if (order[1]?.behind?.seeds === 3) assert.equal(verdict, nKv === 1 ? "within" : "clear");
      if (nKv > 1) assert.equal(ways[0], "first");
    }
  });

  test("after 30% three ways are close, behind their MHA, and behind models from scratch", () => {
    const mha = meanOf(
      members
        .filter((run) => run.task === "recall" && run.variant === "mha")
        .map(({ accuracy }) => accuracy),
    );
    for (const nKv of all) {
      const means = ["first", "mean", "aligned"].map((of) => meanOf(at(nKv, of, 30)));
      assert.ok(Math.max(...means) - Math.min(...means) < 0.03, `${nKv}: ${means}`);
      assert.ok(Math.max(...means) < mha - 0.01);
      // Mostly made up for: more than half of what was lost at the start.
      for (const [i, pooling] of ["first", "mean", "aligned"].entries()) {
        const start = meanOf(at(nKv, pooling, 0));
        assert.ok((means[i] ?? 0) - start > 0.5 * (mha - start), `${nKv} ${pooling}`);
      }
    }
    for (const [variant, nKv] of [
      ["gqa", 2],
      ["mqa", 1],
    ] as const) {
      const scratch = members.filter((run) => run.task === "recall" && run.variant === variant);
      for (const pooling of poolings) {
        for (const value of at(nKv, pooling, 30)) {
          for (const { accuracy } of scratch) assert.ok(value < accuracy, `${nKv} ${pooling}`);
        }
      }
    }
  });

  test("random at 10%, two KV heads: the loss has more than halved, answers are guesses", () => {
    const runs = upcyclingRuns.filter(
      (run) => run.task === "recall" && run.diet === "same" && run.pooling === "random",
    );
    for (const { nKv, curve } of runs.filter((run) => run.nKv === 2)) {
      const [start, ten] = [curve[0], curve[percents.indexOf(10)]];
      assert.ok(start && ten && ten[1] < start[1] / 2, `${nKv}`);
      assert.ok(ten[2] < 0.04);
    }
  });

  test("averaged by fours, a third is back after 5% and two thirds after 10%; random hardly guesses better", () => {
    const [five, ten] = [5, 10].map((percent) => meanOf(at(2, "mean", percent)));
    assert.ok(Math.abs((five ?? 0) - 1 / 3) < 0.03 && Math.abs((ten ?? 0) - 2 / 3) < 0.03);
    const random = meanOf(at(2, "random", 10));
    assert.ok(random > 1.3 / 64 && random < 0.04);
  });

  test("the right texts bring about 92% with the mean, others between 60 and 80", () => {
    assert.ok(Math.abs(recallOfTwo("mean", "same", 30) - 0.92) < 0.01);
    for (const value of at(2, "mean", 30, "other")) assert.ok(value > 0.6 && value < 0.8);
  });
});
