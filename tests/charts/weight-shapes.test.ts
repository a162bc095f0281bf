import assert from "node:assert/strict";
import { test } from "node:test";
import { weightShapes } from "../../src/charts/weight-shapes.ts";
import { shapesData } from "../../src/widgets/kv-vha/shapes-data.ts";
import widget from "../../src/widgets/kv-vha/widget.ts";
import { translator } from "../../src/widgets/translate.ts";
import { valuesOf } from "../widgets/every-widget.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const t = translator("en", widget.messages.en);
const dataOf = (dims: string) => {
  const values = valuesOf(widget, { dims }) as never;
  return shapesData(widget.compute(values), values, t);
};

for (const dims of ["toy", "paper"]) {
  test(`${dims}: one scale for all, areas are numbers of weights`, () => {
    const data = dataOf(dims);
    const pictures = drawn(weightShapes, data);
    const params = [...data.layers].map(({ matrices }) =>
      matrices.reduce((sum, { rows, columns, copies }) => sum + rows * columns * copies, 0),
    );
    const values = valuesOf(widget, { dims }) as never;
    const rows = widget.compute(values).rows;
    assert.deepEqual(
      params,
      ["trained", "absorbed", "half"].map((of) => rows.find((row) => row.of === of)?.params),
    );
    for (const width of widths) {
      const rects = [...pictures[width].querySelectorAll("rect")];
      const matrices = data.layers.flatMap((layer) =>
        layer.matrices.flatMap((matrix) => new Array(matrix.copies).fill(matrix)),
      );
      assert.equal(rects.length, matrices.length);
      const scale = numberOf(rects[0] as Element, "height") / matrices[0].rows;
      for (const [i, rect] of rects.entries()) {
        const { rows: high, columns: wide } = matrices[i];
        assert.ok(Math.abs(numberOf(rect, "height") / (high * scale) - 1) < 1e-9);
        assert.ok(Math.abs(numberOf(rect, "width") / (wide * scale) - 1) < 1e-9);
        assert.ok(
          numberOf(rect, "x") + numberOf(rect, "width") <= numberOf(pictures[width], "width"),
        );
      }
    }
  });
}

test("absorbed, W_Q has a column for every virtual head, and no mix is left", () => {
  const [trained, absorbed] = dataOf("paper").layers;
  const sizes = (layer: typeof trained) =>
    layer?.matrices.map(({ symbol, rows, columns, copies }) =>
      [symbol.letter + (symbol.index ?? ""), rows, columns, copies].join(" "),
    );
  assert.deepEqual(sizes(trained), [
    "WQ 2048 1024 1",
    "P 128 128 2",
    "WK 2048 256 1",
    "WV 2048 256 1",
    "A 16 4 1",
    "B 16 4 1",
    "WO 2048 2048 1",
  ]);
  assert.deepEqual(sizes(absorbed), [
    "WQ 2048 2048 1",
    "WK 2048 256 1",
    "WV 2048 256 1",
    "WO 2048 2048 1",
  ]);
});
