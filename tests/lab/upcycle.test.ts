import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Evaluator } from "../../src/lab/evaluator.ts";
import { initialParameters } from "../../src/lab/initial-parameters.ts";
import { parametersOf } from "../../src/lab/parameters.ts";
import { recallTask } from "../../src/lab/tasks/recall.ts";
import { alignHeads } from "../../src/lab/upcycle/align-heads.ts";
import { headSimilarity, similarityInGroups } from "../../src/lab/upcycle/head-similarity.ts";
import { nearestRotation } from "../../src/lab/upcycle/nearest-rotation.ts";
import { poolHeads, poolings } from "../../src/lab/upcycle/pool-heads.ts";
import { seededNormal } from "../../src/model/attention/seeded-normal.ts";
import { wasmBackend } from "../../src/onnx/backend/wasm.ts";
import { onnxRuntime } from "../helpers/onnx-runtime.ts";
import { tinyMember } from "./tiny-member.ts";

const mha = tinyMember("mha");
const task = recallTask({ pairs: 4, keys: 8, values: 5 });
const start = initialParameters(mha, 3);
const backend = wasmBackend(await onnxRuntime());

async function lossOf(shape: typeof mha, parameters: Float32Array): Promise<number> {
  const evaluator = await Evaluator.create(backend, shape, task, { texts: 8, batches: 2 });
  const held = await backend.hold("float32", [parameters.length], parameters);
  return (await evaluator.judge(held)).loss;
}

describe("pooling heads", () => {
  test("into as many groups as there are heads nothing changes, whatever the way", async () => {
    for (const pooling of poolings) {
      const { parameters, shape } = poolHeads(mha, start, 4, pooling, 1);
      assert.deepEqual(shape, mha);
      if (pooling !== "random") assert.deepEqual(parameters, start, pooling);
    }
  });

  test("copies of one head are pooled without loss: mean, first and aligned are the same function", async () => {
    const twins = start.slice();
    for (const { name, at, dims } of parametersOf(mha)) {
      if (!/\.w[kv]$/.test(name)) continue;
      const [rows = 0, width = 0] = dims;
      for (let i = 0; i < rows * width; i++) {
        const [row, channel] = [Math.floor(i / width), i % width];
        // Heads 0 and 1 alike, heads 2 and 3 alike: channels of 4.
        twins[at + i] = start[
          at + row * width + (channel % 4) + 8 * Math.floor(channel / 8)
        ] as number;
      }
    }
    const before = await lossOf(mha, twins);
    for (const pooling of ["mean", "first", "aligned"] as const) {
      const pooled = poolHeads(mha, twins, 2, pooling, 1);
      assert.ok(Math.abs((await lossOf(pooled.shape, pooled.parameters)) - before) < 1e-6, pooling);
    }
    const fresh = poolHeads(mha, twins, 2, "random", 1);
    assert.ok(Math.abs((await lossOf(fresh.shape, fresh.parameters)) - before) > 1e-4);
  });

  test("a mean is the mean, by a second way of finding the heads", () => {
    const { parameters, shape } = poolHeads(mha, start, 2, "mean", 1);
    const find = (of: typeof mha, name: string) =>
      parametersOf(of).find((each) => each.name === name) as ReturnType<
        typeof parametersOf
      >[number];
    const [from, to] = [find(mha, "1.wv"), find(shape, "1.wv")];
    for (let row = 0; row < 16; row++) {
      for (let channel = 0; channel < 8; channel++) {
        const first = from.at + row * 16 + Math.floor(channel / 4) * 8 + (channel % 4);
        const mean = ((start[first] as number) + (start[first + 4] as number)) / 2;
        assert.ok(Math.abs((parameters[to.at + row * 8 + channel] as number) - mean) < 1e-7);
      }
    }
  });

  test("what cannot be pooled is refused", () => {
    assert.throws(() => poolHeads(tinyMember("mla"), start, 2, "mean", 1), /pooled from MHA/);
    assert.throws(() => poolHeads(mha, start, 3, "mean", 1), /3 KV heads do not divide 4 heads/);
  });
});

describe("aligning heads", () => {
  for (const nKv of [2, 1]) {
    test(`into ${nKv} groups: the same function, and heads that are more alike`, async () => {
      const aligned = alignHeads(mha, start, nKv);
      assert.ok(Math.abs((await lossOf(mha, aligned)) - (await lossOf(mha, start))) < 1e-6);
      for (const projection of ["wk", "wv"] as const) {
        const [before, after] = [start, aligned].map((parameters) =>
          similarityInGroups(mha, parameters, projection, nKv),
        ) as [number, number];
        assert.ok(after > before + 0.05, `${projection}: ${before} to ${after}`);
      }
    });
  }

  test("a head that was turned is turned back", () => {
    const turned = start.slice();
    const { at } = parametersOf(mha).find(({ name }) => name === "0.wk") as { at: number };
    const [cos, sin] = [Math.cos(0.7), Math.sin(0.7)];
    for (let row = 0; row < 16; row++) {
      const own = at + row * 16;
      for (const pair of [0, 1]) {
        // Head 1 becomes head 0, turned in its pairs (0, 2) and (1, 3).
        const [a, b] = [start[own + pair] as number, start[own + pair + 2] as number];
        turned[own + 4 + pair] = cos * a - sin * b;
        turned[own + 4 + pair + 2] = sin * a + cos * b;
      }
    }
    const similarity = headSimilarity(mha, alignHeads(mha, turned, 2), 0, "wk");
    assert.ok(Math.abs((similarity[0]?.[1] as number) - 1) < 1e-6);
  });
});

test("the nearest rotation is orthogonal, and is the rotation where the matrix is one, scaled", () => {
  const noise = [...seededNormal(4, 25)];
  const matrix = Array.from({ length: 5 }, (_, row) => noise.slice(5 * row, 5 * row + 5));
  const rotation = nearestRotation(matrix);
  for (const [i, a] of rotation.entries()) {
    for (const [j, b] of rotation.entries()) {
      const product = a.reduce((sum, value, k) => sum + value * (b[k] as number), 0);
      assert.ok(Math.abs(product - (i === j ? 1 : 0)) < 1e-12);
    }
  }
  const again = nearestRotation(rotation.map((row) => row.map((value) => 3 * value)));
  for (const [i, row] of rotation.entries()) {
    for (const [j, value] of row.entries())
      assert.ok(Math.abs((again[i]?.[j] as number) - value) < 1e-5);
  }
});
