import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import { parseHTML } from "linkedom";
import { nothing } from "lit";
import type { ProofEvent, RunEvent } from "../../src/onnx/protocol.ts";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import type { VhaValues } from "../../src/widgets/kv-vha/faults.ts";
import { seed, shapeOf } from "../../src/widgets/kv-vha/layers.ts";
import { outputsData } from "../../src/widgets/kv-vha/outputs-data.ts";
import { foundBy, requestOf, subjectsOf } from "../../src/widgets/kv-vha/run.ts";
import { runResults } from "../../src/widgets/kv-vha/run-results.ts";
import { sweepData } from "../../src/widgets/kv-vha/sweep-data.ts";
import widget from "../../src/widgets/kv-vha/widget.ts";
import { translator } from "../../src/widgets/translate.ts";
import type { RunState } from "../../src/widgets/widget.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const state = (attributes: Attributes = {}) => valuesOf(widget, attributes) as unknown as VhaValues;
const t = translator("en", commonMessages.en, widget.messages.en);
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("a run", () => {
  test("takes the trained and the absorbed form under the fault, and places along its axis", () => {
    for (const [fault, order, mix] of [
      ["none", "premix-first", "transposed"],
      ["norm-first", "norm-first", "transposed"],
      ["silu", "silu", "transposed"],
      ["untransposed", "premix-first", "untransposed"],
    ] as const) {
      const request = requestOf(state({ break: fault, alpha: "0.35", beta: "0.25" }));
      const [trained, absorbed, ...along] = request.subjects;
      for (const subject of request.subjects) {
        assert.ok(subject.what === "vha");
        assert.deepEqual([subject.order, subject.mix], [order, mix]);
        assert.deepEqual(subject.shape, shapeOf("toy", 2));
      }
      assert.ok(trained?.what === "vha" && absorbed?.what === "vha");
      assert.deepEqual([trained.form, trained.alpha, trained.beta], ["trained", 0.35, 0.25]);
      assert.deepEqual([absorbed.form, absorbed.alpha, absorbed.beta], ["absorbed", 0.35, 0.25]);
      const axis = fault === "untransposed" ? "beta" : "alpha";
      assert.deepEqual(
        along.map((subject) => subject.what === "vha" && subject[axis]),
        axis === "beta" ? [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6] : [0, 0.2, 0.4, 0.6, 0.8, 1],
      );
      assert.deepEqual([request.prefill, request.steps, request.seed], [6, 4, seed]);
    }
    assert.equal(subjectsOf(state({ dims: "paper" })).length, 2, "a real layer takes seconds");
  });

  const backend: RunEvent = {
    ...{ kind: "backend", backend: "wasm", reason: "no-api", adapter: null, flavour: "wasm" },
    ...{ runtimeVersion: "1.30.0", allOperatorsOnGpu: false },
  };
  const proof = (subject: number, relativeError: number): ProofEvent => ({
    ...{ kind: "proof", subject, maxError: relativeError * 2, relativeError },
    ...{ filled: [{ tokens: 10, bytes: 2560 }], cacheBytes: 2560, weights: [], tensorsLeft: 0 },
    ...{ output: [1, relativeError], expected: [1, 0] },
  });
  const ran = (values: VhaValues, ...errors: readonly number[]): RunState<VhaValues> => ({
    ...idleRun,
    status: "done",
    values,
    events: [backend, ...errors.map((error, i) => proof(i, error))],
  });

  test("is found by its subjects, and nothing is found before the first", () => {
    const values = state({ break: "silu" });
    assert.equal(foundBy({ ...idleRun, values, events: [backend] } as RunState<VhaValues>), null);
    const found = foundBy(ran(values, 1e-7, 0.3, 0.25, 0.27));
    assert.ok(found);
    assert.equal(found.trained?.relativeError, 1e-7);
    assert.equal(found.absorbed?.relativeError, 0.3);
    assert.deepEqual(found.measured, [
      { at: 0.5, error: 0.3 },
      { at: 0, error: 0.25 },
      { at: 0.2, error: 0.27 },
    ]);
    assert.equal(found.done, 4);
  });

  test("marks no place where the device gave no number", () => {
    assert.deepEqual(foundBy(ran(state(), 1e-7, 2e-7, Number.NaN, 3e-7))?.measured, [
      { at: 0.5, error: 2e-7 },
      { at: 0.2, error: 3e-7 },
    ]);
    const values = state();
    const run = ran(values, 1e-7, Number.NaN);
    const [, absorbed] = outputsData(widget.compute(values), values, t, run).series;
    assert.equal(absorbed?.points.length, 1, "of 1 and NaN");
  });

  test("stays on its line while the reader moves along it, and leaves with another line", () => {
    const run = ran(state({ break: "silu" }), 1e-7, 0.3, 0.25);
    const measured = (attributes: Attributes) => {
      const values = state(attributes);
      return sweepData(widget.compute(values), values, t, run).measured.length;
    };
    assert.equal(measured({ break: "silu" }), 2);
    assert.equal(measured({ break: "silu", alpha: "0.9" }), 2);
    const others: readonly Attributes[] = [{ beta: "0.1" }, { rank: "3" }, { break: "none" }];
    for (const other of others) {
      assert.equal(measured({ break: "silu", ...other }), 0);
    }
  });

  test("draws its own outputs only in the state it was run with; before it those of the page", () => {
    const run = ran(state(), 1e-7, 2e-7);
    const series = (attributes: Attributes, of: RunState<VhaValues> = run) => {
      const values = state(attributes);
      return outputsData(widget.compute(values), values, t, of).series;
    };
    assert.deepEqual(
      series({}).map(({ variant, points }) => [variant, points.length]),
      [
        ["vha", 2],
        ["gqa", 2],
      ],
    );
    assert.deepEqual(
      series({ alpha: "0.9" }).map(({ variant, points }) => [variant, points.length]),
      [["gqa", 64]],
    );
    assert.deepEqual(series({ dims: "paper" }), []);
  });

  /** Text of what the run shows. */
  async function shown(run: RunState<VhaValues>, attributes: Attributes = {}): Promise<string> {
    const html = await collectResult(render(runResults(state(attributes), run, nothing, t)));
    const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
    // Cells stand beside each other without a space.
    const texts = [...document.body.querySelectorAll("p, th, td")].map(
      (found) => found.textContent,
    );
    return plain(texts.join(" ")).replace(/\s+/g, " ");
  }

  test("says where it ran, both errors, and the cache of GQA with 2 KV heads: 2·2·16·4·10", async () => {
    const text = await shown(ran(state(), 1e-7, 2e-7));
    assert.match(
      text,
      /both forms agree with float64: as trained to 1\.0 × 10⁻⁷, absorbed to 2\.0/,
    );
    assert.match(text, /VHA 4-2-2, trained 2\.0 × 10⁻⁷ 1\.0 × 10⁻⁷ 2,560 B 2,560 B/);
    assert.match(text, /Run on this device: WASM, fp32\. onnxruntime-web 1\.30\.0\./);
    assert.equal(2 * 2 * 16 * 4 * 10, 2560);
  });

  test("says that a fault breaks it, that a device is wrong, and of which state it was", async () => {
    const broken = state({ break: "silu" });
    assert.match(
      await shown(ran(broken, 1e-7, 0.32), { break: "silu" }),
      /Absorbed, it is off by 32%/,
    );
    assert.match(await shown(ran(state(), 0.2, 0.2)), /Do not trust this device/);
    for (const errors of [
      [Number.NaN, 2e-7],
      [1e-7, Number.NaN],
    ]) {
      const text = await shown(ran(state(), ...errors));
      assert.match(
        text,
        /something came out that is no number. Do not trust.* no number no number/,
      );
      assert.doesNotMatch(text, /NaN|agree/);
    }
    const text = await shown(ran(broken, 1e-7, 0.32));
    assert.match(
      text,
      /run with other settings: small layer, α = 0\.5, β = 0\.3, r = 2, SiLU before/,
    );
    assert.doesNotMatch(await shown(ran(state(), 1e-7, 2e-7)), /other settings/);
    assert.match(await shown(idleRun as RunState<VhaValues>), /Nothing has run on this device yet/);
  });
});
