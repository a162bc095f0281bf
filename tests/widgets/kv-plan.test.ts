import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { models } from "../../src/data/index.ts";
import { planModelOf } from "../../src/data/plan-model.ts";
import { importConfigText } from "../../src/model/import/config/import-config.ts";
import { ownPlanModel } from "../../src/model/plan/own-model.ts";
import { compute, type PlanValues } from "../../src/widgets/kv-plan/compute.ts";
import { ladderData, rowsData } from "../../src/widgets/kv-plan/figures.ts";
import { readOwn } from "../../src/widgets/kv-plan/read-own.ts";
import recorded from "../../src/widgets/kv-plan/recorded.json" with { type: "json" };
import { type PlanEvent, rowsOf, search } from "../../src/widgets/kv-plan/search.ts";
import { ceilingsShown, pickedOf, rowsShown } from "../../src/widgets/kv-plan/shown.ts";
import { modelFromText, sizesToText } from "../../src/widgets/kv-plan/sizes.ts";
import widget from "../../src/widgets/kv-plan/widget.ts";
import { shapeToText } from "../../src/widgets/shape.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import { configs } from "../cli/configs.ts";
import { idleRun, seededRandom, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const valuesAt = (attributes: Attributes = {}) => valuesOf(widget, attributes) as PlanValues;
const t = translator("en", widget.messages.en);
const run = idleRun as never;
const rowsAt = (attributes: Attributes = {}) => {
  const values = valuesAt(attributes);
  return rowsShown(compute(values), values, run);
};

describe("the first state", () => {
  test("what is kept is what a search gives", async () => {
    const events: PlanEvent[] = [];
    for await (const event of search(valuesAt(), new AbortController().signal)) events.push(event);
    assert.deepEqual(JSON.parse(JSON.stringify(events)), recorded, "npm run keep-runs");
  });

  test("what the chapter says of it", () => {
    const rows = rowsAt();
    assert.deepEqual(
      rows.map(({ name, gpus, replicas }) => [name, gpus, replicas]),
      [
        ["bf16-bf16", 8, 2],
        ["bf16-fp8", 4, 1],
        ["fp8-bf16", 4, 2],
        ["fp8-fp8", 4, 2],
      ],
    );
    assert.deepEqual(
      rows.map((row) => ceilingsShown(row)?.limit),
      ["room", "compute", "room", "compute"],
    );
    const margins = rows.map(({ plan }) => (plan?.upTo ?? 0) / 4 - 1);
    assert.ok(margins[2] === 0, "no margin at all with fp8 weights and a cache of 16 bits");
    assert.ok((margins[1] ?? 0) > 0.3 && (margins[3] ?? 0) > (margins[1] ?? 0));
    assert.equal(pickedOf(rows, valuesAt())?.name, "fp8-fp8");
  });

  test("sentence, rows and ladder", () => {
    const values = valuesAt();
    const result = compute(values);
    assert.equal(
      plainText(widget.summary(result, values as never, t)),
      "Llama 3 70B for 4 requests a second on H100 80 GB SXM: no plan takes fewer than 4 GPUs. Which one takes as few, the simulation tells.",
    );
    const { rows } = rowsData(result, values, t, run);
    assert.deepEqual(
      rows.map(({ said, picked }) => [said, picked]),
      [
        ["8 GPUs: 2 × 4", false],
        ["4 GPUs: 1 × 4", false],
        ["4 GPUs: 2 × 2", false],
        ["4 GPUs: 2 × 2", true],
      ],
    );
    const { steps } = ladderData(result, values, t, run);
    assert.deepEqual(
      steps.map(({ factor }) => factor),
      ["", "", "× 8", "× 2", "× 4.10"],
    );
    assert.equal(steps[0]?.users, null);
  });
});

describe("what the chapter says of other loads", () => {
  for (const [name, attributes, gpus] of [
    ["half the time for a token", { tpot: "25" }, [8, 8, 8, 4]],
    ["documents", { prompt: "4096", output: "256" }, [8, 8, 8, 8]],
    [
      "a mixture of experts",
      { model: "deepseek-v3", gpu: "h200-141g", tpot: "100", ttft: "5" },
      [8, 8],
    ],
    ["twice as many people", { rate: "8" }, [8, 8, 8, 6]],
  ] as const) {
    test(name, async () => {
      const values = valuesAt(attributes);
      const events: PlanEvent[] = [];
      for await (const event of search(values, new AbortController().signal)) events.push(event);
      assert.deepEqual(
        rowsOf(events).map(({ plan }) => plan?.gpus),
        gpus,
      );
      if (name !== "documents") return;
      const done = { ...idleRun, status: "done", values, events } as never;
      for (const row of rowsShown(compute(values), values, done)) {
        assert.equal(ceilingsShown(row)?.limit, "compute");
      }
    });
  }
});

test("a pick is what is started, whether it is the cheapest or not", () => {
  const rows = rowsAt();
  for (const { name } of rows) assert.equal(pickedOf(rows, valuesAt({ pick: name }))?.name, name);
  assert.equal(
    pickedOf(rows, valuesAt({ pick: "int4-fp8" }))?.name,
    "fp8-fp8",
    "one that is not allowed is the cheapest",
  );
});

test("before a simulation the layout counts that may need the fewest GPUs, and says so", () => {
  const values = valuesAt({ rate: "20" });
  const rows = rowsAt({ rate: "20" });
  assert.ok(rows.every(({ plan }) => plan === undefined));
  const fewest = Math.min(...rows.map(({ gpus }) => gpus));
  assert.equal(pickedOf(rows, values)?.gpus, fewest);
  const { rows: drawn } = rowsData(compute(values), values, t, run);
  for (const { said, upTo } of drawn) {
    assert.match(said, /^at least \d+ GPUs$/);
    assert.equal(upTo, null);
  }
});

test("where nothing starts, or nothing is fast enough, it is said", () => {
  const tight = valuesAt({ gpus: "1", "least-weights": "bf16" });
  assert.match(plainText(widget.summary(compute(tight), tight as never, t)), /has room/);
  assert.deepEqual(ladderData(compute(tight), tight, t, run).steps, []);
  const hasty = valuesAt({ tpot: "5" });
  assert.match(
    plainText(widget.summary(compute(hasty), hasty as never, t)),
    /slower than promised/,
  );
  assert.equal(pickedOf(rowsAt({ tpot: "5" }), hasty), null);
});

describe("a model of the reader's own", () => {
  test("goes through a link whole: every model of the list, every configuration at hand", () => {
    const own = Object.values(configs).flatMap((text) => {
      const imported = importConfigText(text);
      return ownPlanModel(imported) ?? [];
    });
    assert.ok(own.length > 0);
    for (const model of [...models.map(planModelOf), ...own]) {
      const shape = shapeToText({ layers: model.layers, draftLayers: [] });
      const read = modelFromText(shape, sizesToText(model));
      assert.ok(read, shape);
      assert.equal(sizesToText(read), sizesToText(model));
      assert.deepEqual([read.allParams, read.stored], [model.allParams, model.stored]);
    }
  });

  test("is planned as the list's model is, where it is the same", async () => {
    const read = readOwn(configs["llama-3-8b.json"], "en");
    assert.ok(read.kind === "model");
    const { shape, sizes } = read.changes as Record<string, string>;
    const own = rowsAt({ shape: shape ?? "", sizes: sizes ?? "", most: "8192", rate: "9" });
    const listed = rowsAt({ model: "llama-3-8b", rate: "9" });
    assert.deepEqual(
      own.map(({ gpus }) => gpus),
      listed.map(({ gpus }) => gpus),
    );
  });

  test("a file that is none, or tells too little, is refused in the reader's language", () => {
    for (const text of ["", "{", "[]", '{"hidden_size": 8}', "<script>alert(1)</script>"]) {
      const read = readOwn(text, "ko");
      assert.ok(read.kind === "failed" && /[가-힣]/.test(read.message), text);
    }
  });

  test("hostile texts in the link are the list's model", () => {
    const random = seededRandom(5);
    const pieces = ["1", "0", "-1", "9".repeat(15), "1e3", ",", "", "NaN", "4", "80*h8x128"];
    for (let i = 0; i < 500; i++) {
      const text = () =>
        Array.from({ length: 15 }, () => pieces[Math.floor(random() * pieces.length)]).join(",");
      const values = valuesAt({ shape: random() < 0.5 ? "80*h8x128" : text(), sizes: text() });
      const { entry } = compute(values);
      assert.ok(entry === null || entry.id === "llama-3-70b");
    }
  });
});
