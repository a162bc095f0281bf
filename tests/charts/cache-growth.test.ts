import assert from "node:assert/strict";
import { test } from "node:test";
import { cacheGrowth } from "../../src/charts/cache-growth.ts";
import { textWidth } from "../../src/charts/text-width.ts";
import { growthData } from "../../src/widgets/kv-layers/figures.ts";
import widget from "../../src/widgets/kv-layers/widget.ts";
import { translator } from "../../src/widgets/translate.ts";
import { valuesOf } from "../widgets/every-widget.ts";
import { drawn, numberOf, widths } from "./draw.ts";

type Attributes = Readonly<Record<string, string>>;

const t = translator("en", widget.messages.en);

const dataOf = (attributes: Attributes = {}) => {
  const values = valuesOf(widget, attributes) as never;
  return growthData(widget.compute(values), values, t);
};
const picture = (attributes: Attributes = {}) => drawn(cacheGrowth, dataOf(attributes));

function lineOf(svg: SVGSVGElement, of: string): readonly (readonly [x: number, y: number])[] {
  const path = svg.querySelector(`path.line-${of}`);
  assert.ok(path, of);
  return (path.getAttribute("d") ?? "")
    .slice(1)
    .split("L")
    .map((point) => point.split(",").map(Number) as [number, number]);
}

/** px an octave to the right, and px a doubling of bytes upwards, from the naive line. */
const slope = (points: readonly (readonly [number, number])[], from: number, to: number) => {
  const [a, b] = [points.at(from), points.at(to)];
  assert.ok(a && b);
  return (a[1] - b[1]) / (b[0] - a[0]);
};

test("the naive line is straight; the windows' bends flat; the full layers' keeps its slope", () => {
  const pictures = picture();
  for (const width of widths) {
    const svg = pictures[width];
    const rise = slope(lineOf(svg, "naive"), 0, -1);
    assert.ok(rise > 0);
    assert.ok(Math.abs(slope(lineOf(svg, "full"), 0, -1) / rise - 1) < 1e-3);
    const window = lineOf(svg, "window");
    assert.ok(Math.abs(slope(window, 0, 4) / rise - 1) < 1e-2, "before it is full");
    assert.equal(slope(window, -2, -1), 0, "after");
  }
});

test("real and naive lie on one another until they part, and 5.96 times apart at the cursor", () => {
  const { wide } = picture();
  const [real, naive] = [lineOf(wide, "real"), lineOf(wide, "naive")];
  const data = dataOf();
  const points = data.lines.find((line) => line.of === "real")?.points ?? [];
  const rise = slope(naive, 0, -1);
  const octave = ((naive.at(-1)?.[0] ?? 0) - (naive[0]?.[0] ?? 0)) / 12;
  for (const [i, { context }] of points.entries()) {
    const apart = (real[i]?.[1] ?? 0) - (naive[i]?.[1] ?? 0);
    if (context <= 1024) assert.equal(apart, 0);
    else assert.ok(apart > 0, String(context));
    if (context !== 131_072) continue;
    assert.ok(Math.abs(2 ** (apart / (rise * octave)) - (62 * 128) / (10 * 128 + 52)) < 0.01);
  }
});

test("texts stand inside the drawing, no smaller than 11 px, names apart", () => {
  const models = ["gemma-3-27b", "gpt-oss-120b", "deepseek-v3", "llama-3-70b"];
  for (const model of models) {
    for (const context of ["256", "131072", "1048576"]) {
      const pictures = picture({ model, context });
      for (const width of widths) {
        const svg = pictures[width];
        const texts = [...svg.querySelectorAll("text")];
        for (const text of texts) {
          assert.ok(numberOf(text, "font-size") >= 11, text.textContent);
          const [x, y] = [numberOf(text, "x"), numberOf(text, "y")];
          assert.ok(x >= 0 && x <= numberOf(svg, "width"), text.textContent);
          assert.ok(y > 0 && y <= numberOf(svg, "height"), text.textContent);
        }
        const names = new Set(dataOf({ model, context }).lines.map((line) => line.name));
        const heights = texts
          .filter((text) => names.has(text.textContent ?? ""))
          .map((text) => numberOf(text, "y"))
          .sort((a, b) => a - b);
        assert.equal(heights.length, names.size);
        for (const [i, y] of heights.entries()) {
          assert.ok(i === 0 || y - (heights[i - 1] ?? 0) >= 14.9, "names one over the other");
        }
      }
    }
  }
});

test("the reader's context stands above; both sizes at the cursor, on no line", () => {
  for (const model of ["qwen3-next-80b-a3b", "nemotron-3-ultra", "gemma-3-27b", "deepseek-v3"]) {
    for (const context of ["256", "131072", "1048576"]) {
      const state = { model, context };
      const data = dataOf(state);
      const pictures = picture(state);
      for (const width of widths) {
        const svg = pictures[width];
        const texts = [...svg.querySelectorAll("text")];
        const find = (said: string) => texts.find((text) => text.textContent === said);
        assert.ok(find(Number(context).toLocaleString("en-US")));
        const same = data.here.real.bytes === data.here.naive.bytes;
        for (const { text: said } of same ? [data.here.real] : Object.values(data.here)) {
          const text = find(said);
          assert.ok(text, said);
          const size = numberOf(text, "font-size");
          const [x, y, long] = [numberOf(text, "x"), numberOf(text, "y"), textWidth(said, size)];
          const left = text.getAttribute("text-anchor") === "end" ? x - long : x;
          for (const { of } of data.lines) {
            for (const [px, py] of dense(lineOf(svg, of))) {
              const inside = px > left && px < left + long && py > y - size * 0.8 && py < y;
              assert.ok(!inside, `${said} on ${of} of ${model} at ${context}, ${width}`);
            }
          }
        }
      }
    }
  }
});

/** Points a px or less apart along a line. */
const dense = (line: readonly (readonly [number, number])[]) =>
  line.slice(1).flatMap(([x2, y2], i) => {
    const [x1, y1] = line[i] ?? [x2, y2];
    const steps = Math.ceil(Math.hypot(x2 - x1, y2 - y1));
    return Array.from(
      { length: steps },
      (_, k) => [x1 + ((x2 - x1) * k) / steps, y1 + ((y2 - y1) * k) / steps] as const,
    );
  });

test("at the start of the axis the larger stands above, the smaller below, right of the cursor", () => {
  const state = { model: "qwen3-next-80b-a3b", context: "256" };
  const { here } = dataOf(state);
  const pictures = picture(state);
  for (const width of widths) {
    const [real, naive] = [here.real, here.naive].map(({ text: said }) => {
      const texts = [...pictures[width].querySelectorAll("text")];
      const text = texts.find((one) => one.textContent === said);
      assert.ok(text, said);
      assert.equal(text.getAttribute("text-anchor"), "start");
      return numberOf(text, "y");
    });
    assert.ok((naive ?? 0) - (real ?? 0) >= 15);
  }
});

test("where the counts part is marked, if the axis has it", () => {
  const marked = (attributes: Attributes) =>
    (picture(attributes).wide.textContent ?? "").includes("they part at");
  assert.ok(marked({}));
  assert.ok(!marked({ model: "gpt-oss-120b" }), "at 129, before the axis begins");
  assert.ok(!marked({ model: "llama-3-70b" }));
  assert.match(picture({ model: "qwen3-next-80b-a3b" }).wide.textContent ?? "", /equal at 536/);
});

test("the axis says where it lies, for dragging the cursor", () => {
  const pictures = picture();
  for (const width of widths) {
    const axis = (pictures[width].getAttribute("data-axis") ?? "").split(" ").map(Number);
    const points = lineOf(pictures[width], "real");
    assert.deepEqual(axis.slice(2), [256, 2 ** 20]);
    assert.ok(Math.abs((axis[0] ?? 0) - (points[0]?.[0] ?? 0)) < 0.01);
    assert.ok(Math.abs((axis[1] ?? 0) - (points.at(-1)?.[0] ?? 0)) < 0.01);
  }
});
