import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { render } from "@lit-labs/ssr";
import { collectResult } from "@lit-labs/ssr/lib/render-result.js";
import { parseHTML } from "linkedom";
import { html } from "lit";
import { alphabet } from "../../src/lab/family.ts";
import type { LabEvent, TokenEvent } from "../../src/lab/protocol.ts";
import type { RunEvent } from "../../src/onnx/protocol.ts";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import type { DecodeResult, DecodeValues } from "../../src/widgets/kv-decode/compute.ts";
import { decodedBy, isOf } from "../../src/widgets/kv-decode/decoded.ts";
import { cacheData, mapData, stepsData } from "../../src/widgets/kv-decode/figures.ts";
import { runPanel } from "../../src/widgets/kv-decode/run-panel.ts";
import { timesSeen } from "../../src/widgets/kv-decode/times-seen.ts";
import widget from "../../src/widgets/kv-decode/widget.ts";
import { translator } from "../../src/widgets/translate.ts";
import type { RunState, ViewContext } from "../../src/widgets/widget.ts";
import { stepsOf } from "../helpers/decode-steps.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

type Attributes = Readonly<Record<string, string>>;
type Changes = Partial<TokenEvent>;

const state = (attributes: Attributes = {}) =>
  valuesOf(widget, attributes) as unknown as DecodeValues;
const t = translator("en", commonMessages.en, widget.messages.en);
const resultOf = (values: DecodeValues) => widget.compute(values) as DecodeResult;
const plain = (text: string) => text.replaceAll("\u00a0", " ");

const backend: RunEvent = {
  ...{ kind: "backend", backend: "wasm", reason: "no-api", adapter: null, flavour: "wasm" },
  ...{ runtimeVersion: "1.30.0", allOperatorsOnGpu: false },
};

const ran = (
  values: DecodeValues,
  steps: readonly TokenEvent[],
  more: Partial<RunState<DecodeValues>> = {},
): RunState<DecodeValues> => ({
  ...idleRun,
  status: "done",
  values,
  events: [backend, ...steps],
  ...more,
});

describe("what a run has found", () => {
  test("nothing before the first token; then text, rows and columns add up", () => {
    const values = state({ prompt: "God", tokens: "4" });
    assert.equal(decodedBy(ran(values, [])), null);
    const found = decodedBy(ran(values, stepsOf(values, " is ")));
    assert.ok(found);
    assert.equal(found.read.map((id) => alphabet[id]).join(""), "God is", "the last is not read");
    assert.equal(found.traces.length, 6);
    assert.deepEqual(found.projected, { cached: 3 + 1 + 1 + 1, uncached: 3 + 4 + 5 + 6 });
    assert.ok(Math.abs(found.difference - 3e-8) < 1e-12);
    assert.ok(Math.abs(found.rowDifference - 5e-8) < 1e-12);
  });

  test("belongs to prompt, model, length and sampling, not to the layer that is looked at", () => {
    const of = (attributes: Attributes) => isOf(state({ prompt: "a" }), state(attributes));
    assert.ok(of({ prompt: "a", layer: "3", head: "7", backend: "wasm" }));
    const others: readonly Attributes[] = [{ prompt: "b" }, { seed: "2" }, { "top-k": "1" }];
    for (const other of others) {
      assert.ok(!of({ prompt: "a", ...other }));
    }
  });

  test("times are the medians of the first and last quarter, where there are enough steps", () => {
    const values = state({ prompt: "a", tokens: "17" });
    const steps = stepsOf(values, "x".repeat(17));
    assert.deepEqual(timesSeen(steps), {
      steps: 4,
      cached: { early: 2, late: 2 },
      // 3, 4, 5, 6 ms and 15, 16, 17, 18 ms
      uncached: { early: 4.5, late: 16.5 },
    });
    assert.equal(timesSeen(steps.slice(0, 16)), null);
  });
});

describe("figures of a run", () => {
  const values = state({ prompt: "God", tokens: "4", layer: "2", head: "4" });
  const run = ran(values, stepsOf(values, " is "));

  test("the cache: a column a token with its own values, the newest outlined, room for no more", () => {
    const data = cacheData(resultOf(values), values, t, run);
    assert.equal(data.letters.join(""), "God·is");
    assert.deepEqual([data.prompt, data.columns, data.fresh], [3, 6, 5]);
    for (const { values: columns, rows } of data.parts) {
      assert.equal(rows, 16);
      for (const [token, column] of columns.entries()) {
        assert.deepEqual(column, new Array(16).fill(Math.fround(token + 1.1)));
      }
    }
  });

  test("old columns look the same after every step: their scale is the prompt's", () => {
    const after = [1, 2, 3, 4].map((count) =>
      cacheData(resultOf(values), values, t, ran(values, stepsOf(values, " is ").slice(0, count))),
    );
    for (const { parts, columns } of after) {
      assert.deepEqual(
        parts.map(({ largest }) => largest),
        [Math.fround(3.1), Math.fround(3.1)],
      );
      assert.equal(columns, 6);
      assert.deepEqual(parts[0]?.values.slice(0, 3), after[0]?.parts[0]?.values);
    }
  });

  test("attention: the chosen head's weights, a row a query, as long as what it sees", () => {
    const { weights, letters } = mapData(resultOf(values), values, t, run);
    assert.deepEqual(
      weights.map((row) => row.length),
      [1, 2, 3, 4, 5, 6],
    );
    assert.equal(letters.length, 6);
    assert.ok(
      weights.every((row) => Array.from(row).every((weight) => weight === Math.fround(0.3))),
    );
  });

  test("before a run: the prompt's columns, and those to come", () => {
    const data = cacheData(resultOf(values), values, t, idleRun);
    assert.deepEqual([data.letters.join(""), data.columns, data.fresh], ["God", 6, null]);
    assert.ok(data.parts.every(({ values: columns }) => columns.length === 0));
    assert.deepEqual(mapData(resultOf(values), values, t, idleRun).weights, []);
  });

  test("steps: counted lines and found points agree; another state has the lines alone", () => {
    const [rows, time] = stepsData(resultOf(values), values, t, run).panels;
    for (const { line, dots } of rows?.lines ?? []) assert.deepEqual(dots, line);
    assert.deepEqual(
      time?.lines.map(({ way, dots }) => [way, dots]),
      [
        [
          "uncached",
          [
            [3, 2],
            [4, 3],
            [5, 4],
            [6, 5],
          ],
        ],
        [
          "cached",
          [
            [3, 2],
            [4, 2],
            [5, 2],
            [6, 2],
          ],
        ],
      ],
    );
    const other = state({ prompt: "God", tokens: "5" });
    for (const { lines } of stepsData(resultOf(other), other, t, run).panels) {
      for (const { dots } of lines) assert.deepEqual(dots, []);
    }
  });

  test("MLA caches one latent and one RoPE key for all heads", () => {
    const latent = { ...values, variant: "mla" as const };
    const { parts } = cacheData(resultOf(latent), latent, t, ran(latent, stepsOf(latent, " is ")));
    assert.deepEqual(
      parts.map(({ of, rows, values: columns }) => [of, rows, columns[0]?.length]),
      [
        ["latent", 24, 24],
        ["rope-key", 8, 8],
      ],
    );
  });
});

describe("the panel", () => {
  /** Text of what the run shows. */
  async function shown(values: DecodeValues, run: RunState<DecodeValues>) {
    const context = {
      ...{ result: resultOf(values), values, t, run },
      figure: () => html``,
    } as unknown as ViewContext<DecodeValues, DecodeResult>;
    const page = await collectResult(render(runPanel(context)));
    const { document } = parseHTML(`<!doctype html><body>${page}</body>`);
    const texts = [...document.querySelectorAll("p, .grown, th, td, li, .progress, button")].map(
      ({ textContent }) => textContent,
    );
    return { text: plain(texts.join(" ")).replace(/\s+/g, " "), document };
  }

  const values = state({ prompt: "God", tokens: "4" });
  const steps = stepsOf(values, " is ");

  test("shows text, agreement, counts, bytes against the formula, and where it ran", async () => {
    const { text } = await shown(values, ran(values, steps));
    assert.match(text, /God is/);
    assert.match(
      text,
      /same scores: in 4 steps they differ by 3\.0 × 10⁻⁸ .* cache by 5\.0 × 10⁻⁸/,
    );
    assert.match(text, /Rows computed for the newest token 1 6 /);
    assert.match(text, /Rows computed so far 6 18 At the end, by the formula 6 18/);
    assert.match(text, /Time for the newest token 2 ms 5 ms/);
    assert.equal(6 * 4 * 2 * 8 * 16 * 4, 24_576);
    assert.match(text, /Cache held 24,576 B 0 B Cache by the formula 24,576 B 0 B/);
    assert.match(text, /· 50%, chosen ↵ 25%/);
    assert.match(text, /Run on this device: WASM, fp32\. onnxruntime-web 1\.30\.0\./);
    assert.doesNotMatch(text, /another run/);
  });

  test("on the way: how far, and dots for what is to come", async () => {
    const run = ran(values, steps.slice(0, 2), { status: "running" });
    const { text, document } = await shown(values, run);
    assert.match(text, /2 of 4 characters/);
    assert.equal(document.querySelector(".grown i")?.textContent, "··");
    const loading: LabEvent = { kind: "model", loaded: 1, total: 4 };
    const early = { ...run, events: [backend, loading] };
    assert.match((await shown(values, early)).text, /Downloading the model, 25%/);
  });

  test("a cache in fewer bits is told by what it changes, and distrusts nobody", async () => {
    const int2 = state({ prompt: "God", tokens: "4", format: "int2" });
    const run = ran(int2, stepsOf(int2, " is ", { difference: 1.24, rowDifference: 0.4 }));
    const { text } = await shown(int2, run);
    assert.match(text, /cache in int2 the scores change by up to 12% .* after 0 of 4 steps/);
    assert.match(text, /differ from those of the exact model by up to 10%/);
    const turned = ran(int2, stepsOf(int2, " is ", { nextWithout: 3 }));
    assert.match((await shown(int2, turned)).text, /after 4 of 4 steps the exact model/);
    assert.match((await shown(values, run)).text, /another run: prompt .* cache in int2/);
  });

  test("a device that computes wrongly is not trusted", async () => {
    const said = async (changes: Changes) =>
      (await shown(values, ran(values, stepsOf(values, " is ", changes)))).text;
    assert.match(await said({ difference: 0.02 }), /differ by 2\.0 × 10⁻³ .* do not trust/);
    assert.match(await said({ rowDifference: 0.4 }), /rows by 1\.0 × 10⁻¹.* do not trust/);
    assert.match(await said({ difference: Number.NaN }), /no number. Do not trust/);
    assert.match(
      await said({ filledBytes: 12 }),
      /holds 12 B after 6 tokens, and the formula gives 24,576 B/,
    );
  });

  test("says when what is shown is of another run, and keeps what a lost device had given", async () => {
    const other = state({ prompt: "Lord", tokens: "4" });
    const error = Object.assign(new Error("gone"), { reason: "lost" });
    const lost = ran(values, steps.slice(0, 3), { status: "failed", error });
    const { text } = await shown(other, lost);
    assert.match(
      text,
      /another run: prompt “God”, MHA, 8 KV heads, cache in fp32, as computed, 4 characters, temperature 0\.7/,
    );
    assert.match(text, /Connection to the GPU was lost.* 3 results are kept/);
    assert.match(text, /God is/);
  });

  test("a prompt that cannot be read has no button to press; a run on its way can be stopped", async () => {
    const bad = state({ prompt: "신" });
    const disabled = async (run: RunState<DecodeValues>) =>
      (await shown(bad, run)).document.querySelector("button.go")?.hasAttribute("disabled");
    assert.equal(await disabled(idleRun as RunState<DecodeValues>), true);
    assert.equal(await disabled(ran(values, steps, { status: "running" })), false);
  });
});
