import assert from "node:assert/strict";
import { test } from "node:test";
import { seededNormal } from "../../src/model/attention/seeded-normal.ts";
import { matrixCodec, type RowFormat } from "../../src/model/quant/matrix-format.ts";
import { Graph } from "../../src/onnx/graph.ts";
import { storedRows } from "../../src/onnx/stored/stored-rows.ts";
import { onnxRuntime } from "../helpers/onnx-runtime.ts";

const { InferenceSession, Tensor } = await onnxRuntime();
const tokens = 60;

/** Rows of every size, with zeros, an outlier, a constant row and halves of steps among them. */
function rowsOf(width: number): Float32Array {
  const values = seededNormal(width, tokens * width);
  for (let t = 0; t < tokens; t++) {
    const size = 2 ** ((t % 24) - 12);
    for (let c = 0; c < width; c++) {
      const at = t * width + c;
      if (t === 3) values[at] = 0;
      else if (t === 4) values[at] = 0.7;
      else if (t === 5) values[at] = c / 2;
      else values[at] = (values[at] as number) * size * (c === 5 && t % 7 === 0 ? 40 : 1);
    }
  }
  return values;
}

async function byGraph(values: Float32Array, width: number, format: RowFormat) {
  const graph = new Graph();
  const x = graph.input("x", "float32", [tokens, width]);
  graph.output("y", storedRows(graph, x, format));
  const session = await InferenceSession.create(graph.toModel());
  const { y } = await session.run({ x: new Tensor("float32", values, [tokens, width]) });
  return (y as unknown as { data: Float32Array }).data;
}

const formats: Readonly<Record<string, RowFormat>> = {
  fp16: { kind: "float", type: "fp16" },
  fp8: { kind: "float", type: "fp8" },
  "fp8 E5M2": { kind: "float", type: "fp8_e5m2" },
  ...Object.fromEntries(
    [2, 3, 4, 8].flatMap((bits) =>
      [true, false].map((symmetric) => [
        `int${bits}${symmetric ? " symmetric" : ""}`,
        { kind: "integers", bits, group: 32, symmetric },
      ]),
    ),
  ),
};

for (const [name, format] of Object.entries(formats)) {
  test(`${name}: a graph rounds as the codec decodes`, async () => {
    for (const width of [8, 64, 80]) {
      const values = rowsOf(width);
      const codec = matrixCodec({ rows: format, along: "channels" });
      const expected = codec.decode(codec.encode(values, width), tokens, width);
      const found = await byGraph(values, width, format);
      // A float32 division may fall on the other side of a tie: of 4,000 numbers a few may.
      let other = 0;
      for (const [at, value] of expected.entries()) {
        const own = found[at] as number;
        if (Math.abs(own - value) <= 1e-6 * Math.abs(value) + 1e-12) continue;
        other++;
        assert.ok(format.kind === "integers", `${values[at]}: ${own}, not ${value}`);
      }
      assert.ok(other <= 3, `${other} of ${values.length}`);
    }
  });
}
