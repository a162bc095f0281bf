import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Backend } from "../../src/onnx/backend/backend.ts";
import { wasmBackend } from "../../src/onnx/backend/wasm.ts";
import type { ProofRequest, ProofSubject } from "../../src/onnx/proof/proof-request.ts";
import { prove } from "../../src/onnx/proof/prove.ts";
import { onnxRuntime } from "../helpers/onnx-runtime.ts";
import { broken, grouped, harmless, mla, real, right, tokenBytes, vha } from "./subjects.ts";

/** The process ends when onnxruntime-node 1.30 is given 16 bit tensors as Uint16Array. */
const noFloat16 = process.env.ONNXRUNTIME_NODE !== undefined && "not on onnxruntime-node";

let backend: Backend;
before(async () => {
  backend = wasmBackend(await onnxRuntime());
});

const proven = (subject: ProofSubject, change: Partial<ProofRequest> = {}) =>
  prove(
    {
      ...{ kind: "prove", backend: "wasm", dtype: "float32", subjects: [subject] },
      ...{ prefill: 6, steps: 4, seed: 3 },
      ...change,
    },
    0,
    backend,
    async () => undefined,
  );

describe("prefill and step by step decode agree with float64", () => {
  for (const [name, subject] of right) {
    test(`${name}: fp32 within 1e-5`, async () => {
      const found = await proven(subject);
      assert.ok(found.relativeError <= 1e-5 && found.maxError <= 1e-5, `${found.maxError}`);
    });

    test(`${name}: fp16 within 5e-3, in half the bytes`, { skip: noFloat16 }, async () => {
      const half = await proven(subject, { dtype: "float16" });
      assert.ok(half.relativeError <= 5e-3, `${half.relativeError}`);
      assert.ok(half.relativeError > 1e-5, "it is fp16 that ran");
      assert.equal(half.cacheBytes, (await proven(subject)).cacheBytes / 2);
    });
  }

  for (const [name, subject] of real) {
    test(name, async () => {
      const found = await proven(subject, { prefill: 5, steps: 2 });
      assert.ok(found.relativeError <= 1e-5, `${found.relativeError}`);
    });
  }

  test("decoding from the first token on, and prefill alone", async () => {
    for (const subject of [grouped(2), mla("absorbed"), mla("naive", 0), vha("trained")]) {
      for (const [prefill, steps] of [
        [0, 5],
        [5, 0],
        [1, 1],
      ] as const) {
        const { maxError, weights } = await proven(subject, { prefill, steps });
        assert.ok(maxError <= 1e-5, `${prefill} + ${steps}: ${maxError}`);
        for (const head of weights) {
          assert.equal(head.length, prefill + steps);
          assert.ok(Math.abs(head.reduce((a, b) => a + b, 0) - 1) < 1e-5);
        }
      }
    }
  });
});

describe("what breaks the claim", () => {
  for (const [name, subject, off] of broken) {
    test(`${name}: off by about ${off} of the largest output`, async () => {
      const { relativeError } = await proven(subject);
      assert.ok(relativeError > 0.05);
      assert.ok(Math.abs(relativeError / off - 1) < 0.1, `${relativeError}`);
    });
  }

  for (const [name, subject] of harmless) {
    test(`${name}, and nothing breaks`, async () => {
      const { relativeError } = await proven(subject);
      assert.ok(relativeError <= 1e-5, `${relativeError}`);
    });
  }

  test("at position 0 a rotation turns nothing, and nothing breaks", async () => {
    const { relativeError } = await proven(mla("absorbed", 0), { prefill: 0, steps: 1 });
    assert.ok(relativeError <= 1e-5, `${relativeError}`);
  });

  test("the comparison sees a number that is none", async () => {
    const { errors } = await import("../../src/onnx/proof/prove.ts");
    assert.equal(errors([1, Number.NaN], Float64Array.of(1, 2)).maxError, Number.NaN);
    assert.equal(errors([Number.NaN, 2], Float64Array.of(1, 2)).maxError, Number.NaN);
    assert.equal(errors([1], Float64Array.of(1, 2)).maxError, Number.NaN, "one is missing");
    assert.deepEqual(errors([1, 5], Float64Array.of(1, 4)), { maxError: 1, relativeError: 0.25 });
  });
});

describe("bytes of the cache are those of the formula, token by token", () => {
  for (const [name, subject] of [...right, ...broken]) {
    test(name, async () => {
      const { filled, cacheBytes, tensorsLeft } = await proven(subject);
      assert.equal(cacheBytes, 10 * tokenBytes(subject));
      assert.deepEqual(
        filled,
        [6, 7, 8, 9, 10].map((tokens) => ({ tokens, bytes: tokens * tokenBytes(subject) })),
      );
      assert.equal(tensorsLeft, 0);
    });
  }
});

test("2,000 decode steps leak nothing", async () => {
  const subject: ProofSubject = {
    what: "grouped",
    shape: { hidden: 8, nHeads: 2, nKv: 1, headDim: 4, qkNorm: false },
  };
  const { tensorsLeft, maxError } = await proven(subject, { prefill: 0, steps: 2000 });
  assert.ok(maxError <= 1e-5, `${maxError}`);
  assert.equal(tensorsLeft, 0);
  assert.ok(backend.live().sessions <= 24);
});

test("sizes that make no layer are refused before there is a graph", async () => {
  const shape = { hidden: 8, nHeads: 4, nKv: 3, headDim: 4, qkNorm: false };
  await assert.rejects(proven({ what: "grouped", shape }), /nKv 3 does not divide nHeads 4/);
  const odd = { ...shape, nKv: 2, headDim: 3 };
  await assert.rejects(proven({ what: "grouped", shape: odd }), /RoPE turns pairs, 3 is odd/);
  const empty = { ...shape, nKv: 2, hidden: 0 };
  await assert.rejects(proven({ what: "grouped", shape: empty }), /hidden must be a positive/);
});
