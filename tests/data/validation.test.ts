import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { models } from "../../src/data/index.ts";
import { validateStarts } from "../../src/data/schema-validation.ts";
import { type ValidationRow, validationRows } from "../../src/data/validation.ts";
import { isCapacityStart } from "../../src/model/validation/logged-start.ts";
import { validatedRows, validationCounts } from "../../src/site/validation-row.ts";
import type { TruthBuffers, TruthCapacity } from "../model/truth-rows.ts";
import { readTruth, withoutTruth } from "./truth.ts";
import { truthNames } from "./truth-names.ts";

const file = "src/data/validation.json";
const read = (): Record<string, unknown>[] =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
const nameOf = ({ id, url }: ValidationRow) => `${id} (${url})`;

describe("the schema of the published starts", () => {
  test("the file is valid", () => {
    assert.equal(validateStarts(read(), file, models).length, validationRows.length);
  });

  const broken = (name: string, change: (row: Record<string, unknown>) => void, expected: RegExp) =>
    test(name, () => {
      const rows = read();
      change(rows[0] ?? {});
      assert.throws(() => validateStarts(rows, file, models), expected);
    });
  broken("an unknown key", (row) => Object.assign(row, { excerpt: "x" }), /excerpt: no such key/);
  broken("an unknown model", (row) => Object.assign(row, { model: "no-such" }), /id of a model/);
  broken("no https", (row) => Object.assign(row, { url: "http://x.org/" }), /https URL/);
  broken("nothing printed", (row) => Object.assign(row, { printed: {} }), /at least one number/);
  broken(
    "half a block",
    (row) => Object.assign(row, { printed: { blocks: 1.5 } }),
    /printed.blocks/,
  );
  broken(
    "another engine's settings",
    (row) => {
      Object.assign(row, { settings: { ctx: 8192 } });
    },
    /settings.ctx: no such key/,
  );
  broken("a version that is none", (row) => Object.assign(row, { readAs: "vllm@new" }), /readAs/);
  broken("one language", (row) => Object.assign(row, { exception: { en: "x" } }), /exception.ko/);
  test("the same start twice", () => {
    const [first] = read();
    const twice = [first, { ...first, id: "other" }];
    assert.throws(() => validateStarts(twice, file, models), /a start of its own/);
    assert.throws(() => validateStarts([first, first], file, models), /unique/);
  });
});

describe("predictions", () => {
  for (const { row, validation } of validatedRows) {
    test(`${row.id}: ${row.exception ? "is a known exception" : "is reproduced"}`, () => {
      const missed = validation.checks.filter(({ within }) => !within);
      assert.equal(missed.length > 0, row.exception !== undefined, JSON.stringify(missed));
      for (const { low, high } of validation.checks) {
        assert.ok(Number.isFinite(low) && low <= high);
      }
    });
  }

  test("the page counts what there is", () => {
    const counts = validationCounts(validatedRows);
    assert.equal(counts.rows, counts.within + counts.exceptions);
    assert.ok(counts.rows >= 98 && counts.exact >= 60 && counts.exact < counts.within);
    assert.ok(counts.logs < counts.rows && counts.checks > counts.rows);
  });
});

/** What a start and its row tell, side by side; null or undefined where one of them is silent. */
type Pairs = readonly (readonly [unknown, unknown])[];

function capacityPairs(row: ValidationRow, truth: TruthCapacity): Pairs {
  assert.ok(isCapacityStart(row));
  const { printed, settings, budget } = row;
  return [
    [printed.availableGiB, truth.available_kv_gib],
    [printed.blocks, truth.num_gpu_blocks],
    // V0 prints blocks: its tokens are ours to count.
    [printed.kvTokens ?? (printed.blocks ?? 0) * (settings.blockSize ?? 0), truth.kv_tokens ?? 0],
    [printed.concurrency, truth.max_concurrency],
    [printed.cpuBlocks, truth.num_cpu_blocks],
    [settings.tp, truth.tp],
    [settings.dcp, truth.dcp],
    [settings.maxModelLen, truth.max_model_len],
    [settings.maxBatchedTokens, truth.max_num_batched_tokens],
    [settings.blockSize, truth.block_size],
    ...(budget
      ? ([
          [budget.totalGiB, truth.total_gpu_gib],
          [budget.utilization, truth.gpu_memory_utilization],
          [budget.weightsGiB, truth.weights_gib],
          [budget.nonTorchGiB, truth.non_torch_gib],
          [budget.activationGiB, truth.activation_peak_gib],
        ] as const)
      : []),
  ];
}

function bufferPairs(row: ValidationRow, truth: TruthBuffers): Pairs {
  assert.ok(!isCapacityStart(row));
  const { printed, settings } = row as Exclude<ValidationRow, { engine: "vllm" | "sglang" }>;
  const part = (...kinds: string[]) =>
    truth.parts.find(({ kind }) => kinds.includes(kind))?.logged_mib;
  const one = truth.parts.length === 1;
  return [
    // A single part is the total, whichever of the two was written down.
    [printed.totalMib ?? printed.fullMib, truth.total_mib],
    [printed.fullMib, part("full")],
    [printed.swaMib, part("swa")],
    [printed.recurrentMib, part("recurrent_state")],
    [one ? null : printed.kMib, one ? null : part("K", "mla_latent+rope")],
    [printed.vMib, part("V", "mla_latent_transposed")],
    [settings.ctx, truth.n_ctx],
    [settings.slots, truth.n_seq],
    [settings.ubatch, truth.n_ubatch],
    [settings.unified, truth.kv_unified],
    [settings.typeK, truth.type_k],
    [settings.typeV, truth.type_v ?? truth.type_k],
  ];
}

const agree = (pairs: Pairs) =>
  pairs.every(([ours, theirs]) => (ours ?? null) === (theirs ?? null));

interface LogEntry {
  readonly url: string;
  readonly printed: { readonly kv_tokens: number | null; readonly concurrency: number | null };
}

describe("the published starts are those of the logs", { skip: withoutTruth }, () => {
  const vllm = readTruth<readonly TruthCapacity[]>("truth_vllm.json", []);
  const llama = readTruth<readonly TruthBuffers[]>("truth_llamacpp.json", []);
  const logs = readTruth<readonly LogEntry[]>("logs/index.json", []);
  const used = new Set<ValidationRow>();
  const find = <Row extends TruthCapacity | TruthBuffers>(
    truth: Row,
    pairs: (row: ValidationRow, truth: Row) => Pairs,
  ) =>
    validationRows.find(
      (row) =>
        !used.has(row) &&
        row.url === truth.url &&
        row.engine === truth.engine &&
        row.modelName === truth.model &&
        (row.modelStated ?? true) === truth.model_stated &&
        agree(pairs(row, truth)),
    );

  test("every row with a public address stands here, with the same numbers", () => {
    const publicRow = ({ url }: { readonly url: string }) => url.startsWith("https://");
    for (const truth of vllm.filter(publicRow)) {
      const row = find(truth, capacityPairs);
      assert.ok(row, `${truth.model} of ${truth.url}`);
      assert.equal(row.model, truth.model === null ? null : truthNames[truth.model]);
      if (row.version !== null) assert.ok(truth.engine_version?.includes(row.version));
      else assert.equal(truth.engine_version, null);
      used.add(row);
    }
    for (const truth of llama.filter(publicRow)) {
      const row = find(truth, bufferPairs);
      assert.ok(row, `${truth.model} of ${truth.url}`);
      assert.equal(row.model, truthNames[truth.model]);
      used.add(row);
    }
  });

  test("every other start is a public log's, with the same numbers", () => {
    const others = validationRows.filter((row) => !used.has(row));
    for (const row of others) {
      const entry = logs.find(({ url }) => url === row.url);
      assert.ok(entry && isCapacityStart(row), nameOf(row));
      assert.equal(row.printed.kvTokens, entry.printed.kv_tokens, nameOf(row));
      assert.equal(row.printed.concurrency, entry.printed.concurrency, nameOf(row));
    }
    assert.equal(used.size + others.length, validationRows.length);
  });
});
