import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { memberShape } from "../../src/lab/family.ts";
import { latentShape } from "../../src/lab/model-shape.ts";
import { poolings } from "../../src/lab/upcycle/pool-heads.ts";
import {
  type FamilyScore,
  familyResults,
  familyScores,
} from "../../src/measured/family-results.ts";
import family from "../../src/measured/lab/family.json" with { type: "json" };
import type { UpcyclingRun } from "../../src/measured/lab-runs.ts";
import { poolingResults, rankPoolings } from "../../src/measured/upcycling-results.ts";

test("what the widget has of each run is what the run measured", () => {
  const short = family.map(({ curve: _, answers: __, cpuSeconds: ___, ...run }) => {
    const { commit: ____, runtime: _____, ...rest } = run;
    return rest;
  });
  assert.deepEqual(familyScores, short, "npm run train -- --publish");
});

const score = (variant: FamilyScore["variant"], seed: number, accuracy: number): FamilyScore => ({
  ...{ task: "recall", variant, seed, accuracy, loss: 1 - accuracy },
  ...{ cachedValues: variant === "mha" ? 128 : 16, parameters: 100, tokensSeen: 7 },
});

describe("the family", () => {
  test("means over seeds, against MHA of the same seed, largest cache first", () => {
    const results = familyResults(
      [
        ...[score("mqa", 1, 0.5), score("mqa", 2, 0.6), score("mqa", 3, 0.7)],
        ...[score("mha", 3, 0.9), score("mha", 2, 0.8), score("mha", 1, 0.7)],
        { ...score("mha", 1, 0.1), task: "text" },
      ],
      "recall",
    );
    assert.deepEqual(
      results.map(({ variant, seeds }) => [variant, seeds]),
      [
        ["mha", 3],
        ["mqa", 3],
      ],
    );
    const [mha, mqa] = results;
    assert.equal(mha?.againstMha, null);
    assert.ok(Math.abs((mqa?.mean ?? 0) - 0.6) < 1e-12);
    assert.ok(Math.abs((mqa?.againstMha?.mean ?? 0) + 0.2) < 1e-12);
    assert.equal(mqa?.againstMha?.wins, 0);
    assert.equal(mqa?.againstMha?.verdict, "clear");
  });

  test("text is decided by loss", () => {
    const [only] = familyResults([{ ...score("mha", 1, 0.25), task: "text" }], "text");
    assert.equal(only?.mean, 0.75);
  });

  test("what was measured: each mean, by a loop of its own", () => {
    for (const task of ["recall", "text"] as const) {
      for (const { variant, mean, least, most, seeds } of familyResults(familyScores, task)) {
        const values: number[] = [];
        for (const run of family) {
          if (run.task !== task || run.variant !== variant) continue;
          values.push(task === "recall" ? run.accuracy : run.loss);
        }
        values.sort((a, b) => a - b);
        assert.equal(seeds, values.length);
        assert.ok(Math.abs(mean * values.length - values.reduce((a, b) => a + b)) < 1e-9);
        assert.deepEqual([least, most], [values[0], values.at(-1)]);
      }
    }
  });

  test("a head of MLA compares more numbers than one of MHA", () => {
    for (const [task, wide, narrow] of [
      ["recall", 16, 8],
      ["text", 24, 16],
    ] as const) {
      const shape = memberShape(task, "mla");
      assert.ok(shape.attention.kind === "latent");
      const { nopeDim, ropeDim } = latentShape(shape, shape.attention);
      assert.deepEqual([nopeDim + ropeDim, memberShape(task, "mha").headDim], [wide, narrow]);
    }
  });
});

const run = (
  pooling: UpcyclingRun["pooling"],
  seed: number,
  scores: readonly number[],
): UpcyclingRun => ({
  ...{ task: "recall", nKv: 2, pooling, seed, diet: "same", commit: "" },
  cosines: { wk: seed / 10, wv: seed / 5 },
  ...{ loss: 3, accuracy: scores.at(-1) ?? 0, answers: 10 },
  curve: scores.map((accuracy, step) => [step, 5 - accuracy, accuracy] as const),
});

describe("upcycled runs", () => {
  const runs = [
    ...[run("mean", 1, [0.1, 0.5]), run("mean", 2, [0.2, 0.6]), run("mean", 3, [0.3, 0.7])],
    ...[run("first", 1, [0.4, 0.51]), run("first", 2, [0.5, 0.58]), run("first", 3, [0.6, 0.72])],
    { ...run("mean", 1, [1, 1]), nKv: 1 },
    { ...run("mean", 1, [1, 1]), diet: "other" } as const,
  ];
  const results = poolingResults(runs, { task: "recall", nKv: 2, diet: "same" }, poolings);

  test("one way after the other, seed by seed", () => {
    assert.deepEqual(
      results.map(({ pooling }) => pooling),
      ["mean", "first"],
    );
    assert.deepEqual(
      [...(results[0]?.course[1] ?? [])],
      [
        [1, 0.5],
        [2, 0.6],
        [3, 0.7],
      ],
    );
    assert.ok(Math.abs((results[0]?.cosines.wv.mean ?? 0) - 0.4) < 1e-12);
  });

  test("ranked by what they came to, and how far each is behind", () => {
    const start = rankPoolings(results, "recall", ({ course }) => course[0]);
    assert.deepEqual(
      start.map(({ pooling, behind }) => [pooling, behind?.verdict]),
      [
        ["first", undefined],
        ["mean", "clear"],
      ],
    );
    const end = rankPoolings(results, "recall", ({ course }) => course.at(-1));
    assert.equal(end[0]?.pooling, "first");
    assert.equal(end[1]?.behind?.verdict, "within");
  });

  test("a loss ranks the other way round", () => {
    const text = runs.map((of) => ({ ...of, task: "text" }) as const);
    const of = poolingResults(text, { task: "text", nKv: 2, diet: "same" }, poolings);
    const ranked = rankPoolings(of, "text", ({ course }) => course[0]);
    assert.equal(ranked[0]?.pooling, "first", "accuracy is high where loss is low");
    assert.ok((ranked[1]?.behind?.mean ?? 0) > 0);
  });
});
