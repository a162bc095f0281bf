import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { cachedDecoder, uncachedDecoder } from "../../src/lab/decoder.ts";
import { memberShape, variants } from "../../src/lab/family.ts";
import { initialParameters } from "../../src/lab/initial-parameters.ts";
import { cachedValues } from "../../src/lab/model-shape.ts";
import type { TokenTrace } from "../../src/lab/protocol.ts";
import { perTokenFormatNames, runFormats } from "../../src/lab/run-formats.ts";
import { matrixCodec } from "../../src/model/quant/matrix-format.ts";
import { wasmBackend } from "../../src/onnx/backend/wasm.ts";
import { decodedInFloat64 } from "../helpers/float64-model.ts";
import { onnxRuntime } from "../helpers/onnx-runtime.ts";
import { tinyMember } from "./tiny-member.ts";

const backend = wasmBackend(await onnxRuntime());

/** A token's weights over so many tokens and what it cached, however they were computed. */
function alike(own: TokenTrace, other: TokenTrace, tokens: number, values: number): void {
  for (const [layer, heads] of other.weights.entries()) {
    for (const [head, row] of heads.entries()) {
      const weights = own.weights[layer]?.[head] as Float32Array;
      assert.deepEqual([weights.length, row.length], [tokens, tokens]);
      assert.ok(Math.abs(row.reduce((sum, value) => sum + value, 0) - 1) < 1e-5);
      for (const [i, value] of row.entries()) {
        assert.ok(Math.abs((weights[i] as number) - value) < 1e-5, `layer ${layer}, token ${i}`);
      }
    }
    const [entry, same] = [own.cached[layer], other.cached[layer]] as [Float32Array, Float32Array];
    assert.equal(entry.length, values);
    assert.ok(entry.every((value, i) => Math.abs(value - (same[i] as number)) < 1e-4));
  }
}

describe("with the cache and without", () => {
  for (const variant of variants) {
    test(`${variant}: the same logits and weights, the formula's bytes, one projection against all`, async () => {
      // Deep enough to catch a mistake, and shorter than the model's context.
      const shape = { ...tinyMember(variant), layers: 3, context: 40 };
      const values = initialParameters(shape, 11).map((value, i) => value + 0.05 * Math.sin(i));
      const parameters = await backend.hold("float32", [values.length], values);
      const cached = cachedDecoder(backend, shape, parameters);
      const uncached = uncachedDecoder(backend, shape, parameters);
      const before = backend.live().tensors;
      let ids = [3, 1, 4, 1, 5];
      for (let step = 0; step < 20; step++) {
        const [a, b] = [await cached.feed(ids), await uncached.feed(ids)];
        const largest = Math.max(...b.logits.map(Math.abs));
        for (const [i, logit] of b.logits.entries()) {
          assert.ok(Math.abs((a.logits[i] as number) - logit) <= 1e-5 * largest, `step ${step}`);
        }
        const [mine, theirs] = [await a.traces(), await b.traces()];
        assert.equal(mine.length, a.projected);
        assert.deepEqual(
          await b.rows(),
          theirs.map(({ cached: rows }) => rows),
        );
        for (const [i, trace] of mine.entries()) {
          const other = theirs[theirs.length - mine.length + i] as TokenTrace;
          alike(trace, other, cached.length - mine.length + i + 1, cachedValues(shape));
        }
        assert.equal(cached.filledBytes, cached.length * shape.layers * cachedValues(shape) * 4);
        assert.equal(a.projected, step === 0 ? 5 : 1);
        assert.equal(b.projected, uncached.length);
        ids = [a.logits.indexOf(Math.max(...a.logits))];
      }
      cached.free();
      uncached.free();
      assert.ok(backend.live().tensors <= before);
      backend.free(parameters);
    });
  }

  for (const variant of ["mha", "mqa"] as const) {
    for (const name of perTokenFormatNames) {
      test(`${variant}: from a cache in ${name}, token by token, what float64 and the codec give`, async () => {
        const shape = memberShape("recall", variant);
        const values = initialParameters(shape, 3).map((value) => value * 2.5);
        const parameters = await backend.hold("float32", [values.length], values);
        const text = [3, 141, 59, 26, 5, 35, 89, 79, 3, 2, 38, 46];
        const formats = runFormats[name];
        const expected = decodedInFloat64(shape, values, text, (part, rows, width) => {
          const codec = matrixCodec(formats[part]);
          return codec.decode(codec.encode(rows, width), rows.length / width, width);
        });
        const decoder = cachedDecoder(backend, shape, parameters, formats);
        for (const [at, own] of expected.entries()) {
          // The first five as a prompt, in one piece.
          if (at < 4) continue;
          const { logits } = await decoder.feed(at === 4 ? text.slice(0, 5) : [text[at] as number]);
          const largest = Math.max(...own.map(Math.abs));
          for (const [i, logit] of own.entries()) {
            const off = Math.abs((logits[i] as number) - logit);
            assert.ok(off <= 1e-3 * largest, `token ${at}: ${off} of ${largest}`);
          }
        }
        decoder.free();
        backend.free(parameters);
      });
    }
  }

  test("keys that have to wait cannot be gone on from", async () => {
    const shape = tinyMember("mqa");
    const parameters = await backend.hold("float32", [1], [0]);
    const decoder = () => cachedDecoder(backend, shape, parameters, runFormats["int4-channel"]);
    assert.throws(decoder, /waits/);
    backend.free(parameters);
  });

  test("what the model cannot read is refused, and nothing changes", async () => {
    const shape = tinyMember("mqa");
    const values = initialParameters(shape, 1);
    const parameters = await backend.hold("float32", [values.length], values);
    const decoder = cachedDecoder(backend, shape, parameters);
    await decoder.feed([1, 2]);
    await assert.rejects(decoder.feed([13]), /13 is not one of 13 tokens/);
    await assert.rejects(decoder.feed([]), /no tokens/);
    await assert.rejects(decoder.feed(new Array(15).fill(1)), /17 tokens; this model reads 16/);
    assert.equal(decoder.length, 2);
  });

  test("the shipped shapes cache what the chapters' formula says", () => {
    const values = (task: "recall" | "text") =>
      variants.map((variant) => cachedValues(memberShape(task, variant)));
    assert.deepEqual(values("recall"), [128, 32, 16, 32, 32]);
    assert.deepEqual(values("text"), [256, 64, 32, 32, 64]);
  });
});
