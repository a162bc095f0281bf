import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { modelById } from "../../src/data/index.ts";
import { importConfig } from "../../src/model/import/config/import-config.ts";
import type { LayerGroup } from "../../src/model/layers.ts";
import type { LoggedStart } from "../../src/model/validation/logged-start.ts";
import { validate } from "../../src/model/validation/validate.ts";
import { startedModel } from "../../src/site/validation-row.ts";
import { tiersOf } from "../../src/site/validation-tiers.ts";
import { readTruth, withoutTruth } from "../data/truth.ts";
import { truthNames } from "../data/truth-names.ts";
import { truthConfigs } from "./truth-configs.ts";
import { bufferStart, capacityStart, type TruthBuffers, type TruthCapacity } from "./truth-rows.ts";

type Model = Parameters<typeof tiersOf>[1];

interface Expected {
  readonly naive_concurrency: number | null;
  readonly budget_identity: { readonly residual_gib: number } | null;
}

/** Rows that are not reproduced, by what they print, and why. Every other row has to be. */
const exceptions: readonly { readonly printed: object; readonly reason: string }[] = [
  {
    printed: { availableGiB: 54.52, kvTokens: 1_462_784 },
    reason: "printed before SGLang counted the indexer's keys",
  },
  {
    printed: { blocks: 65_368, kvTokens: 1_045_888, cpuBlocks: 9361 },
    reason: "a pool of the host whose size nobody printed: 8 GiB hold one block more",
  },
];

const exceptionOf = ({ printed }: LoggedStart) =>
  exceptions.find((known) => JSON.stringify(known.printed) === JSON.stringify(printed));

/** Layers that all keep every token, for a log that does not name its model. */
const unnamed: Model = {
  layers: [{ count: 2, layer: { kind: "heads", nKv: 3, headDim: 40 } }],
  nHeads: 3,
  headDim: 40,
};

/** The model from its own config where that is at hand, else from the catalogue. */
function modelOf(name: string | null): { readonly model: Model; readonly from: string } {
  const id = name === null ? null : truthNames[name];
  if (name !== null) assert.ok(id, `"${name}" has no entry in the catalogue`);
  if (!id) return { model: unnamed, from: "nothing" };
  const file = truthConfigs[id];
  if (file === undefined) return { model: modelById(id), from: "catalogue" };
  const { expanded, ...read } = importConfig(readTruth<unknown>(`configs/${file}`, null));
  const headDim = read.headDim ?? expanded?.dK ?? 0;
  return { model: { ...read, headDim, ...(expanded ? { expanded } : {}) }, from: "config" };
}

const started = (model: Model) => startedModel(model as Parameters<typeof startedModel>[0]);
const isLatent = ({ layer }: LayerGroup) => layer.kind === "latent";

describe("what engines printed", { skip: withoutTruth }, () => {
  const vllm = readTruth<readonly (TruthCapacity & Expected)[]>("truth_vllm.json", []);
  const llama = readTruth<readonly TruthBuffers[]>("truth_llamacpp.json", []);
  const rows = [
    ...vllm.map((row, i) => {
      const { model, from } = modelOf(row.model);
      const start: LoggedStart = capacityStart(row);
      return { name: `${row.engine} row ${i}, ${row.model}`, row, start, model, from };
    }),
    ...llama.map((row, i) => {
      const { model, from } = modelOf(row.model);
      const start: LoggedStart = bufferStart(row, model.layers.some(isLatent));
      return { name: `${row.engine} row ${i}, ${row.model}`, row, start, model, from };
    }),
  ];

  for (const { name, start, model, from } of rows) {
    test(`${name}, shape from the ${from}`, () => {
      const { within, checks } = validate(start, started(model));
      const known = exceptionOf(start);
      const shown = checks.map(({ quantity, printed, low, high }) => {
        return `${quantity} ${printed}: ${low} to ${high}`;
      });
      assert.equal(within, known === undefined, `${known?.reason ?? ""} ${shown.join("; ")}`);
    });
  }

  test("the count", (context) => {
    const reproduced = rows.filter(({ start, model }) => validate(start, started(model)).within);
    const fromConfig = rows.filter(({ from }) => from === "config").length;
    context.diagnostic(
      `${reproduced.length} of ${rows.length} rows reproduced, ${fromConfig} from a config; ` +
        `known exceptions: ${exceptions.map(({ reason }) => reason).join("; ")}`,
    );
    assert.ok(rows.length >= 95 && fromConfig >= 45, `${rows.length} rows, ${fromConfig}`);
    const missed = rows.filter(({ start }) => exceptionOf(start));
    assert.equal(missed.length, exceptions.length, "every exception is of a row");
    assert.equal(reproduced.length, rows.length - exceptions.length);
  });

  test("with one layer fewer no row is reproduced: the rounding does not hide a layer", () => {
    let tried = 0;
    for (const { name, row, start, model } of rows) {
      const told = Object.keys(start.printed);
      const depends = !("availableGiB" in start.printed) || told.length > 1;
      const arithmetic = "semantics" in row && /^(?:hybrid|no_avail)/.test(row.semantics);
      if (!depends || arithmetic || exceptionOf(start)) continue;
      const [first, ...rest] = model.layers;
      assert.ok(first);
      const layers = [{ ...first, count: first.count - 1 }, ...rest].filter((g) => g.count > 0);
      assert.ok(!validate(start, started({ ...model, layers })).within, name);
      tried++;
    }
    assert.ok(tried >= 85, `${tried} rows`);
  });

  test("hybrids are neither what all layers together give nor what their windows alone give", () => {
    let tried = 0;
    for (const { name, row, start, model } of rows) {
      if (!("semantics" in row) || !row.semantics.startsWith("hybrid")) continue;
      const tiers = tiersOf(start, model);
      assert.ok(tiers, name);
      for (const formula of [tiers.naive, tiers.ideal]) {
        assert.ok(Math.abs(formula / tiers.printed - 1) > 0.02, `${name}: ${formula}`);
      }
      const { naive_concurrency } = row as TruthCapacity & Expected;
      assert.equal(tiers.naive.toFixed(2), naive_concurrency?.toFixed(2), name);
      tried++;
    }
    assert.ok(tried > 0);
  });

  test("MLA, windows and states in llama.cpp are not what all layers together give", () => {
    let tried = 0;
    for (const { name, row, start, model } of rows) {
      if (!("parts" in row)) continue;
      const special = row.parts.some(({ kind }) => /^(?:swa|mla|recurrent)/.test(kind));
      const tiers = special ? tiersOf(start, model) : null;
      if (!tiers) continue;
      assert.ok(tiers.naive > 1.5 * tiers.printed, `${name}: ${tiers.naive}`);
      tried++;
    }
    assert.ok(tried >= 30, `${tried} rows`);
  });

  test("memory: where the utilization is exact, the sum leaves at most 0.01 GiB", () => {
    const exact = vllm.filter(({ notes, budget_identity }) => {
      return budget_identity && !/notebook/.test(notes ?? "");
    });
    assert.ok(exact.length >= 5);
    for (const row of exact) {
      const left =
        (row.gpu_memory_utilization ?? 0) * (row.total_gpu_gib ?? 0) -
        (row.weights_gib ?? 0) -
        (row.non_torch_gib ?? 0) -
        (row.activation_peak_gib ?? 0);
      assert.ok(Math.abs(left - (row.available_kv_gib ?? 0)) <= 0.01, `${row.model}: ${left}`);
    }
  });
});
