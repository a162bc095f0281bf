import assert from "node:assert/strict";
import { test } from "node:test";
import { memberShape, variants } from "../../src/lab/family.ts";
import { initialParameters } from "../../src/lab/initial-parameters.ts";
import { judgeFormats } from "../../src/lab/judge-formats.ts";
import { recallTask } from "../../src/lab/tasks/recall.ts";
import type { Batch } from "../../src/lab/tasks/task.ts";
import { softmax } from "../../src/model/attention/softmax.ts";
import {
  type CacheFormats,
  type MatrixFormat,
  matrixCodec,
} from "../../src/model/quant/matrix-format.ts";
import { randomWords } from "../../src/model/random-words.ts";
import { wasmBackend } from "../../src/onnx/backend/wasm.ts";
import { decodedInFloat64 } from "../helpers/float64-model.ts";
import { onnxRuntime } from "../helpers/onnx-runtime.ts";

const backend = wasmBackend(await onnxRuntime());
const tokens = 24;
const text = Array.from({ length: tokens }, (_, i) => (i * i * 7 + i) % 300);

const integers = (bits: number, group: number) =>
  ({ kind: "integers", bits, group, symmetric: false }) as const;
const perToken = (rows: MatrixFormat["rows"]): CacheFormats => {
  const format = { rows, along: "channels" } as const;
  return { k: format, v: format };
};
const formats: Readonly<Record<string, CacheFormats>> = {
  fp8: perToken({ kind: "float", type: "fp8" }),
  int4: perToken(integers(4, 32)),
  int2: perToken(integers(2, 8)),
  "keys per channel, values per token, the newest in float16": {
    k: { rows: integers(2, 4), along: "tokens", blockTokens: 8 },
    v: { rows: integers(2, 8), along: "channels", newestTokens: 8 },
  },
};

/** One text, every token counts, and the target is the next. */
function batchOf(ids: readonly number[]): Batch {
  const at = (i: number) => ids[Math.min(Math.max(i, 0), ids.length - 1)] as number;
  const row = (shift: number) => Float32Array.from(ids, (_, i) => at(i + shift));
  return { tokens: row(0), previous: row(-1), targets: row(1), counts: row(0).fill(1) };
}

/** Weights that are larger than at the start of training, so that attention has something to choose. */
const loud = (parameters: Float32Array<ArrayBuffer>) => parameters.map((value) => value * 2.5);

for (const variant of ["mha", "gqa", "mqa"] as const) {
  test(`${variant}: a whole text at once is judged as if it were decoded token by token`, async () => {
    const shape = memberShape("recall", variant);
    const parameters = loud(initialParameters(shape, 3));
    const held = await backend.hold("float32", [parameters.length], parameters);
    const judging = { shape, parameters: held, batches: [batchOf(text)], texts: 1, tokens };
    const likely = (stored: (part: "k" | "v", rows: Float32Array, width: number) => Float32Array) =>
      decodedInFloat64(shape, parameters, text, stored).map(softmax);
    const exact = likely((_, rows) => rows);
    const entropyOf = (all: readonly Float64Array[]) =>
      all.reduce((sum, p, t) => {
        const target = text[Math.min(t + 1, tokens - 1)] as number;
        return sum - Math.log(p[target] as number) / tokens;
      }, 0);
    let seen = 0;
    for await (const { format, quality } of judgeFormats(
      backend,
      judging,
      Object.values(formats),
    )) {
      const codecs = format && { k: matrixCodec(format.k), v: matrixCodec(format.v) };
      const stored = likely((part, rows, width) => {
        if (!codecs) return rows;
        const codec = codecs[part];
        return codec.decode(codec.encode(rows, width), rows.length / width, width);
      });
      const divergence = exact.reduce((sum, p, t) => {
        const q = stored[t] as Float64Array;
        return (
          sum + p.reduce((kl, own, id) => kl + own * Math.log(own / (q[id] as number)), 0) / tokens
        );
      }, 0);
      const name = JSON.stringify(format);
      assert.ok(Math.abs(quality.loss - entropyOf(stored)) < 2e-4, `${name}: ${quality.loss}`);
      assert.ok(Math.abs(quality.divergence - divergence) < 2e-4, `${name}: ${quality.divergence}`);
      if (format) assert.ok(quality.divergence > 1e-6, "a format changes something");
      assert.equal(quality.answers, tokens);
      seen++;
    }
    assert.equal(seen, 1 + Object.keys(formats).length);
    backend.free(held);
  });
}

test("every member can be judged; a latent is key and value at once, and stored when it is there", async () => {
  const task = recallTask();
  const batches = [task.batch(2, "held-out", randomWords(1))];
  for (const variant of variants) {
    const shape = memberShape("recall", variant);
    const parameters = loud(initialParameters(shape, 2));
    const held = await backend.hold("float32", [parameters.length], parameters);
    const judging = { shape, parameters: held, batches, texts: 2, tokens: task.tokens };
    const of = async (name: keyof typeof formats) => {
      const found = [];
      for await (const { quality } of judgeFormats(backend, judging, [
        formats[name] as CacheFormats,
      ])) {
        found.push(quality);
      }
      return found;
    };
    const [plain, int4] = await of("int4");
    assert.ok(plain && int4 && Number.isFinite(int4.loss));
    assert.equal(plain.divergence, 0);
    assert.ok(int4.divergence > 0, variant);
    const aged = of("keys per channel, values per token, the newest in float16");
    if (variant === "mla") await assert.rejects(aged, /stored as soon as it is there/);
    else assert.equal((await aged).length, 2);
    backend.free(held);
  }
  assert.equal(backend.live().tensors, 0, "nothing is left on the backend");
});
