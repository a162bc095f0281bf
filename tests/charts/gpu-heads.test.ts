import assert from "node:assert/strict";
import { test } from "node:test";
import { boxGrid } from "../../src/charts/gpu-boxes.ts";
import { type GpuHeads, type GpuHeadsData, gpuHeads } from "../../src/charts/gpu-heads.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const gpu = (n: number, heads: readonly number[], more: Partial<GpuHeads> = {}): GpuHeads => ({
  name: `GPU ${n}`,
  heads: heads.map((head) => ({ head, copy: more.copy ?? false })),
  idle: 0,
  copy: false,
  queries: `Q ${n}`,
  ...more,
});

const dataOf = (gpus: readonly GpuHeads[], more: Partial<GpuHeadsData> = {}): GpuHeadsData => ({
  gpus,
  latent: null,
  key: [],
  caption: "One layer",
  label: "KV heads over GPUs",
  ...more,
});

const boxes = (svg: SVGSVGElement) => [...svg.querySelectorAll("rect.gpu")];
const said = (svg: SVGSVGElement) => [...svg.querySelectorAll("text")].map((t) => t.textContent);
const edges = (rect: Element) => ({
  left: numberOf(rect, "x"),
  right: numberOf(rect, "x") + numberOf(rect, "width"),
  top: numberOf(rect, "y"),
  bottom: numberOf(rect, "y") + numberOf(rect, "height"),
});

test("a head is a K over a V, lettered, inside the box of its GPU", () => {
  const pictures = drawn(gpuHeads, dataOf([gpu(1, [1, 2]), gpu(2, [3, 4]), gpu(3, [5, 6])]));
  for (const width of widths) {
    const svg = pictures[width];
    const [cells, frames] = [
      [...svg.querySelectorAll("rect.own")].map(edges),
      boxes(svg).map(edges),
    ];
    assert.equal(cells.length, 12);
    assert.equal(frames.length, 3);
    for (const letter of ["K1", "V1", "K6", "V6", "GPU 3", "Q 3"]) {
      assert.ok(said(svg).includes(letter), letter);
    }
    for (const [i, cell] of cells.entries()) {
      const frame = frames[Math.floor(i / 4)];
      assert.ok(frame && frame.left < cell.left && cell.right < frame.right);
      assert.ok(frame.top < cell.top && cell.bottom < frame.bottom);
    }
  }
});

test("a copy is empty and an idle place hatched: neither is told by its colour alone", () => {
  const copies = drawn(gpuHeads, dataOf([gpu(1, [1]), gpu(2, [1], { copy: true })]));
  const idle = drawn(gpuHeads, dataOf([gpu(1, [1, 2]), gpu(2, [3], { idle: 1 })]));
  for (const width of widths) {
    const [first] = copies[width].querySelectorAll("rect.own");
    const [copy] = copies[width].querySelectorAll("rect.copy");
    assert.equal(first?.getAttribute("fill"), "var(--k-wash)");
    assert.equal(copy?.getAttribute("fill"), "none");
    assert.equal(copies[width].querySelectorAll("rect.copy").length, 2);
    assert.equal(copies[width].querySelectorAll("pattern, rect.idle").length, 0);

    const places = [...idle[width].querySelectorAll("rect.idle")];
    assert.equal(places.length, 1);
    const hatch = idle[width].querySelector("pattern")?.id;
    assert.equal(places[0]?.getAttribute("fill"), `url(#${hatch})`);
  }
  const ids = widths.map((width) => idle[width].querySelector("pattern")?.id);
  assert.notEqual(ids[0], ids[1], "two drawings of one page");
});

test("a latent is one strip across every box, its parts as long as their values", () => {
  const gpus = [1, 2, 3].map((n) => gpu(n, [], { copy: n > 1 }));
  const latent = [
    { letter: "c", values: 512 },
    { letter: "R", values: 64 },
  ];
  const pictures = drawn(gpuHeads, dataOf(gpus, { latent }));
  for (const width of widths) {
    const svg = pictures[width];
    assert.deepEqual(
      ["own", "copy"].map((kind) => svg.querySelectorAll(`rect.${kind}`).length),
      [2, 4],
    );
    const [c, r] = [...svg.querySelectorAll("rect.own")].map((rect) => numberOf(rect, "width") + 1);
    assert.ok(Math.abs((c ?? 0) / (r ?? 1) - 8) < 1e-9);
    assert.ok(said(svg).includes("c 512"));
  }
});

test("from 1 GPU with 232 heads to 16 with 15: nothing leaves the drawing or overlaps", () => {
  for (const [tp, heads] of [
    [1, 1],
    [1, 64],
    [1, 232],
    [3, 3],
    [5, 26],
    [8, 8],
    [16, 1],
    [16, 4],
    [16, 15],
  ] as const) {
    const numbers = Array.from({ length: heads }, (_, i) => 217 + i);
    const pictures = drawn(
      gpuHeads,
      dataOf(Array.from({ length: tp }, (_, i) => gpu(i + 1, numbers))),
    );
    for (const width of widths) {
      const svg = pictures[width];
      const frames = boxes(svg).map(edges);
      for (const [i, frame] of frames.entries()) {
        assert.ok(frame.right <= numberOf(svg, "width") && frame.bottom < numberOf(svg, "height"));
        for (const other of frames.slice(0, i)) {
          assert.ok(other.right < frame.left || other.bottom < frame.top, `${tp}, ${heads}`);
        }
      }
      assert.ok(numberOf(svg, "height") < 720, `${tp} × ${heads} is ${numberOf(svg, "height")}`);
      assert.equal(svg.querySelectorAll("rect.own").length, 2 * tp * heads);
    }
  }
});

test("cells have letters where they fit, and solid colours where they do not", () => {
  const of = (tp: number, heads: number) => {
    const numbers = Array.from({ length: heads }, (_, i) => i + 1);
    return drawn(gpuHeads, dataOf(Array.from({ length: tp }, (_, i) => gpu(i + 1, numbers))));
  };
  assert.ok(said(of(1, 64).wide).includes("K64"));
  assert.ok(said(of(8, 8).narrow).includes("K8"));
  const { narrow } = of(16, 15);
  assert.ok(!said(narrow).includes("K15"));
  assert.equal(narrow.querySelector("rect.own")?.getAttribute("fill"), "var(--k)");
});

test("boxes stand in rows as equal as can be", () => {
  const columns = (gpus: number, places: number) =>
    boxGrid({ width: 640, narrow: false, gpus, places, digits: 1, around: 42 }).columns;
  assert.deepEqual(
    [columns(8, 1), columns(16, 1), columns(5, 2), columns(9, 1), columns(4, 2)],
    [8, 8, 5, 5, 4],
  );
});

test("the key shows what the drawing shows", () => {
  const key = (["own", "copy", "idle", "queries"] as const).map((of) => ({ of, text: `is ${of}` }));
  const gpus = [gpu(1, [1, 2]), gpu(2, [3], { idle: 1 })];
  const pictures = drawn(gpuHeads, dataOf(gpus, { key }));
  for (const width of widths) {
    const svg = pictures[width];
    for (const { text } of key) assert.ok(said(svg).includes(text));
    assert.equal(svg.querySelectorAll("rect.copy").length, 2, "K and V in the key");
    assert.equal(svg.querySelectorAll("rect.idle").length, 2);
    for (const text of svg.querySelectorAll("text")) assert.ok(!(numberOf(text, "font-size") < 11));
  }
});
