import assert from "node:assert/strict";
import { test } from "node:test";
import type { Variant } from "../../src/lab/family.ts";
import type { RunFormatName } from "../../src/lab/run-formats.ts";
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
  assert.deepEqual(found.channel[1], { bits: 2, better: ["mha"], worse: ["gqa"] });
});

test("one model says nothing about others", () => {
  assert.equal(formatFindings("text", [score("mha", null, 0.9)]), null);
  assert.equal(
    formatFindings("recall", [score("mha", null, 0.9), score("mha", "int2", 0.8)]),
    null,
  );
});

test("what is recorded has something to say", () => {
  assert.ok(formatFindings("recall"));
});
