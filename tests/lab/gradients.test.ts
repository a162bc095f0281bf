import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { detached } from "../../src/lab/detached.ts";
import { variants } from "../../src/lab/family.ts";
import { gradients } from "../../src/lab/gradients.ts";
import { initialParameters } from "../../src/lab/initial-parameters.ts";
import { parametersOf } from "../../src/lab/parameters.ts";
import { positionTables } from "../../src/lab/tables.ts";
import { gradientGraph } from "../../src/lab/training-graph.ts";
import { vjps } from "../../src/lab/vjp/table.ts";
import { seededNormal } from "../../src/model/attention/seeded-normal.ts";
import { Graph, type Value } from "../../src/onnx/graph.ts";
import { Add } from "../../src/onnx/ops/add.ts";
import { Concat } from "../../src/onnx/ops/concat.ts";
import { Div } from "../../src/onnx/ops/div.ts";
import { Exp } from "../../src/onnx/ops/exp.ts";
import { Expand } from "../../src/onnx/ops/expand.ts";
import { Log } from "../../src/onnx/ops/log.ts";
import { MatMul } from "../../src/onnx/ops/mat-mul.ts";
import { Mul } from "../../src/onnx/ops/mul.ts";
import { ReduceSum } from "../../src/onnx/ops/reduce.ts";
import { Relu } from "../../src/onnx/ops/relu.ts";
import { Reshape } from "../../src/onnx/ops/reshape.ts";
import { RmsNorm } from "../../src/onnx/ops/rms-norm.ts";
import { Sigmoid } from "../../src/onnx/ops/sigmoid.ts";
import { Slice } from "../../src/onnx/ops/slice.ts";
import { Softmax } from "../../src/onnx/ops/softmax.ts";
import { Sub } from "../../src/onnx/ops/sub.ts";
import { Transpose } from "../../src/onnx/ops/transpose.ts";
import { onnxRuntime } from "../helpers/onnx-runtime.ts";
import { tinyMember } from "./tiny-member.ts";

type Feeds = Readonly<Record<string, { dims: readonly number[]; data: Float32Array }>>;

const runtime = await onnxRuntime();

async function runner(model: Uint8Array) {
  const session = await runtime.InferenceSession.create(model);
  return async (feeds: Feeds) => {
    const tensors = Object.entries(feeds).map(([name, { dims, data }]) => [
      name,
      new runtime.Tensor("float32", data, dims),
    ]);
    const results = await session.run(Object.fromEntries(tensors));
    return (name: string) => results[name]?.data as Float32Array;
  };
}

/** Largest |analytic − numeric| ÷ largest |numeric|, along single coordinates, in float64 but for the graph. */
async function check(
  run: (feeds: Feeds) => Promise<(name: string) => Float32Array>,
  feeds: Feeds,
  name: string,
  gradient: ArrayLike<number>,
  step = 1e-2,
): Promise<number> {
  const { dims, data } = feeds[name] as Feeds[string];
  const numeric: number[] = [];
  for (const at of data.keys()) {
    const moved = async (by: number) => {
      const changed = data.slice();
      changed[at] = (changed[at] as number) + by;
      return (await run({ ...feeds, [name]: { dims, data: changed } }))("loss")[0] as number;
    };
    numeric.push(((await moved(step)) - (await moved(-step))) / (2 * step));
  }
  const largest = Math.max(...numeric.map(Math.abs), 1e-3);
  return (
    Math.max(...numeric.map((value, at) => Math.abs(value - (gradient[at] as number)))) / largest
  );
}

type Build = (graph: Graph, ...inputs: Value[]) => Value;

const cases: readonly (readonly [name: string, dims: number[][], build: Build])[] = [
  ["Add", [[2, 3], [3]], (g, a, b) => Add(g, a as Value, b as Value)],
  [
    "Add",
    [
      [2, 1, 3],
      [4, 1],
    ],
    (g, a, b) => Add(g, a as Value, b as Value),
  ],
  [
    "Sub",
    [
      [2, 3],
      [2, 1],
    ],
    (g, a, b) => Sub(g, a as Value, b as Value),
  ],
  ["Mul", [[2, 3], []], (g, a, b) => Mul(g, a as Value, b as Value)],
  ["Mul", [[2, 3]], (g, a) => Mul(g, a as Value, a as Value)],
  [
    "Div",
    [
      [2, 3],
      [1, 3],
    ],
    (g, a, b) =>
      Div(g, a as Value, Add(g, Mul(g, b as Value, b as Value), g.constant("float32", [], [2]))),
  ],
  ["Relu", [[3, 5]], (g, a) => Relu(g, a as Value)],
  ["Relu", [[3, 5]], (g, a) => Mul(g, Relu(g, a as Value), Relu(g, a as Value))],
  ["Sigmoid", [[3, 5]], (g, a) => Sigmoid(g, a as Value)],
  ["Reshape", [[3, 4]], (g, a) => Reshape(g, a as Value, [2, 6])],
  ["Transpose", [[2, 3, 4]], (g, a) => Transpose(g, a as Value, [2, 0, 1])],
  ["Expand", [[2, 1]], (g, a) => Expand(g, a as Value, [3, 2, 4])],
  ["ReduceSum", [[2, 3, 4]], (g, a) => ReduceSum(g, a as Value, [0, 2])],
  ["Slice", [[2, 5]], (g, a) => Slice(g, a as Value, 1, 1, 4)],
  [
    "Concat",
    [
      [2, 2],
      [2, 3],
    ],
    (g, a, b) => Concat(g, [a as Value, b as Value, a as Value], 1),
  ],
  [
    "MatMul",
    [
      [3, 4],
      [4, 2],
    ],
    (g, a, b) => MatMul(g, a as Value, b as Value),
  ],
  [
    "MatMul",
    [
      [2, 3, 4],
      [4, 2],
    ],
    (g, a, b) => MatMul(g, a as Value, b as Value),
  ],
  [
    "MatMul",
    [
      [2, 2, 5, 3],
      [2, 1, 3, 2],
    ],
    (g, a, b) => MatMul(g, a as Value, b as Value),
  ],
  [
    "MatMul",
    [
      [2, 2, 2, 3],
      [2, 3, 7],
    ],
    (g, a, b) => MatMul(g, a as Value, b as Value),
  ],
  ["Softmax", [[3, 5]], (g, a) => Softmax(g, a as Value)],
  ["Exp", [[3, 5]], (g, a) => Exp(g, a as Value)],
  [
    "Log",
    [[3, 5]],
    (g, a) => Log(g, Add(g, Mul(g, a as Value, a as Value), g.constant("float32", [], [1]))),
  ],
  ["RMSNormalization", [[3, 6], [6]], (g, a, b) => RmsNorm(g, a as Value, b as Value)],
];

describe("gradients against central differences", () => {
  test("every operator that has a derivative is among the cases", () => {
    // Identity has none, on purpose: that is the next test.
    const covered = new Set(["Identity", ...cases.map(([name]) => name)]);
    assert.deepEqual(Object.keys(vjps).sort(), [...covered].sort());
  });

  for (const [index, [name, shapes, build]] of cases.entries()) {
    test(`${name} of ${shapes.map((dims) => `[${dims}]`).join(" and ")}`, async () => {
      const graph = new Graph();
      const inputs = shapes.map((dims, i) => graph.input(`x${i}`, "float32", dims));
      const y = build(graph, ...inputs);
      // A square and a mix of signs, so that the arriving gradient is neither constant nor alike.
      const weigh = graph.constant("float32", y.dims, [...seededNormal(900 + index, size(y.dims))]);
      const mixed = Mul(graph, Add(graph, Mul(graph, y, y), y), weigh);
      const axes = y.dims.map((_, axis) => axis);
      const loss = Reshape(graph, axes.length > 0 ? ReduceSum(graph, mixed, axes) : mixed, [1]);
      for (const [i, part] of gradients(graph, loss, inputs).entries()) graph.output(`d${i}`, part);
      graph.output("loss", loss);
      const run = await runner(graph.toModel());
      const feeds = Object.fromEntries(
        shapes.map((dims, i) => [
          `x${i}`,
          { dims, data: seededNormal(10 * index + i, size(dims)) },
        ]),
      );
      const analytic = await run(feeds);
      for (const i of shapes.keys()) {
        const off = await check(run, feeds, `x${i}`, analytic(`d${i}`));
        assert.ok(off < 5e-3, `x${i} is off by ${off}`);
      }
    });
  }

  test("what is detached counts as constant", async () => {
    const graph = new Graph();
    const x = graph.input("x", "float32", [2]);
    const loss = ReduceSum(graph, Mul(graph, x, detached(graph, x)), [0]);
    graph.output("d", gradients(graph, loss, [x])[0] as Value);
    const run = await runner(graph.toModel());
    const values = Float32Array.of(3, -2);
    assert.deepEqual((await run({ x: { dims: [2], data: values } }))("d"), values);
  });

  test("what a loss does not depend on has a gradient of 0; an unknown operator is named", () => {
    const graph = new Graph();
    const [x, unused] = [graph.input("x", "float32", [2]), graph.input("u", "float32", [3])];
    const loss = ReduceSum(graph, Mul(graph, x, x), [0]);
    const [, zero] = gradients(graph, loss, [x, unused]);
    assert.deepEqual(zero?.dims, [3]);
    assert.throws(() => gradients(graph, x, [x]), /loss is \[2\]/);
    const root = graph.node("Sqrt", [loss], loss.dims);
    assert.throws(() => gradients(graph, root, [x]), /no derivative of Sqrt/);
  });
});

const size = (dims: readonly number[]): number => dims.reduce((a, b) => a * b, 1);

describe("gradients of whole models against central differences, a direction for each tensor", () => {
  for (const variant of variants) {
    test(variant, async () => {
      const shape = tinyMember(variant);
      const [texts, tokens] = [2, 8];
      const graph = gradientGraph(shape, { texts, tokens });
      const run = await runner(graph.model);
      const whole = (seed: number, end: number) =>
        seededNormal(seed, texts * tokens).map((value) => Math.floor(Math.abs(value) * 1e4) % end);
      const { cos, sin } = positionTables(shape, tokens);
      // Not where training begins: B of Postmix is 0 there, and A would have no gradient.
      const noise = seededNormal(77, graph.inputs.parameters?.[0] as number);
      const start = initialParameters(shape, 5).map(
        (value, at) => value + 0.1 * (noise[at] as number),
      );
      const given: Record<string, ArrayLike<number>> = {
        ...{ cos, sin, parameters: start },
        tokens: whole(1, shape.vocabulary),
        previous: whole(2, shape.vocabulary),
        targets: whole(3, shape.vocabulary),
        counts: whole(4, 2),
      };
      const feeds: Feeds = Object.fromEntries(
        Object.entries(graph.inputs).map(([name, dims]) => [
          name,
          { dims, data: Float32Array.from(given[name] as ArrayLike<number>) },
        ]),
      );
      const gradient = (await run(feeds))("gradient");
      for (const { name, at, length } of parametersOf(shape)) {
        const own = gradient.slice(at, at + length);
        const norm = Math.hypot(...own);
        assert.ok(norm > 0, `${name} has no gradient`);
        // Along the gradient, with noise: far above what float32 rounds away.
        const direction = seededNormal(at, length).map(
          (value, i) => (own[i] as number) / norm + value / Math.sqrt(length),
        );
        const unit = Math.hypot(...direction);
        const slope = own.reduce(
          (sum, value, i) => sum + (value * (direction[i] as number)) / unit,
          0,
        );
        const lossAt = async (step: number) => {
          const data = start.slice();
          for (let i = 0; i < length; i++) {
            data[at + i] = (start[at + i] as number) + (step * (direction[i] as number)) / unit;
          }
          const moved = { ...feeds, parameters: { dims: [data.length], data } };
          return (await run(moved))("loss")[0] as number;
        };
        const step = 1e-2;
        const numeric = ((await lossAt(step)) - (await lossAt(-step))) / (2 * step);
        const off = Math.abs(numeric - slope) / (Math.abs(slope) + Math.abs(numeric) + 1e-4);
        assert.ok(off < 0.02, `${name}: ${slope}, and ${numeric} by differences`);
      }
    });
  }
});
