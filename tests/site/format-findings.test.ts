import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type TaskName, taskNames, type Variant } from "../../src/lab/family.ts";
import type { RunFormatName } from "../../src/lab/run-formats.ts";
import recorded from "../../src/measured/lab/formats.json" with { type: "json" };
import type { FormatScore } from "../../src/measured/lab-runs.ts";
import { formatFindings } from "../../src/site/format-findings.ts";

const score = (
  variant: Variant,
  format: RunFormatName | null,
  accuracy: number,
  divergence = 0,
): FormatScore => ({
  ...{ task: "recall", variant, format, bytesPerToken: 1, loss: 1, accuracy, divergence },
  answers: 100,
});

test("worst losses, formats in which sharing harms more, and what the axis does, from made-up scores", () => {
  const found = formatFindings("recall", [
    score("mha", null, 0.9),
    score("mha", "int4", 0.88, 0.1),
    score("mha", "int2", 0.5, 0.9),
    score("mha", "int2-channel", 0.6, 0.3),
    score("gqa", null, 0.9),
    score("gqa", "int4", 0.8, 0.2),
    score("gqa", "int2", 0.6, 0.4),
    score("gqa", "int2-channel", 0.4, 0.8),
    score("mqa", null, 0.8),
    score("mqa", "int4", 0.79, 0.3),
    score("mqa", "int2", 0.7, 0.8),
  ]);
  assert.ok(found);
  assert.deepEqual(
    found.worst.map(({ format, variant, lost }) => [format, variant, Number(lost.toFixed(6))]),
    [
      ["int4", "gqa", 0.1],
      ["int2", "mha", 0.4],
    ],
  );
  assert.deepEqual([found.rising, found.mixed], [["int4"], ["int2"]]);
  assert.deepEqual(found.channel[1], { bits: 2, better: ["mha"], worse: ["gqa"], more: 0 });
  assert.deepEqual(found.even, { better: [], worse: [] }, "fp8 was not judged");
  assert.equal(found.answers, 100);
});

test("one model says nothing about others", () => {
  assert.equal(formatFindings("text", [score("mha", null, 0.9)]), null);
  assert.equal(
    formatFindings("recall", [score("mha", null, 0.9), score("mha", "int2", 0.8)]),
    null,
  );
});

describe("what the chapter on quantization says of the recorded models", () => {
  const scores = recorded as unknown as readonly FormatScore[];
  const moved = (task: TaskName, format: RunFormatName) =>
    new Map(
      scores
        .filter((score) => score.task === task && score.format === format)
        .map(({ variant, divergence }) => [variant, divergence] as const),
    );

  for (const task of taskNames) {
    test(`${task}: in every format predictions move further from MHA to GQA to MQA`, () => {
      assert.deepEqual(formatFindings(task)?.mixed, []);
      assert.equal(formatFindings(task)?.rising.length, 5);
    });

    test(`${task}: int8 moves each model less than a hundredth as far as fp8`, () => {
      for (const [variant, fp8] of moved(task, "fp8")) {
        assert.ok((moved(task, "int8").get(variant) ?? 1) < fp8 / 100, variant);
      }
    });

    test(`${task}: MLA is moved ${task === "text" ? "most" : "least"}`, () => {
      for (const format of ["fp8", "int4", "int3", "int2"] as const) {
        const sorted = [...moved(task, format)].sort(([, a], [, b]) => a - b);
        assert.equal(sorted.at(task === "text" ? -1 : 0)?.[0], "mla", format);
      }
    });
  }

  test("from MHA to MQA a factor of two to three on text, of ten to forty on recall", () => {
    for (const [task, least, most] of [
      ["text", 1.9, 3],
      ["recall", 10, 42],
    ] as const) {
      for (const format of ["fp8", "int8", "int4", "int3", "int2"] as const) {
        const of = moved(task, format);
        const factor = (of.get("mqa") ?? 0) / (of.get("mha") ?? 1);
        assert.ok(factor >= least && factor <= most, `${task} ${format}: ${factor}`);
      }
    }
  });

  test("keys per channel: three to six times better on text, worse on recall", () => {
    for (const bits of [4, 2] as const) {
      for (const [variant, turned] of moved("text", `int${bits}-channel`)) {
        const factor = (moved("text", `int${bits}`).get(variant) ?? 0) / turned;
        assert.ok(factor > 2.5 && factor < 6.5, `${variant} ${bits}: ${factor}`);
      }
      assert.deepEqual(
        formatFindings("recall")?.channel.find((each) => each.bits === bits)?.better,
        [],
      );
    }
  });

  test("int4 against fp8 in as many bytes: better on recall but for MLA, worse on text", () => {
    assert.deepEqual(formatFindings("recall")?.even.worse, ["mla"]);
    assert.deepEqual(formatFindings("text")?.even.better, []);
  });

  test("recall: int4 costs GQA more than MQA in loss and answers; MHA is surest, then GQA", () => {
    const of = (variant: Variant, format: RunFormatName | null) =>
      scores.find(
        (score) => score.task === "recall" && score.variant === variant && score.format === format,
      );
    const cost = (variant: Variant, what: "loss" | "accuracy") =>
      Math.abs((of(variant, "int4")?.[what] ?? 0) - (of(variant, null)?.[what] ?? 0));
    for (const what of ["loss", "accuracy"] as const)
      assert.ok(cost("gqa", what) > cost("mqa", what));
    const losses = (["mha", "gqa", "mqa"] as const).map((variant) => of(variant, null)?.loss ?? 0);
    assert.deepEqual(
      losses,
      losses.toSorted((a, b) => a - b),
    );
  });

  test("recall: MQA loses more answers in fp8 than in int4", () => {
    const right = (format: RunFormatName) =>
      scores.find(
        (score) => score.task === "recall" && score.variant === "mqa" && score.format === format,
      )?.accuracy ?? Number.NaN;
    assert.ok(right("fp8") < right("int4"));
  });
});
