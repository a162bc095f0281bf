import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bfloat16,
  e4m3fn,
  e5m2,
  float16,
  fromMinifloat,
  minifloatValues,
  toMinifloat,
} from "../../../src/model/quant/minifloat.ts";
import { randomWords } from "../../../src/model/random-words.ts";
import { Graph } from "../../../src/onnx/graph.ts";
import { onnxRuntime } from "../../helpers/onnx-runtime.ts";

/** TensorProto.DataType, https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
const codes = { float32: 1, float16: 10, bfloat16: 16, e4m3fn: 17, e5m2: 19 };

const { InferenceSession, Tensor } = await onnxRuntime();

/** What onnxruntime's own casts make of numbers, there and back. */
async function castByRuntime(to: number, values: Float32Array): Promise<Float32Array> {
  const graph = new Graph();
  const input = graph.input("x", "float32", [values.length]);
  const isFp8 = to === codes.e4m3fn || to === codes.e5m2;
  const attributes: Record<string, number> = isFp8 ? { to, saturate: 1 } : { to };
  const small = graph.node("Cast", [input], [values.length], attributes);
  graph.output("y", graph.node("Cast", [small], [values.length], { to: codes.float32 }));
  // Without optimization, which takes a cast there and back for nothing.
  const session = await InferenceSession.create(graph.toModel(), {
    graphOptimizationLevel: "disabled",
  });
  const { y } = await session.run({ x: new Tensor("float32", values, [values.length]) });
  return (y as unknown as { data: Float32Array }).data;
}

/** Numbers of every size, and those around the middles of all values of FP8. */
function numbers(): Float32Array {
  const random = randomWords(20);
  const any = Array.from({ length: 4096 }, () => {
    const sign = random() % 2 === 0 ? 1 : -1;
    return sign * (random() / 2 ** 32) * 2 ** ((random() % 40) - 24);
  });
  const middles = [e4m3fn, e5m2].flatMap((type) => {
    const sorted = [...minifloatValues(type)].filter(Number.isFinite).sort((a, b) => a - b);
    return sorted.slice(1).map((value, i) => (value + (sorted[i] as number)) / 2);
  });
  const around = middles.flatMap((middle) => [
    middle,
    middle * (1 + 2 ** -20),
    middle * (1 - 2 ** -20),
  ]);
  return Float32Array.from([...any, ...around, 448, 464, 465, 57_344, 61_440, 61_441, 1e30]);
}

for (const [name, type] of Object.entries({ e4m3fn, e5m2, float16, bfloat16 })) {
  test(`${name}: as onnxruntime casts there and back`, async () => {
    // Where the runtime's 16-bit casts make an infinity, ours saturate: that is specified, and tested.
    const largest = fromMinifloat(type, type.largest);
    const values = numbers().filter((value) => type.bits === 8 || Math.abs(value) <= largest);
    const found = await castByRuntime(codes[name as keyof typeof codes], values);
    const wrong = [...values].filter(
      (value, i) => fromMinifloat(type, toMinifloat(type, value)) !== found[i],
    );
    assert.deepEqual(wrong, []);
  });
}
