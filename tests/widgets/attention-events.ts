import type { RunRecord } from "../../src/measured/run-record.ts";
import type { DecodeRow, ResultEvent, RunEvent } from "../../src/onnx/protocol.ts";
import { commonMessages } from "../../src/widgets/common-messages.ts";
import type { RunValues } from "../../src/widgets/kv-attention-run/params.ts";
import widget from "../../src/widgets/kv-attention-run/widget.ts";
import { translator } from "../../src/widgets/translate.ts";
import type { RunState } from "../../src/widgets/widget.ts";
import { idleRun, valuesOf } from "./every-widget.ts";

// What runs of `kv-attention-run` yield, for the tests of what it makes of them.

export const values = valuesOf(widget) as RunValues;
export const state = (attributes: Record<string, string>) =>
  valuesOf(widget, attributes) as RunValues;
export const t = translator("en", commonMessages.en, widget.messages.en);
export const plain = (text: string) => text.replaceAll("\u00a0", " ");

export const result = (
  nKv: number,
  medianMs: number,
  change: Partial<ResultEvent> = {},
): ResultEvent => ({
  kind: "result",
  row: { form: "grouped", nKv },
  dtype: "float32",
  ...{ context: 8192, nHeads: 8, headDim: 64, kvBytes: 2 * nKv * 64 * 8192 * 4, medianMs },
  ...{ lowerQuartileMs: medianMs * 0.9, upperQuartileMs: medianMs * 1.1, runs: 15 },
  ...{ stepsPerRun: 1, clockTickMs: 0.1, queueMs: 0, relativeError: 2.5e-7, bytesPerSecond: 4e9 },
  ...{ sessionMs: 3, firstRunMs: 9 },
  ...change,
});
export const backend: RunEvent = {
  ...{ kind: "backend", backend: "wasm", reason: "no-api", adapter: null, flavour: "wasm" },
  ...{ runtimeVersion: "1.30.0", allOperatorsOnGpu: false },
} as RunEvent;
export const copy: RunEvent = { kind: "copy", bytes: 1e6, bytesPerSecond: 8e9 };
export const grouped8: DecodeRow = { form: "grouped", nKv: 8 };
export const events: readonly RunEvent[] = [
  { kind: "download", loaded: 1, total: 2 },
  backend,
  { kind: "step", row: grouped8, context: 8192, done: 3, of: 15 },
  copy,
  result(8, 8),
  result(1, 1),
];

export const ran = (said: readonly RunEvent[], change: Partial<RunState<RunValues>> = {}) =>
  ({ ...idleRun, status: "done", values, events: said, ...change }) as RunState<RunValues>;

export const recordOf = (
  steps: readonly ResultEvent[],
  change: Partial<RunRecord> = {},
): RunRecord => ({
  ...{ format: "headcount-run", version: 1, date: "2026-11-30T00:00:00.000Z", commit: null },
  ...{ backend: "wasm", adapter: null, host: "Chrome 141", runtime: "1.30.0" },
  ...{ nHeads: 8, headDim: 64, dtype: "float32", copyBytesPerSecond: 8e9, steps },
  ...change,
});
