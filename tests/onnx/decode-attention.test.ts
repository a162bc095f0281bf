import assert from "node:assert/strict";
import { before, test } from "node:test";
import { decodeAttention } from "../../src/model/attention/decode-attention.ts";
import { largestError, seededOperands } from "../../src/onnx/attention/rig.ts";
import { wasmRig } from "../../src/onnx/attention/rig-wasm.ts";
import {
  decodeAttentionDims,
  decodeAttentionModel,
} from "../../src/onnx/graphs/decode-attention.ts";
import type { Runtime } from "../../src/onnx/run.ts";

let runtime: Runtime;
before(async () => {
  runtime = await import("onnxruntime-web");
  runtime.env.wasm.numThreads = 1;
});

test("onnxruntime agrees with the float64 reference for every number of KV heads", async (t) => {
  const shapes = [
    { nHeads: 8, headDim: 64, context: 512 },
    { nHeads: 8, headDim: 64, context: 2048 },
    { nHeads: 8, headDim: 16, context: 33 },
    { nHeads: 8, headDim: 1, context: 1 },
  ];
  for (const sizes of shapes) {
    for (const nKv of [8, 4, 2, 1]) {
      const shape = { ...sizes, nKv };
      await t.test(JSON.stringify(shape), async () => {
        const operands = seededOperands(shape, 7);
        const rig = await wasmRig(runtime, shape, operands);
        await rig.step();
        const output = await rig.output();
        await rig.dispose();

        assert.equal(rig.kvBytes, 2 * nKv * shape.headDim * shape.context * 4);
        assert.equal(output.length, shape.nHeads * shape.headDim);
        const { q, k, v } = operands;
        const error = largestError(output, decodeAttention({ ...shape, q, kTransposed: k, v }));
        assert.ok(error <= 1e-6, `error ${error}`);
      });
    }
  }
});

test("the comparison sees a cache that differs in one number", async () => {
  const shape = { nHeads: 4, nKv: 2, headDim: 8, context: 16 };
  const { q, k, v } = seededOperands(shape, 3);
  const changed = v.slice();
  changed[37] = (changed[37] as number) + 0.01;
  const rig = await wasmRig(runtime, shape, { q, k, v: changed });
  await rig.step();
  const output = await rig.output();
  await rig.dispose();
  assert.ok(largestError(output, decodeAttention({ ...shape, q, kTransposed: k, v })) > 1e-5);
  assert.ok(Number.isNaN(largestError([], Float64Array.of(1))));
});

test("the runtime refuses feeds of another shape", async () => {
  const shape = { nHeads: 4, nKv: 2, headDim: 8, context: 16 };
  const session = await runtime.InferenceSession.create(decodeAttentionModel(shape), {
    logSeverityLevel: 4,
  });
  const dims = decodeAttentionDims({ ...shape, context: 17 });
  const filled = (size: readonly number[]) =>
    new runtime.Tensor("float32", new Float32Array(size.reduce((a, b) => a * b, 1)), size);
  const feeds = { q: filled(dims.q), k: filled(dims.k), v: filled(dims.v) };
  await assert.rejects(session.run(feeds), /invalid dimensions.*k.*17/is);
  await session.release();
});

test("sizes that make no attention are refused before there is a graph", () => {
  const shape = { nHeads: 8, nKv: 4, headDim: 64, context: 512 };
  assert.throws(() => decodeAttentionModel({ ...shape, nKv: 3 }), /nKv 3 does not divide nHeads 8/);
  assert.throws(() => decodeAttentionModel({ ...shape, nKv: 16 }), /nKv 16 does not divide/);
  assert.throws(() => decodeAttentionModel({ ...shape, context: 0 }), /context must be a positive/);
  assert.throws(() => decodeAttentionModel({ ...shape, headDim: 1.5 }), /headDim must be a pos/);
  assert.throws(() => decodeAttentionModel({ ...shape, nKv: Number.NaN }), /nKv must be a pos/);
});
