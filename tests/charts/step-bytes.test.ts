import assert from "node:assert/strict";
import { test } from "node:test";
import { type StepBytesData, stepBytes } from "../../src/charts/step-bytes.ts";
import { textWidth } from "../../src/charts/text-width.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const row = (variant: "mha" | "gqa" | "mqa", kvBytes: number, fits: boolean) => ({
  variant,
  name: variant.toUpperCase(),
  weightBytes: 141_104_000_000,
  kvBytes,
  total: `${variant} total`,
  time: `${variant} time`,
  kv: `${variant} KV`,
  unheld: fits ? null : "could not be held",
  own: variant === "gqa",
});

const data: StepBytesData = {
  rows: [
    row("mha", 687_194_767_360, false),
    row("gqa", 85_899_345_920, true),
    row("mqa", 10_737_418_240, true),
  ],
  memoryBytes: 320e9,
  bytesPerUnit: 1e9,
  names: {
    weights: "Weights 141.1 GB",
    memory: "Memory 320 GB",
    memoryBeyond: "Memory is 320 GB →",
    axis: "Read in one step (GB)",
  },
  label: "What one step reads",
};

const bars = (svg: SVGSVGElement, fill: string) => [
  ...svg.querySelectorAll(`rect[fill="var(--${fill})"]`),
];
const close = (a: number, b: number) => Math.abs(a / b - 1) < 1e-9;
const said = (svg: SVGSVGElement) =>
  [...svg.querySelectorAll("text")].map((text) => text.textContent ?? "");
const hatched = (svg: SVGSVGElement) => [...svg.querySelectorAll("rect[fill^='url(']")];
const memoryLine = (svg: SVGSVGElement) =>
  [...svg.querySelectorAll("path[stroke-dasharray='5 3']")].map((path) =>
    Number(/^M([\d.]+)/.exec(path.getAttribute("d") ?? "")?.[1]),
  );

test("weights, caches and the memory are as far as their bytes, one after the other", () => {
  const pictures = drawn(stepBytes, data);
  for (const width of widths) {
    const svg = pictures[width];
    const weights = bars(svg, "weights");
    assert.equal(weights.length, 3);
    const [first] = weights;
    assert.ok(first);
    const perByte = numberOf(first, "width") / 141_104_000_000;
    const start = numberOf(first, "x");
    for (const { variant, kvBytes } of data.rows) {
      const [cache] = bars(svg, variant);
      assert.ok(cache);
      assert.ok(close(numberOf(cache, "width") / kvBytes, perByte), variant);
      assert.ok(close(numberOf(cache, "x"), start + 141_104_000_000 * perByte));
    }
    assert.ok(close((memoryLine(svg)[0] ?? 0) - start, 320e9 * perByte));
    for (const rect of svg.querySelectorAll("rect")) {
      assert.ok(numberOf(rect, "x") + numberOf(rect, "width") <= numberOf(svg, "width"));
    }
  }
});

test("the line of the memory stops at every text in its way, and goes on after it", () => {
  const pictures = drawn(stepBytes, data);
  for (const width of widths) {
    const svg = pictures[width];
    const d = svg.querySelector("path[stroke-dasharray='5 3']")?.getAttribute("d") ?? "";
    const pieces = [...d.matchAll(/M([\d.]+) ([\d.]+)V([\d.]+)/g)].map((found) =>
      found.slice(1).map(Number),
    );
    assert.ok(pieces.length > 1, "in pieces");
    const bottom = numberOf(svg, "height") - 36;
    assert.equal(pieces.at(-1)?.[2], bottom);
    for (const text of svg.querySelectorAll("text")) {
      const size = textWidth(text.textContent ?? "", numberOf(text, "font-size") || 12);
      const end = text.getAttribute("text-anchor") === "end";
      const left = numberOf(text, "x") - (end ? size : 0);
      const y = numberOf(text, "y");
      if (y < 40 || y > bottom) continue;
      for (const [x = 0, from = 0, to = 0] of pieces) {
        const beside = x < left || x > left + size;
        assert.ok(beside || to <= y - 10 || from >= y + 2, `${text.textContent} at ${x}`);
      }
    }
  }
});

test("a bar that could not be held is drawn in full, hatched from the end of the memory, and named", () => {
  const pictures = drawn(stepBytes, data);
  for (const width of widths) {
    const svg = pictures[width];
    const [beyond, ...others] = hatched(svg);
    const [cache] = bars(svg, "mha");
    assert.ok(beyond && cache);
    assert.deepEqual(others, []);
    assert.ok(close(numberOf(beyond, "x"), memoryLine(svg)[0] ?? 0));
    const end = (rect: Element) => numberOf(rect, "x") + numberOf(rect, "width");
    assert.ok(close(end(beyond), end(cache)));
    assert.equal(said(svg).filter((text) => text === "could not be held").length, 1);
    const id = beyond.getAttribute("fill")?.slice(5, -1);
    assert.ok(svg.querySelector(`pattern[id="${id}"]`), "the hatch is defined");
  }
  const [wide, narrow] = widths.map((width) => pictures[width].querySelector("pattern")?.id);
  assert.notEqual(wide, narrow);
});

test("what is read less than held is named too, though its bar ends before the memory does", () => {
  const rows = [{ ...row("gqa", 1e9, false), weightBytes: 50e9 }];
  const { wide } = drawn(stepBytes, { ...data, rows, memoryBytes: 80e9 });
  assert.equal(hatched(wide).length, 0);
  assert.ok(said(wide).includes("could not be held"));
});

test("a memory many times the bars is named at the edge, and the bars keep their length", () => {
  const far = { ...data, memoryBytes: 5120e9 };
  const pictures = drawn(stepBytes, far);
  for (const width of widths) {
    assert.deepEqual(memoryLine(pictures[width]), []);
    assert.ok(said(pictures[width]).includes("Memory is 320 GB →"));
    assert.equal(hatched(pictures[width]).length, 0);
    const [longest] = bars(pictures[width], "mha");
    assert.ok(longest && numberOf(longest, "width") > 100);
  }
});

test("a row says its total and time, and the reader's own in bold", () => {
  const { wide, narrow } = drawn(stepBytes, data);
  assert.ok(said(wide).includes("gqa total, gqa time"));
  assert.ok(said(narrow).includes("gqa total") && said(narrow).includes("gqa time"));
  for (const svg of [wide, narrow]) {
    const bold = [...svg.querySelectorAll("text[font-weight='700']")].map((t) => t.textContent);
    assert.ok(bold.includes("GQA") && !bold.includes("MHA"));
    assert.match(svg.getAttribute("aria-label") ?? "", /What one step reads/);
  }
});
