import assert from "node:assert/strict";
import { test } from "node:test";
import { cachedDecoder } from "../../src/lab/decoder.ts";
import { memberShape } from "../../src/lab/family.ts";
import { initialParameters } from "../../src/lab/initial-parameters.ts";
import { inspect } from "../../src/lab/inspect.ts";
import { attend } from "../../src/model/attention/attend.ts";
import { wasmBackend } from "../../src/onnx/backend/wasm.ts";
import { onnxRuntime } from "../helpers/onnx-runtime.ts";

const backend = wasmBackend(await onnxRuntime());
const text = Array.from({ length: 21 }, (_, i) => (i * 37) % 300);

for (const variant of ["mha", "gqa", "vha"] as const) {
  test(`${variant}: keys and values are those that decoding caches, and the queries give its weights`, async () => {
    const shape = memberShape("recall", variant);
    const { nHeads, headDim } = shape;
    const parameters = initialParameters(shape, 5);
    const held = await backend.hold("float32", [parameters.length], parameters);
    const layers = await inspect(backend, shape, held, text);
    const decoder = cachedDecoder(backend, shape, held);
    const traces = await (await decoder.feed(text)).traces();
    assert.equal(layers.length, shape.layers);
    for (const [layer, { q, k, v }] of layers.entries()) {
      const nKv = k.length / (text.length * headDim);
      const row = (of: Float32Array, head: number, t: number) =>
        of.subarray((head * text.length + t) * headDim, (head * text.length + t + 1) * headDim);
      const rows = (of: Float32Array, head: number) => text.map((_, t) => row(of, head, t));
      for (const [t, trace] of traces.entries()) {
        const expected = Array.from({ length: nKv }, (_, head) => [...row(k, head, t)]).flat();
        const values = Array.from({ length: nKv }, (_, head) => [...row(v, head, t)]).flat();
        const cached = trace.cached[layer] as Float32Array;
        for (const [i, value] of [...expected, ...values].entries()) {
          assert.ok(Math.abs((cached[i] as number) - value) < 1e-5);
        }
        for (let head = 0; head < nHeads; head++) {
          const kv = Math.floor((head * nKv) / nHeads);
          const cache = { keys: rows(k, kv), values: rows(v, kv) };
          const { weights } = attend(row(q, head, t), cache, t + 1);
          const own = trace.weights[layer]?.[head] as Float32Array;
          for (const [s, weight] of weights.entries()) {
            assert.ok(Math.abs((own[s] as number) - weight) < 1e-5, `${layer} ${head} ${t} ${s}`);
          }
        }
      }
    }
    decoder.free();
    backend.free(held);
  });
}

test("a latent has no heads, and a text has to fit", async () => {
  const mla = memberShape("recall", "mla");
  const parameters = initialParameters(mla, 1);
  const held = await backend.hold("float32", [parameters.length], parameters);
  await assert.rejects(inspect(backend, mla, held, text), /latent/);
  const mha = memberShape("recall", "mha");
  for (const bad of [[], Array.from({ length: 129 }, () => 0)]) {
    await assert.rejects(inspect(backend, mha, held, bad), /tokens; this model reads 1 to 128/);
  }
  backend.free(held);
});
