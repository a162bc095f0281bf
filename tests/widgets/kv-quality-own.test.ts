import assert from "node:assert/strict";
import { describe, test } from "node:test";
import family from "../../src/measured/lab/family.json" with { type: "json" };
import type { OwnResult } from "../../src/widgets/kv-quality/own.ts";
import widget from "../../src/widgets/kv-quality/widget.ts";
import { quality, rowOf, said, shown, table } from "./quality-widget.ts";

const own = (task = "recall") => quality({ source: "own", task }) as OwnResult;
const recall = family.filter((run) => run.task === "recall");
const accuracies = (variant: string) =>
  recall.filter((run) => run.variant === variant).map(({ accuracy }) => accuracy);
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

describe("our own small models, apart from the papers'", () => {
  test("every variant that was trained, with every seed", () => {
    const { rows, task } = own();
    assert.equal(task, "recall");
    assert.deepEqual(
      rows.map(({ variant }) => variant).sort(),
      [...new Set(recall.map(({ variant }) => variant))].sort(),
    );
    for (const { variant, values } of rows) {
      assert.deepEqual([...values.values()].sort(), accuracies(variant).sort(), variant);
    }
  });

  test("the table has what the runs measured, in percent", () => {
    for (const variant of ["mha", "gqa", "mqa", "mla", "vha"]) {
      const row = rowOf({ source: "own" }, variant.toUpperCase());
      assert.match(row.Mean ?? "", /^\d\d\.\d\d%$/);
      const off = Number.parseFloat(row.Mean ?? "") - 100 * mean(accuracies(variant));
      assert.ok(Math.abs(off) < 0.0051, variant);
    }
    assert.equal(rowOf({ source: "own" }, "MHA")["Cached numbers per token and layer"], "128");
    assert.equal(rowOf({ source: "own" }, "MHA")["Against MHA"], "–");
    const change = 100 * (mean(accuracies("mqa")) - mean(accuracies("mha")));
    const text = rowOf({ source: "own" }, "MQA")["Against MHA"] ?? "";
    assert.ok(Math.abs(Number(text.replace("−", "-")) - change) < 0.0051, text);
    assert.match(table({ source: "own" }).caption, /small models/);
  });

  test("they are said to be small, and measured here", async () => {
    // MLA and VHA have some more than the others.
    assert.match(said({ source: "own" }), /of 160,064 to 160,384 parameters/);
    assert.match(said({ source: "own" }, "ko"), /160,064~160,384개짜리/);
    const text = await shown({ source: "own" });
    assert.match(text, /Trained and measured here, and in no picture with what papers report/);
    assert.match(text, /MLA is ahead of MHA.*16 numbers, one of MHA 8/);
    assert.doesNotMatch(text, /As reported in/);
    assert.doesNotMatch(await shown({ source: "gqa-2023" }), /Trained and measured here/);
  });

  test("a difference is called clear only where seeds agree on it by more than they differ", async () => {
    const text = await shown({ source: "own" });
    const [, clear = ""] = /larger than seeds are apart: ([^.]*\d\.\d\d[^:]*?)\./.exec(text) ?? [];
    for (const { variant, againstMha } of own().rows) {
      if (!againstMha) continue;
      const differences = recall
        .filter((run) => run.variant === variant)
        .map((run) => {
          const mha = recall.find((of) => of.variant === "mha" && of.seed === run.seed);
          return run.accuracy - (mha?.accuracy ?? Number.NaN);
        });
      const apart = Math.max(...differences) - Math.min(...differences);
      const expected = differences.length > 2 && Math.abs(mean(differences)) > apart;
      assert.equal(againstMha.verdict === "clear", expected, variant);
      assert.equal(text.includes(`${variant.toUpperCase()} `), true);
    }
    assert.ok(clear.length > 0);
  });

  test("a task without two variants yet is no choice; a link to it shows the one that has them", async () => {
    const variants = new Set(
      family.filter((run) => run.task === "text").map(({ variant }) => variant),
    );
    const isThere = variants.size > 1;
    assert.equal(own("text").task, isThere ? "text" : "recall");
    const param = widget.params.find(({ name }) => name === "task");
    assert.equal(param?.when?.({ source: "own" }), isThere);
    assert.equal(param?.when?.({ source: "vha" }), false);
  });

  test("a mean is rounded once: MLA's is 99.985 only where its seeds were rounded before", () => {
    assert.equal(rowOf({ source: "own" }, "MLA").Mean, "99.98%");
  });
});
