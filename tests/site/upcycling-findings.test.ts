import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { poolings } from "../../src/lab/upcycle/pool-heads.ts";
import family from "../../src/measured/lab/family.json" with { type: "json" };
import type { FamilyRun } from "../../src/measured/lab-runs.ts";
import { meanOf, upcycledValues } from "../helpers/upcycled-values.ts";

const members = family as unknown as readonly FamilyRun[];

describe("what the chapter says of text", () => {
  const loss = (diet: string, nKv: number, pooling: string, percent: number) =>
    meanOf(upcycledValues("text", diet, nKv, pooling, percent));

  test("aligned before mean before first before random, after 5 and 30 %; first before mean at 0 %", () => {
    for (const nKv of [4, 2, 1]) {
      for (const percent of [5, 30]) {
        const order = ["aligned", "mean", "first", "random"].map((pooling) =>
          loss("same", nKv, pooling, percent),
        );
        assert.deepEqual(order, [...order].sort(), `${nKv} heads, ${percent} %: ${order}`);
      }
      const [aligned, mean, first] = ["aligned", "mean", "first"].map((pooling) =>
        loss("same", nKv, pooling, 0),
      ) as [number, number, number];
      assert.ok(aligned < Math.min(mean, first));
      assert.equal(first < mean, nKv > 1);
    }
  });

  test("none comes back to what MHA or GQA learn from scratch", () => {
    const scratch = members.filter(
      ({ task, variant }) => task === "text" && /mha|gqa/.test(variant),
    );
    const worst = Math.max(...scratch.map((run) => run.loss));
    for (const nKv of [4, 2, 1]) {
      for (const pooling of poolings) assert.ok(loss("same", nKv, pooling, 30) > worst + 0.03);
    }
    const mha = scratch.filter(({ variant }) => variant === "mha").map((run) => run.loss);
    assert.equal((Math.max(...mha) - Math.min(...mha)).toFixed(3), "0.007");
  });

  test("other texts: some help, more of them harm", () => {
    for (const pooling of poolings) {
      assert.ok(loss("other", 2, pooling, 5) < loss("other", 2, pooling, 0), pooling);
      assert.ok(loss("other", 2, pooling, 30) > loss("other", 2, pooling, 10), pooling);
      const isWorse = loss("other", 2, pooling, 30) > loss("other", 2, pooling, 0);
      assert.equal(isWorse, pooling !== "random", pooling);
    }
  });
});
