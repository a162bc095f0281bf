import assert from "node:assert/strict";
import { test } from "node:test";
import { type AbsorbOrderData, absorbOrder } from "../../src/charts/absorb-order.ts";
import { orderData } from "../../src/widgets/kv-vha/order-data.ts";
import widget from "../../src/widgets/kv-vha/widget.ts";
import { translator } from "../../src/widgets/translate.ts";
import { valuesOf } from "../widgets/every-widget.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const t = translator("en", widget.messages.en);
const dataOf = (fault: string): AbsorbOrderData => {
  const values = valuesOf(widget, { break: fault }) as never;
  return orderData(widget.compute(values), values, t);
};

const nameOf = ({ symbol, name }: AbsorbOrderData["trained"][number]): string =>
  symbol ? `${symbol.letter}${symbol.index ?? ""}${symbol.prime ? "′" : ""}` : name;
const threads = (svg: SVGSVGElement, selector: string) => svg.querySelectorAll(selector).length;

test("rightly, W_Q and Premix meet in W_Q′, Postmix and W_O in W_O′, and nothing is wrong", () => {
  const data = dataOf("none");
  const goesInto = data.served.map((step) => [
    nameOf(step),
    step.of.map((i) => nameOf(data.trained[i] as never)).join(" "),
  ]);
  assert.deepEqual(goesInto, [
    ["WQ′", "WQ Pg"],
    ["QK-norm", "QK-norm"],
    ["RoPE", "RoPE"],
    ["attention", "attention"],
    ["WO′", "M WO"],
  ]);
  const pictures = drawn(absorbOrder, data);
  for (const width of widths) {
    assert.equal(threads(pictures[width], "path.thread"), 7);
    assert.equal(threads(pictures[width], "path.wrong, path.lost"), 0);
    assert.equal(pictures[width].querySelectorAll("rect.step").length, 12);
  }
});

/** Ends of the threads that are wrong. */
const ends = (svg: SVGSVGElement) =>
  [...svg.querySelectorAll("path.wrong")].map((path) =>
    (path.getAttribute("d")?.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number),
  );

test("norm first: the threads of norm and Premix cross", () => {
  const pictures = drawn(absorbOrder, dataOf("norm-first"));
  for (const width of widths) {
    const along = width === "wide" ? [0, 2] : [1, 3];
    const [first, second] = ends(pictures[width]);
    assert.ok(first && second && ends(pictures[width]).length === 2);
    const [from, to] = along as [number, number];
    const before = Math.sign((first[from] ?? 0) - (second[from] ?? 0));
    const after = Math.sign((first[to] ?? 0) - (second[to] ?? 0));
    assert.equal(before * after, -1, "they change sides");
  }
});

test("SiLU: its thread ends nowhere; untransposed: only Postmix's is wrong", () => {
  for (const width of widths) {
    const silu = drawn(absorbOrder, dataOf("silu"))[width];
    assert.equal(threads(silu, "path.lost"), 1);
    assert.equal(threads(silu, "path.wrong"), 0);
    const turned = drawn(absorbOrder, dataOf("untransposed"))[width];
    assert.deepEqual([threads(turned, "path.lost"), threads(turned, "path.wrong")], [0, 1]);
  }
});

test("what is wrong is hatched and dashed: not told by its colour alone", () => {
  for (const fault of ["norm-first", "silu", "untransposed"]) {
    const svg = drawn(absorbOrder, dataOf(fault)).wide;
    const marked = svg.querySelectorAll("rect.step[stroke='var(--waste)']").length;
    assert.equal(svg.querySelectorAll("rect[fill^='url(']").length, marked);
    assert.ok(marked > 0);
    for (const path of svg.querySelectorAll("path.wrong")) {
      assert.ok(path.getAttribute("stroke-dasharray"));
    }
  }
});

test("boxes are inside the picture, and none lies on another", () => {
  for (const fault of ["none", "norm-first", "silu", "untransposed"]) {
    const pictures = drawn(absorbOrder, dataOf(fault));
    for (const width of widths) {
      const svg = pictures[width];
      const boxes = [...svg.querySelectorAll("rect.step")].map((rect) => ({
        left: numberOf(rect, "x"),
        right: numberOf(rect, "x") + numberOf(rect, "width"),
        top: numberOf(rect, "y"),
        bottom: numberOf(rect, "y") + numberOf(rect, "height"),
      }));
      for (const [i, a] of boxes.entries()) {
        assert.ok(a.left >= 0 && a.right <= numberOf(svg, "width"));
        assert.ok(a.bottom <= numberOf(svg, "height"));
        for (const b of boxes.slice(i + 1)) {
          const apart =
            a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
          assert.ok(apart, `${fault} ${width}`);
        }
      }
    }
  }
});
