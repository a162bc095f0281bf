import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { recallTask } from "../../src/lab/tasks/recall.ts";
import type { TrainingEvent } from "../../src/live/train-on.ts";
import { randomWords } from "../../src/model/random-words.ts";
import { curvesData } from "../../src/widgets/kv-upcycle/curves-data.ts";
import { curvesTable } from "../../src/widgets/kv-upcycle/curves-table.ts";
import { errandOf } from "../../src/widgets/kv-upcycle/live.ts";
import { progressData } from "../../src/widgets/kv-upcycle/progress-data.ts";
import widget from "../../src/widgets/kv-upcycle/widget.ts";
import { idleRun } from "./every-widget.ts";
import { type Attributes, en, type Run, state, training } from "./upcycle-training.ts";

describe("a run in the figures", () => {
  const values = state();
  const run = { ...idleRun, status: "stopped", values, events: training(11) } as Run;
  const pictures = (attributes: Attributes) => {
    const now = state(attributes);
    const result = widget.compute(now);
    return {
      curves: curvesData(result, now, en, run),
      progress: progressData(result, now, en, run),
      table: curvesTable(result, now, en, run),
    };
  };

  test("lies on the curves at its share of 700 steps, and in the table as this device's", () => {
    const { curves, progress, table } = pictures({});
    assert.deepEqual(curves.live, [
      { percent: 0, value: 5 },
      { percent: 500 / 700, value: 4.5 },
      { percent: 1000 / 700, value: 4 },
    ]);
    assert.equal(progress.trained.length, 11);
    assert.deepEqual(
      progress.accuracy.map(({ step }) => step),
      [0, 5, 10],
    );
    assert.equal(progress.steps, 35);
    assert.equal(
      table.rows.filter(([head]) => /this device, 4 texts a batch/.test(head)).length,
      3,
    );
    assert.equal(pictures({ measure: "accuracy" }).curves.live[1]?.value, 0.25);
  });

  test("is of the model it was of, and of recall on its own texts", () => {
    for (const attributes of [{ pooling: "first" }, { "n-kv": "4" }] as Attributes[]) {
      assert.deepEqual(pictures(attributes).curves.live, []);
      assert.deepEqual(pictures(attributes).progress.trained, []);
    }
    for (const attributes of [{ task: "text" }, { diet: "other" }] as Attributes[]) {
      assert.deepEqual(pictures(attributes).curves.live, []);
      assert.equal(pictures(attributes).progress.trained.length, 11, "in its own figure it stays");
    }
  });
});

test("where nothing is pooled, a run lies beside the line of its own MHA, not of all seeds", () => {
  const values = state({ "n-kv": "8", measure: "accuracy" });
  const result = widget.compute(values);
  const lines = (events: readonly TrainingEvent[]) =>
    curvesData(result, values, en, { ...idleRun, status: "done", values, events } as Run)
      .references;
  assert.deepEqual(
    lines([]).map(({ name, value }) => [name, value.each.length]),
    [["MHA, before", 3]],
  );
  assert.deepEqual(
    lines(training(5)).map(({ name, value }) => [name, value.each]),
    [["MHA, seed 1", [0.99503]]],
  );
  const { source } = progressData(result, values, en, { ...idleRun, values } as Run);
  assert.deepEqual(source, { value: 0.99503, name: "MHA of seed 1, before pooling" });
});

test("a run is judged where the curves are, on the first half of their texts", async () => {
  const { request } = errandOf(state());
  assert.deepEqual(request.judgeAt, [0, 7, 18, 35, 70, 140, 210]);
  const { texts, batches } = request.heldOut;
  assert.equal(texts * batches, 64);
  const draw = (size: number, count: number) => {
    const word = randomWords(999);
    return Array.from({ length: count }, () => recallTask().batch(size, "held-out", word)).flatMap(
      ({ tokens }) => [...tokens],
    );
  };
  const [theirs, ours] = [draw(32, 4), draw(texts, batches)];
  assert.deepEqual(ours, theirs.slice(0, theirs.length / 2));
});

test("a training is named by the model, the heads and the pooling, not by its steps or its device", () => {
  const name = (attributes: Attributes) => errandOf(state(attributes)).name;
  assert.equal(name({}), name({ steps: "50", backend: "wasm", task: "text", layer: "2" }));
  const names = ["8", "4", "2", "1"].flatMap((nKv) =>
    ["mean", "first", "random", "aligned"].map((pooling) => name({ "n-kv": nKv, pooling })),
  );
  assert.equal(new Set(names).size, 16);
  assert.match(
    names[0] ?? "",
    /^recall-mha [0-9a-f]{16} to 8 mean, 4 texts, judged on 64, seed 1$/,
  );
});
