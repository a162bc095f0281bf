import assert from "node:assert/strict";
import { test } from "node:test";
import { concurrencyCurve } from "../../src/charts/concurrency-curve.ts";
import { curveData } from "../../src/widgets/kv-concurrency/figures.ts";
import widget from "../../src/widgets/kv-concurrency/widget.ts";
import { seededRandom, translators, valuesOf } from "../widgets/every-widget.ts";
import { drawn, numberOf, widths } from "./draw.ts";

type Attributes = Readonly<Record<string, string>>;

const [, t] = translators(widget);
assert.ok(t);

const dataOf = (attributes: Attributes = {}) => {
  const values = valuesOf(widget, attributes) as never;
  return curveData(widget.compute(values), values, t);
};
const picture = (attributes: Attributes = {}) => drawn(concurrencyCurve, dataOf(attributes));

/** Points of each line, in px. */
const linesOf = (svg: SVGSVGElement) =>
  [...svg.querySelectorAll("g[fill='none'][stroke-width='2'] > path")].map((path) =>
    (path.getAttribute("d") ?? "")
      .slice(1)
      .split("L")
      .map((point) => point.split(",").map(Number) as [number, number]),
  );

const marginBottom = 44;
const bottomOf = (svg: SVGSVGElement) => numberOf(svg, "height") - marginBottom;

test("a straight line for each variant, one octave down for each octave to the right", () => {
  const { wide } = picture();
  const lines = linesOf(wide);
  assert.equal(lines.length, 3);
  const slopes = lines.map((points) => {
    const [[x1, y1], [x2, y2]] = [points[0], points.at(-1)] as [[number, number], [number, number]];
    for (const [x, y] of points) {
      const onLine = y1 + ((x - x1) / (x2 - x1)) * (y2 - y1);
      assert.ok(Math.abs(y - onLine) < 0.05, "a bent line");
    }
    return (y2 - y1) / (x2 - x1);
  });
  const [first = 0] = slopes;
  for (const slope of slopes) assert.ok(slope > 0 && Math.abs(slope / first - 1) < 1e-3);
});

test("the heights at the cursor stand 8 to 1, as the KV heads do", () => {
  const { wide } = picture();
  const lines = linesOf(wide);
  const starts = lines.map((points) => points[0]?.[1] ?? 0);
  const [mha = 0, gqa = 0, mqa = 0] = starts;
  assert.ok(Math.abs((mha - gqa) / (gqa - mqa) - 1) < 1e-3, "64 : 8 : 1 in equal steps of the log");
});

test("nothing is drawn below one request", () => {
  const random = seededRandom(3);
  for (let i = 0; i < 40; i++) {
    const attributes = {
      context: String(Math.round(256 * 2 ** (12 * random()))),
      count: String(1 + Math.floor(random() * 8)),
    };
    const pictures = picture(attributes);
    for (const width of widths) {
      const svg = pictures[width];
      const bottom = bottomOf(svg) + 1e-6;
      for (const [, y] of linesOf(svg).flat()) assert.ok(y <= bottom, JSON.stringify(attributes));
    }
  }
});

test("a line that falls to one request ends exactly there", () => {
  const { wide } = picture();
  const [mha] = linesOf(wide);
  const end = mha?.at(-1);
  assert.ok(end && Math.abs(end[1] - bottomOf(wide)) < 1e-3);
});

test("a variant that no context lets in has no line and no label", () => {
  const lone = picture({ count: "3", usable: "53.9", reserve: "20" });
  const { curves } = dataOf({ count: "3", usable: "53.9", reserve: "20" });
  const shown = curves.filter(({ points }) => points.some(({ requests }) => requests >= 1));
  assert.ok(shown.length > 0 && shown.length < curves.length);
  assert.equal(linesOf(lone.wide).length, shown.length);
  for (const curve of curves.filter((other) => !shown.includes(other))) {
    assert.doesNotMatch(lone.wide.textContent ?? "", new RegExp(curve.name));
  }
});

test("weights that do not fit leave one line of text, and no axes", () => {
  const pictures = picture({ count: "2" });
  const { empty } = dataOf({ count: "2" });
  assert.doesNotMatch(picture().wide.textContent ?? "", new RegExp(empty));
  for (const width of widths) {
    assert.equal(linesOf(pictures[width]).length, 0);
    assert.equal(pictures[width].textContent, empty);
    assert.equal(pictures[width].querySelectorAll("path, line, rect").length, 0);
    assert.equal(pictures[width].dataset.axis, undefined, "no cursor to drag");
    assert.equal(numberOf(pictures[width], "height"), numberOf(picture()[width], "height"));
  }
});

test("tells where its axis lies, in its own units and in tokens", () => {
  for (const [attributes, first] of [
    [{}, 1024],
    [{ context: "256" }, 256],
    [{ context: "700" }, 512],
  ] as const) {
    const pictures = picture(attributes);
    for (const width of widths) {
      const svg = pictures[width];
      const [left, right, from, to] = (svg.dataset.axis ?? "").split(" ").map(Number);
      assert.deepEqual([from, to], [first, 2 ** 20]);
      assert.ok(left !== undefined && right !== undefined && left > 0);
      assert.ok(right < numberOf(svg, "width"));
    }
  }
});

/** Every text of a drawing and where it is anchored. */
const textsOf = (svg: SVGSVGElement) =>
  [...svg.querySelectorAll("text")].map((text) => {
    let [x, y] = [0, 0];
    let anchor = "middle";
    for (let at: Element | null = text; at && at !== svg; at = at.parentElement) {
      const move = /translate\(([^,]+),([^)]+)\)/.exec(at.getAttribute("transform") ?? "");
      x += Number(move?.[1] ?? 0);
      y += Number(move?.[2] ?? 0);
      if (anchor === "middle") anchor = at.getAttribute("text-anchor") ?? anchor;
    }
    return { said: (text.textContent ?? "").replaceAll("\u00a0", " "), x, y, anchor };
  });
const textOf = (svg: SVGSVGElement, said: string) => {
  const found = textsOf(svg).find((text) => text.said === said);
  assert.ok(found, said);
  return found;
};

test("the ticks stay where they are, whatever the cursor and the model", () => {
  const states: readonly Attributes[] = [
    {},
    { context: "100000" },
    { model: "deepseek-v3", count: "32" },
  ];
  for (const attributes of states) {
    const pictures = picture(attributes);
    const ticks = (svg: SVGSVGElement) =>
      textsOf(svg)
        .filter(({ said, y }) => y > bottomOf(svg) && /^[\d,]+$/.test(said))
        .sort((a, b) => a.x - b.x)
        .map(({ said }) => said);
    assert.deepEqual(ticks(pictures.wide), [
      "1,024",
      "4,096",
      "16,384",
      "65,536",
      "262,144",
      "1,048,576",
    ]);
    assert.deepEqual(ticks(pictures.narrow), ["1,024", "32,768", "1,048,576"]);
  }
});

test("the cursor's context stands above the lines", () => {
  for (const context of ["8192", "100000"]) {
    const pictures = picture({ context });
    for (const width of widths) {
      const label = textOf(pictures[width], Number(context).toLocaleString("en-US"));
      const highest = Math.min(
        ...linesOf(pictures[width])
          .flat()
          .map(([, y]) => y),
      );
      assert.ok(label.y < highest, `${label.y} above ${highest}`);
    }
  }
});

test("the name of a line that falls stands left of its end; the others stand right of theirs", () => {
  const pictures = picture();
  for (const width of widths) {
    const svg = pictures[width];
    const [mha, gqa, mqa] = linesOf(svg).map((points) => points.at(-1) ?? ([0, 0] as const));
    for (const [name, end] of [
      ["MHA 64", mha],
      ["GQA 8", gqa],
    ] as const) {
      const label = textOf(svg, name);
      assert.equal(label.anchor, "end", name);
      assert.ok(end && label.x < end[0] && label.y < end[1], name);
    }
    const last = textOf(svg, "MQA 1");
    assert.equal(last.anchor, "start");
    assert.ok(mqa && last.x > mqa[0]);
  }
});

test("values stand right of the cursor, and left of one near the right edge", () => {
  for (const [context, value, anchor] of [
    ["8192", "59", "start"],
    ["131072", "3", "start"],
    ["200000", "GQA 8: 2", "end"],
  ] as const) {
    const pictures = picture({ context });
    for (const width of widths) {
      const svg = pictures[width];
      const label = textsOf(svg).find((text) => text.said === value && text.anchor === anchor);
      const cursor = textOf(svg, Number(context).toLocaleString("en-US"));
      assert.ok(label, `${value} at ${context}`);
      assert.equal(label.x < cursor.x, anchor === "end");
    }
  }
});

test("of two points close together the lower has its value below and left of it", () => {
  const pictures = picture({ model: "qwen3.5-397b-a17b", count: "16" });
  for (const width of widths) {
    const [upper, lower] = [textOf(pictures[width], "1,470"), textOf(pictures[width], "1,053")];
    assert.deepEqual([upper.anchor, lower.anchor], ["start", "end"]);
    assert.ok(lower.x < upper.x && lower.y > upper.y);
  }
});
