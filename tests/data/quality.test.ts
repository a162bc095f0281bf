import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import {
  type PaperId,
  paperConflict,
  paperTable,
  paperTables,
  vhaData,
} from "../../src/data/quality.ts";
import {
  validateConflict,
  validatePapers,
  validateVha,
  validateVhaScores,
} from "../../src/data/schema-quality.ts";
import { vhaRun, vhaScores } from "../../src/data/vha-scores.ts";

const papersFile = "src/data/quality.json";
const conflictFile = "src/data/quality-conflict.json";
const vhaFile = "src/data/quality-vha.json";
const scoresFile = "src/data/vha-scores.json";
const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));

type Json = Record<string, unknown>;

describe("the schema of what papers measured", () => {
  test("the files are valid", () => {
    assert.equal(validatePapers(read(papersFile), papersFile).length, paperTables.length);
    assert.deepEqual(
      validateConflict(read(conflictFile), conflictFile, paperTables),
      paperConflict,
    );
    assert.deepEqual(validateVhaScores(read(scoresFile), scoresFile), vhaScores);
    assert.deepEqual({ ...vhaScores, ...validateVha(read(vhaFile), vhaFile) }, vhaData);
  });

  const brokenPapers = (name: string, change: (table: Json) => void, expected: RegExp) =>
    test(name, () => {
      const tables = read(papersFile);
      change(tables[0]);
      assert.throws(() => validatePapers(tables, papersFile), expected);
    });
  const rowOf = (table: Json) => (table.rows as Json[])[0] as Json;
  brokenPapers("an unknown key", (t) => Object.assign(t, { remark: "x" }), /remark: no such key/);
  brokenPapers("another status", (t) => Object.assign(t, { status: "sure" }), /status/);
  brokenPapers("one language", (t) => Object.assign(t, { reason: { en: "x" } }), /reason.ko/);
  brokenPapers("no wording", (t) => Object.assign(t, { wording: [] }), /wording/);
  brokenPapers(
    "the address of another paper",
    (t) => Object.assign(t, { arxiv: "1911.02150" }),
    /address of 1911/,
  );
  brokenPapers("no column", (t) => Object.assign(rowOf(t).scores as Json, { x: 1 }), /a column/);
  brokenPapers(
    "a score of nothing",
    (t) => Object.assign(rowOf(t).scores as Json, { cnn: 0 }),
    /cnn/,
  );
  brokenPapers("no such time", (t) => Object.assign(rowOf(t), { times: { slow: 1 } }), /column's/);
  brokenPapers(
    "layers from nowhere",
    (t) => {
      delete t.shape;
    },
    /shape: expected with layers/,
  );
  test("the same table twice", () => {
    const [first] = read(papersFile);
    assert.throws(() => validatePapers([first, first], papersFile), /unique/);
  });

  test("a conflict of rows that are not MHA, GQA and MQA", () => {
    const conflict = read(conflictFile);
    conflict.sides[0].rows.reverse();
    assert.throws(
      () => validateConflict(conflict, conflictFile, paperTables),
      /gqa-2023: rows: expected MHA/,
    );
    assert.throws(
      () => validateConflict({ ...conflict, sides: [] }, conflictFile, paperTables),
      /sides/,
    );
  });

  const brokenScores = (name: string, change: (data: Json) => void, expected: RegExp) =>
    test(name, () => {
      const data = read(scoresFile);
      change(data);
      assert.throws(() => validateVhaScores(data, scoresFile), expected);
    });
  const runsOf = (data: Json) => data.runs as Json[];
  brokenScores(
    "a task too few",
    (d) => Object.assign(runsOf(d)[0] as Json, { scores: [1] }),
    /8 tasks/,
  );
  brokenScores("a run twice", (d) => runsOf(d).push(runsOf(d)[0] as Json), /a run of its own/);
  test("an unknown key of what is published of VHA", () => {
    const data = { ...read(vhaFile), seed: 42 };
    assert.throws(() => validateVha(data, vhaFile), /seed: no such key/);
  });
  test("a run that there is not", () => {
    assert.throws(() => vhaRun("first", "8B" as never, "vha"), RangeError);
  });
});

/** The scores of a table, row by row. */
const scores = (id: PaperId, columns: readonly string[]) =>
  Object.fromEntries(
    paperTable(id).rows.map((row) => [row.id, columns.map((column) => row.scores[column] ?? null)]),
  );

const close = (value: number, expected: number, digits: number, what = "") =>
  assert.equal(value.toFixed(digits), expected.toFixed(digits), what);

const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;

describe("numbers as the papers print them, typed a second time", () => {
  test("GQA, table 1; its average is not the plain mean of the columns", () => {
    const columns = [
      "average",
      "cnn",
      "arxiv",
      "pubmed",
      "mediasum",
      "multinews",
      "wmt",
      "triviaqa",
    ];
    assert.deepEqual(scores("gqa-2023", columns), {
      "mha-large": [46.0, 42.9, 44.6, 46.2, 35.5, 46.6, 27.7, 78.2],
      "mha-xxl": [47.2, 43.8, 45.6, 47.5, 36.4, 46.9, 28.4, 81.9],
      "mqa-xxl": [46.6, 43.0, 45.0, 46.9, 36.1, 46.5, 28.5, 81.3],
      "gqa-8-xxl": [47.1, 43.5, 45.4, 47.7, 36.3, 47.2, 28.4, 81.6],
    });
    const times = paperTable("gqa-2023").rows.map(({ times: of }) => of?.infer);
    assert.deepEqual(times, [0.37, 1.51, 0.24, 0.28]);
    const plain = Object.values(scores("gqa-2023", columns.slice(1))).map((row) =>
      mean(row.map(Number)).toFixed(2),
    );
    assert.deepEqual(plain, ["45.96", "47.21", "46.76", "47.16"]);
  });

  test("MQA, tables 1 to 3", () => {
    const columns = ["ln-ppl", "bleu-dev", "bleu-test-1", "bleu-test-4", "lm-ppl"];
    assert.deepEqual(scores("shazeer-2019", columns), {
      mha: [1.424, 26.7, 27.7, 28.4, 29.9],
      mqa: [1.439, 26.5, 27.5, 28.5, 30.2],
      "mha-local": [1.427, 26.6, 27.5, 28.3, null],
      "mqa-local": [1.437, 26.5, 27.6, 28.2, null],
      "mha-1x128": [1.518, 25.8, null, null, 31.2],
      "mha-2x64": [1.48, 26.2, 26.8, 27.9, 31.1],
      "mha-4x32": [1.488, 26.1, null, null, 31.0],
      "mha-8x16": [1.513, 25.8, null, null, 30.9],
    });
    const times = paperTable("shazeer-2019").rows.flatMap(({ times: of }) => (of ? [of] : []));
    assert.deepEqual(
      times.map((of) => [of.greedy, of["beam-4"]]),
      [
        [46, 203],
        [3.8, 32],
        [23, 47],
        [3.3, 16],
      ],
    );
  });

  test("DeepSeek-V2, tables 8 and 9", () => {
    const columns = ["bbh", "mmlu", "c-eval", "cmmlu"];
    assert.deepEqual(scores("deepseek-v2-7b", columns), {
      mqa: [33.2, 37.9, 30.0, 34.6],
      "gqa-8": [35.6, 41.2, 37.7, 38.4],
      mha: [37.0, 45.2, 42.9, 43.5],
    });
    assert.deepEqual(scores("deepseek-v2-mla", columns), {
      "small-mha": [37.9, 48.7, 51.6, 52.3],
      "small-mla": [39.0, 50.0, 50.9, 53.4],
      "large-mha": [46.6, 57.5, 57.9, 60.7],
      "large-mla": [50.7, 59.0, 59.2, 62.5],
    });
    const printed = paperTable("deepseek-v2-mla").rows.map(({ printedValues }) => printedValues);
    assert.deepEqual(printed, [110_600, 15_600, 860_200, 34_600]);
  });
});

describe("what is published of VHA agrees with itself", () => {
  test("each run's tasks average to what its row prints", () => {
    for (const { scores: tasks, printedAverage, scale, table } of vhaData.runs) {
      assert.ok(Math.abs(mean(tasks) - printedAverage) < 0.0051, `${scale} ${table}`);
    }
  });

  test("the two tables move the same baseline by 0.41 to 0.81", () => {
    const moved = vhaData.runs
      .filter(({ variant, table }) => variant === "gqa" && table === "first")
      .map(({ scale, scores: first }) => {
        const second = vhaData.runs.find(
          (run) => run.scale === scale && run.variant === "gqa" && run.table === "second",
        );
        return (mean(first) - mean(second?.scores ?? [])).toFixed(2);
      });
    assert.deepEqual(moved, ["0.49", "0.81", "0.41"]);
  });

  test("the ladder's steps add up, and the categories average to what is stated", () => {
    const { ladder, categories, longContext, ranks } = vhaData;
    const at = (id: string) => ladder.rows.find((row) => row.id === id)?.points ?? Number.NaN;
    close(at("gqa-16-2-2") + ladder.step, -1.71, 2);
    close(at("gqa-8-2-2"), -1.71, 2);
    assert.deepEqual([at("premix-only"), at("postmix-only")], [-0.78, -0.14]);
    close(mean(categories.rows.map(({ gqa }) => gqa)), 2.595, 4);
    close(mean(categories.rows.map(({ mla }) => mla)), 0.7025, 4);
    assert.deepEqual(categories.printed, { gqa: 2.6, mla: 0.7 });
    const ruler = longContext.rows.find(({ id }) => id === "ruler");
    close((ruler?.vha ?? 0) - (ruler?.gqa ?? 0), 11.4, 1);
    assert.deepEqual(longContext.helmet, { wins: 3, ties: 1, losses: 1 });
    assert.deepEqual(
      ranks.rows.map(({ rank, average }) => [rank, average]),
      [
        [4, 54.5],
        [32, 54.24],
        [128, 54.15],
      ],
    );
  });
});
