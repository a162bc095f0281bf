import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import { parseHTML } from "linkedom";
import { html } from "lit";
import type { Lang } from "../../src/i18n/locales.ts";
import type { Backend } from "../../src/onnx/backend/backend.ts";
import { wasmBackend } from "../../src/onnx/backend/wasm.ts";
import { prove } from "../../src/onnx/proof/prove.ts";
import type { BackendEvent, ProofEvent } from "../../src/onnx/protocol.ts";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import { compute, type MlaValues } from "../../src/widgets/kv-mla/compute.ts";
import { params } from "../../src/widgets/kv-mla/params.ts";
import { predictionOf } from "../../src/widgets/kv-mla/prediction.ts";
import { mostPoints, proofData } from "../../src/widgets/kv-mla/run-figures.ts";
import { runPanel } from "../../src/widgets/kv-mla/run-panel.ts";
import { requestOf, settings } from "../../src/widgets/kv-mla/subjects.ts";
import { proofsOf } from "../../src/widgets/kv-mla/verdict.ts";
import widget from "../../src/widgets/kv-mla/widget.ts";
import { parseValues } from "../../src/widgets/params.ts";
import { translator } from "../../src/widgets/translate.ts";
import type { RunState } from "../../src/widgets/widget.ts";
import { idleRun } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;

const valuesAt = (attributes: Attributes = {}): MlaValues =>
  parseValues(params, (name) => attributes[name]);
const words = (lang: Lang) => translator(lang, commonMessages[lang], widget.messages[lang]);
const plain = (text: string) => text.replaceAll("\u00a0", " ").replace(/\s+/g, " ").trim();

let backend: Backend;
before(async () => {
  const runtime = await import("onnxruntime-web");
  runtime.env.wasm.numThreads = 1;
  runtime.env.logLevel = "error";
  backend = wasmBackend(runtime);
});

/** What the run of a state yields, on the real runtime. */
async function proven(attributes: Attributes = {}): Promise<readonly ProofEvent[]> {
  const request = requestOf(valuesAt(attributes));
  const events: ProofEvent[] = [];
  for (const i of request.subjects.keys()) {
    events.push(await prove(request, i, backend, async () => undefined));
  }
  return events;
}

test("a request has both switches in all positions, on one text", () => {
  for (const [tokens, prefill] of [
    ["1", 0],
    ["2", 1],
    ["12", 6],
    ["15", 7],
  ] as const) {
    const request = requestOf(valuesAt({ tokens }));
    assert.deepEqual([request.prefill, request.prefill + request.steps], [prefill, Number(tokens)]);
    assert.deepEqual(
      request.subjects.map((of) => of.what === "mla" && [of.form, of.shape.ropeDim]),
      [
        ["naive", 8],
        ["absorbed", 8],
        ["naive", 0],
        ["absorbed", 0],
      ],
    );
  }
  const [lite] = requestOf(valuesAt({ dims: "v2-lite" })).subjects;
  assert.ok(lite?.what === "mla");
  assert.deepEqual(lite.shape, {
    ...{ hidden: 2048, nHeads: 16, latentDim: 512, nopeDim: 128, ropeDim: 64, valueDim: 128 },
  });
  const heads = requestOf(valuesAt({ dims: "v2" })).subjects.map(
    (of) => "nHeads" in of.shape && of.shape.nHeads,
  );
  assert.deepEqual(heads, [4, 4, 4, 4], "V2 runs the small layer");
});

describe("on the real runtime", () => {
  test("three settings are right up to rounding; the fourth is off by what float64 predicts", async () => {
    for (const tokens of ["2", "3", "12"]) {
      const events = await proven({ tokens });
      const verdicts = proofsOf(events, Number(tokens)).map(({ verdict }) => verdict);
      assert.deepEqual(verdicts, ["same", "same", "same", "broken"], tokens);
      const predicted = predictionOf("latent", Number(tokens));
      const [a, b, c, broken] = events;
      assert.ok(a && b && c && broken);
      for (const { relativeError } of [a, b, c]) assert.ok(relativeError < 1e-5);
      assert.ok(Math.abs(broken.relativeError - predicted.relativeError) < 1e-5, tokens);
      for (const [i, value] of broken.output.entries()) {
        assert.ok(Math.abs(value - (predicted.output[i] ?? Number.NaN)) < 1e-4);
      }
    }
  });

  test("one token breaks nothing", async () => {
    const verdicts = proofsOf(await proven({ tokens: "1" }), 1).map(({ verdict }) => verdict);
    assert.deepEqual(verdicts, ["same", "same", "same", "whole"]);
  });

  test("the panel: headline, errors, cache against the formula, and on what it ran", async () => {
    const events = await proven();
    const shown = (
      attributes: Attributes,
      lang: Lang = "en",
      change: Partial<RunState<MlaValues>> = {},
    ) => panel(attributes, ranWith(events, change), lang);
    const broken = await shown({ rope: "latent" });
    assert.match(
      broken.text,
      /differs from float64 by 0\.\d+, 0\.27 of the largest output\. That is not rounding/,
    );
    assert.match(broken.text, /At the last token the two forms differ by 0\.\d+/);
    const same = await shown({});
    assert.match(same.text, /differs from float64 by rounding: \d\.\d × 10⁻[⁶⁷] at most/);
    assert.match(
      same.text,
      /Run on this device: WASM, fp32\. onnxruntime-web 1\.30\.0\. What ran is the small layer;/,
    );
    assert.match((await shown({}, "ko")).text, /float64로 계산한 값과 반올림만큼만 달라요/);

    const errors = same.rows("table.proved tbody tr");
    assert.deepEqual(
      errors.map((row) => row.at(-1)),
      ["yes", "yes", "yes", "no"],
    );
    assert.equal(errors.length, settings.length);
    const cache = same.rows("table.filled tbody tr");
    // A prefill of 6 and then token by token: 40 numbers of 4 bytes.
    assert.deepEqual(
      cache,
      [6, 7, 8, 9, 10, 11, 12].map((n) => {
        const bytes = `${(n * 40 * 4).toLocaleString("en-US")} B`;
        return [String(n), bytes, bytes, "0 B"];
      }),
    );
    const alone = (await shown({ rope: "latent" })).rows("table.filled tbody tr");
    assert.deepEqual(alone.at(-1), ["12", "1,536 B", "1,536 B", "0 B"]);
  });

  test("a result of another state says so; the same layer by another name does not", async () => {
    const events = await proven();
    const stale = async (attributes: Attributes) =>
      (await panel(attributes, ranWith(events))).text.includes("The results below are of a run");
    assert.equal(await stale({}), false);
    assert.equal(await stale({ dims: "toy", queries: "64", context: "512", form: "naive" }), false);
    assert.equal(await stale({ dims: "v2-lite" }), true);
    assert.equal(await stale({ tokens: "3" }), true);
  });
});

const wasm: BackendEvent = {
  ...{ kind: "backend", backend: "wasm", reason: null, adapter: null, flavour: "wasm" },
  ...{ runtimeVersion: "1.30.0", allOperatorsOnGpu: false },
};

const ranWith = (
  events: readonly ProofEvent[],
  change: Partial<RunState<MlaValues>> = {},
): RunState<MlaValues> => ({
  ...(idleRun as RunState<MlaValues>),
  ...{ status: "done", values: valuesAt(), events: [wasm, ...events] },
  ...change,
});

async function panel(attributes: Attributes, run: RunState<MlaValues>, lang: Lang = "en") {
  const content = runPanel(valuesAt(attributes), run, html``, words(lang));
  const drawn = await collectResult(render(content));
  const { document } = parseHTML(`<!doctype html><html><body><main>${drawn}</main></body></html>`);
  return {
    document,
    text: plain(document.querySelector("main")?.textContent ?? ""),
    rows: (selector: string) =>
      [...document.querySelectorAll(selector)].map((row) =>
        [...row.children].map((cell) => plain(cell.textContent ?? "")),
      ),
  };
}

/** A proof as a run would yield it. */
const proof = (subject: number, change: Partial<ProofEvent> = {}): ProofEvent => ({
  ...{ kind: "proof", subject, maxError: 1e-6, relativeError: 3e-7, filled: [], cacheBytes: 0 },
  ...{ weights: [], output: [1, -2], expected: [1, -2], tensorsLeft: 0 },
  ...change,
});

test("a right form that is off makes the device suspect; no number is never rounding", async () => {
  for (const [subject, relativeError, verdict] of [
    [0, 0.2, "wrong"],
    [1, 2e-4, "wrong"],
    [1, 9e-5, "same"],
    [2, Number.NaN, "wrong"],
    [3, Number.NaN, "wrong"],
    [3, 0.27, "broken"],
    [3, 1e-7, "same"],
  ] as const) {
    const [found] = proofsOf([proof(subject, { relativeError })], 12);
    assert.equal(found?.verdict, verdict, `${subject} ${relativeError}`);
  }
  const shown = await panel(
    {},
    ranWith([proof(0), proof(1, { maxError: 0.6, relativeError: 0.2 })]),
  );
  const alert = shown.document.querySelector(".state.error[role=alert]");
  assert.match(alert?.textContent ?? "", /Do not trust this device's result/);
  const none = { maxError: Number.NaN, relativeError: Number.NaN };
  for (const rope of ["decoupled", "latent"]) {
    const events = settings.map((_, subject) => proof(subject, none));
    const { document } = await panel({ rope }, ranWith(events));
    assert.match(document.querySelector("[role=alert]")?.textContent ?? "", /is not a number/);
    assert.equal(document.querySelectorAll(".headline").length, 0);
  }
});

test("what the two forms say at the last token: how far apart, or the very same", async () => {
  const shown = async (output: readonly number[]) =>
    (await panel({}, ranWith([proof(0), proof(1, { output })]))).text;
  assert.match(await shown([1, -1.5]), /the two forms differ by 0\.5 at most/);
  assert.match(await shown([1, -2]), /the two forms give the very same numbers/);
  const alone = (await panel({}, ranWith([proof(1)]))).text;
  assert.doesNotMatch(alone, /two forms/);
});

describe("before a run", () => {
  test("float64 says what will come out", async () => {
    const said = async (attributes: Attributes) => (await panel(attributes, idleRun as never)).text;
    assert.match(await said({}), /differs from the expanded one by \d\.\d × 10⁻¹⁶/);
    assert.match(
      await said({ rope: "latent" }),
      /by 0\.27 of the largest output\. That is not rounding/,
    );
    assert.match(
      await said({ rope: "latent", tokens: "1" }),
      /one token has nothing to break\. Position 0 is not turned.*the difference is 0\./,
    );
    assert.match(await said({ form: "naive" }), /expanded form is the reference/);
  });

  test("the figure has the predicted errors, open, and what was run takes their place", () => {
    const values = valuesAt({ rope: "latent" });
    const data = (run: unknown) => proofData(compute(values), values, words("en"), run as never);
    const before = data(idleRun);
    assert.equal(before.basis, "The small layer, computed in float64");
    const errors = before.errors.rows.map(({ error }) => error);
    assert.deepEqual([errors[0], errors[2]], [null, null]);
    assert.ok((errors[1] ?? 1) < 1e-15 && (errors[3] ?? 0) > 0.2);
    assert.ok(before.errors.rows.every(({ predicted }) => predicted));
    assert.deepEqual(
      before.errors.rows.map(({ wrong }) => wrong),
      [false, false, false, true],
    );
    assert.equal(before.outputs.series.length, 1);
    const after = data(ranWith([proof(0), proof(1), proof(2)]));
    assert.match(after.basis, /^Run on this device in fp32, 12 tokens/);
    assert.deepEqual(
      after.errors.rows.map(({ error }) => error),
      [3e-7, 3e-7, 3e-7, null],
    );
    assert.ok(after.errors.rows.every(({ predicted }) => !predicted));
    assert.deepEqual(
      after.outputs.series.map(({ name, points }) => [name, points.length]),
      [["Expanded", 2]],
    );
  });

  test("of a large layer as many points as can be told apart, and the axis says how many", () => {
    const numbers = Array.from({ length: 2048 }, (_, i) => Math.sin(i));
    const run = ranWith([proof(0, { output: numbers, expected: numbers })]);
    const { outputs } = proofData(compute(valuesAt()), valuesAt(), words("en"), run);
    assert.equal(outputs.series[0]?.points.length, mostPoints);
    assert.match(outputs.yAxis, /256 of 2048|256 of 2,048/);
  });
});
