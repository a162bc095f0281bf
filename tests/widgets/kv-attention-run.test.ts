import assert from "node:assert/strict";
import { test } from "node:test";
import type { AttentionEvent, ResultEvent } from "../../src/onnx/protocol.ts";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import { heard } from "../../src/widgets/kv-attention-run/runs.ts";
import widget from "../../src/widgets/kv-attention-run/widget.ts";
import { plainText, translator } from "../../src/widgets/translate.ts";
import type { RunState } from "../../src/widgets/widget.ts";
import { valuesOf } from "./every-widget.ts";

const values = valuesOf(widget) as never;
const t = translator("en", commonMessages.en, widget.messages.en);
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("predicts 2 · n_kv · 64 · context · 4 bytes for 8, 4, 2 and 1 KV heads", () => {
  assert.deepEqual(
    widget.compute(values).map(({ kvBytes }) => kvBytes),
    [8, 4, 2, 1].map((nKv) => 2 * nKv * 64 * 8192 * 4),
  );
  assert.equal(
    plain(plainText(widget.summary(widget.compute(values), values, t))),
    "At 8,192 tokens one decode step reads 33.55 MB of K and V with 8 KV heads, and 4.194 MB with 1.",
  );
});

const result = (nKv: number, medianMs: number): ResultEvent => ({
  kind: "result",
  nKv,
  kvBytes: 2 * nKv * 64 * 8192 * 4,
  medianMs,
  lowerQuartileMs: medianMs * 0.9,
  upperQuartileMs: medianMs * 1.1,
  runs: 15,
  stepsPerRun: 1,
  clockTickMs: 0.1,
  queueMs: 0,
  maxError: 2.5e-7,
  bytesPerSecond: 4e9,
});

const events: readonly AttentionEvent[] = [
  { kind: "download", loaded: 1, total: 2 },
  {
    kind: "backend",
    backend: "wasm",
    reason: "no-api",
    adapter: null,
    flavour: "wasm",
    runtimeVersion: "1.30.0",
    allOperatorsOnGpu: false,
  },
  { kind: "step", nKv: 8, done: 3, of: 15 },
  { kind: "copy", bytes: 1e6, bytesPerSecond: 8e9 },
  result(8, 8),
  result(1, 1),
];

test("sorts what a run says, and remembers the latest progress", () => {
  const said = heard(events);
  assert.equal(said.backend?.backend, "wasm");
  assert.equal(said.copyBytesPerSecond, 8e9);
  assert.deepEqual(
    said.results.map(({ nKv }) => nKv),
    [8, 1],
  );
  assert.deepEqual(said.progress, { kind: "step", nKv: 8, done: 3, of: 15 });
  assert.deepEqual(heard([]), {
    backend: null,
    results: [],
    copyBytesPerSecond: null,
    progress: null,
  });
});

test("the table sets what was measured beside the formula and beside a copy", () => {
  const run: RunState<never> = {
    status: "done",
    prepared: null,
    values,
    events,
    error: null,
    start: () => undefined,
    stop: () => undefined,
  };
  const { rows, caption } = widget.table?.(widget.compute(values), values, t, run) ?? {};
  assert.match(caption ?? "", /8,192 tokens/);
  assert.deepEqual(
    rows?.map((row) => row.map(plain)),
    [
      ["8", "33,554,432 B", "0 B", "8 ms", "7.2 ms – 8.8 ms", "2.5e-7", "4 GB/s", "0.50"],
      ["1", "4,194,304 B", "0 B", "1 ms", "900 µs – 1.1 ms", "2.5e-7", "4 GB/s", "0.50"],
    ],
  );
});
