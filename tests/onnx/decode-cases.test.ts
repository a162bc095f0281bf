import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { cacheFormat } from "../../src/model/formats.ts";
import { kvBytesPerSequence } from "../../src/model/kv.ts";
import type { CacheLayer } from "../../src/model/layers.ts";
import type { Backend } from "../../src/onnx/backend/backend.ts";
import { wasmBackend } from "../../src/onnx/backend/wasm.ts";
import { type DecodeRow, decodeCase } from "../../src/onnx/decode/decode-case.ts";
import { measureCopy, measureDecode } from "../../src/onnx/measure-decode.ts";
import { errors } from "../../src/onnx/proof/prove.ts";
import type { MeasureRequest, RunEvent } from "../../src/onnx/protocol.ts";
import { onnxRuntime } from "../helpers/onnx-runtime.ts";

let backend: Backend;
before(async () => {
  backend = wasmBackend(await onnxRuntime());
});

const rows: readonly (readonly [DecodeRow, CacheLayer])[] = [
  ...[8, 4, 2, 1].flatMap((nKv) =>
    (["grouped", "expanded"] as const).map(
      (form) =>
        [
          { form, nKv },
          { kind: "heads", nKv, headDim: 64 },
        ] as const,
    ),
  ),
  [{ form: "mla-absorbed" }, { kind: "latent", latentDim: 256, ropeDim: 32 }],
  [{ form: "mla-naive" }, { kind: "latent", latentDim: 256, ropeDim: 32 }],
  [{ form: "vha" }, { kind: "heads", nKv: 2, headDim: 64 }],
];

const request: Omit<MeasureRequest, "dtype"> = {
  kind: "measure",
  backend: "wasm",
  ...{ nHeads: 8, headDim: 64, rows: [], contexts: [], runs: 10, seed: 7 },
};
const clock = {
  ...{ now: () => performance.now(), tickMs: 0.01, queueMs: 0 },
  ...{ disturbed: () => false, cancelled: () => undefined },
};

describe("one decode step agrees with float64, and its cache has the bytes of the formula", () => {
  for (const [row, layer] of rows) {
    for (const context of [1, 37]) {
      test(`${JSON.stringify(row)}, ${context} tokens`, async () => {
        for (const [dtype, tolerance, format] of [
          ["float32", 1e-5, "fp32"],
          ["float16", 5e-3, "fp16"],
        ] as const) {
          const asked: MeasureRequest = { ...request, dtype };
          const events: RunEvent[] = [];
          const result = await measureDecode(asked, row, context, backend, {
            clock,
            emit: (event) => events.push(event),
            breathe: async () => undefined,
          });
          assert.ok(result.relativeError <= tolerance, `${dtype}: ${result.relativeError}`);
          const layers = [{ count: 1, layer }];
          assert.equal(result.kvBytes, kvBytesPerSequence(layers, cacheFormat(format), context));
          assert.equal(events.length, result.runs);
          assert.ok(result.medianMs > 0 && result.sessionMs >= 0 && result.firstRunMs > 0);
          assert.equal(result.bytesPerSecond, result.kvBytes / (result.medianMs / 1000));
        }
        assert.equal(backend.live().tensors, 0);
      });
    }
  }
});

test("the runtime's own operators give the same, with what they cache", async () => {
  for (const row of [
    { form: "gqa-operator", nKv: 2 },
    { form: "gqa-operator", nKv: 8 },
    { form: "mha-operator", nKv: 8 },
  ] as const) {
    const result = await measureDecode({ ...request, dtype: "float32" }, row, 37, backend, {
      ...{ clock, emit: () => undefined, breathe: async () => undefined },
    });
    assert.ok(result.relativeError <= 1e-5, `${JSON.stringify(row)}: ${result.relativeError}`);
    const cached = row.form === "gqa-operator" ? 36 : 37;
    assert.equal(result.kvBytes, 2 * row.nKv * 64 * cached * 4);
  }
});

test("the comparison sees a cache that differs in one number", async () => {
  const step = decodeCase(
    { form: "grouped", nKv: 2 },
    { nHeads: 4, headDim: 8, context: 16 },
    "float32",
    3,
  );
  const feeds = step.feeds();
  const reference = step.reference(feeds);
  const changed = (feeds.v as Float32Array).slice();
  changed[37] = (changed[37] as number) + 0.01;
  assert.ok(errors(step.reference({ ...feeds, v: changed }), reference).maxError > 1e-5);
});

test("copying out to all heads gives the same numbers as reading them as they lie", () => {
  const sizes = { nHeads: 8, headDim: 16, context: 9 };
  const [one, other] = (["grouped", "expanded"] as const).map((form) =>
    decodeCase({ form, nKv: 2 }, sizes, "float32", 1),
  );
  assert.deepEqual(one?.feeds(), other?.feeds());
});

test("the yardstick counts what it reads and what it writes", async () => {
  const events: RunEvent[] = [];
  await measureCopy(backend, {
    clock,
    emit: (event) => events.push(event),
    breathe: async () => undefined,
  });
  const [copy] = events;
  assert.ok(copy?.kind === "copy" && copy.bytes === 2 * 64 * 2 ** 20 && copy.bytesPerSecond > 0);
});

test("sizes that make no attention are refused before there is a graph", () => {
  const sizes = { nHeads: 8, headDim: 64, context: 512 };
  const of = (row: DecodeRow, change: object = {}) =>
    decodeCase(row, { ...sizes, ...change }, "float32", 1);
  assert.throws(() => of({ form: "grouped", nKv: 3 }), /nKv 3 does not divide nHeads 8/);
  assert.throws(() => of({ form: "expanded", nKv: 16 }), /nKv 16 does not divide/);
  assert.throws(
    () => of({ form: "grouped", nKv: 8 }, { context: 0 }),
    /context must be a positive/,
  );
  assert.throws(() => of({ form: "mla-naive" }, { headDim: 1.5 }), /must be a positive integer/);
  assert.throws(() => of({ form: "vha" }, { nHeads: Number.NaN }), /must be a positive integer/);
});
