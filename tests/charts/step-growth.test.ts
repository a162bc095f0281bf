import assert from "node:assert/strict";
import { test } from "node:test";
import { type StepGrowthData, stepGrowth } from "../../src/charts/step-growth.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const weights = 128e9;
const cache = (variant: "mha" | "gqa" | "mqa", requestBytes: number) => {
  const batch = weights / requestBytes;
  const crossing = batch <= 1024 ? { batch, bytes: weights, text: String(batch) } : null;
  return { variant, name: `KV ${variant}`, requestBytes, crossing };
};

const data: StepGrowthData = {
  weights: {
    name: "Weights",
    points: [1, 32, 1024].map((batch) => ({ batch, bytes: weights })),
  },
  caches: [cache("mha", 16e9), cache("gqa", 2e9), cache("mqa", 0.0625e9)],
  batch: 32,
  batches: [1, 1024],
  bytesPerUnit: 1e9,
  xAxis: "Requests",
  yAxis: "Read",
  label: "What one step reads against the batch",
};

/** Ends of a straight line of the drawing. */
function line(svg: SVGSVGElement, stroke: string): readonly number[] {
  const path = svg.querySelector(`path[fill=none][stroke="var(--${stroke})"]`);
  return (path?.getAttribute("d")?.match(/-?[\d.]+/g) ?? []).map(Number);
}

const rings = (svg: SVGSVGElement) =>
  [...svg.querySelectorAll("path[fill='var(--paper)']")].map((path) => {
    const [left = 0, y = 0, r = 0] = (path.getAttribute("d")?.match(/-?[\d.]+/g) ?? []).map(Number);
    return { x: left + r, y };
  });

test("a ring stands where a cache's line crosses that of the weights", () => {
  const pictures = drawn(stepGrowth, data);
  for (const width of widths) {
    const svg = pictures[width];
    const level = line(svg, "weights")[1] ?? 0;
    const found = rings(svg);
    assert.equal(found.length, 2, "MQA crosses past the axis");
    for (const [i, variant] of (["mha", "gqa"] as const).entries()) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = line(svg, variant);
      const at = found[i];
      assert.ok(at);
      assert.ok(Math.abs(at.y - level) < 1e-6);
      assert.ok(Math.abs(y1 + ((y2 - y1) * (at.x - x1)) / (x2 - x1) - level) < 1e-6, variant);
    }
    const texts = [...svg.querySelectorAll("text")].map((text) => text.textContent);
    assert.ok(texts.includes("8") && texts.includes("64"));
  }
});

test("caches that double with the batch are as steep as each other", () => {
  const { wide } = drawn(stepGrowth, data);
  const slopes = ["mha", "gqa", "mqa"].map((variant) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = line(wide, variant);
    return (y2 - y1) / (x2 - x1);
  });
  for (const slope of slopes) assert.ok(Math.abs(slope - (slopes[0] ?? 0)) < 1e-9 && slope < 0);
});

test("the band stands at the reader's batch, inside the axis at its ends too", () => {
  for (const batch of [1, 32, 1024]) {
    const pictures = drawn(stepGrowth, { ...data, batch });
    for (const width of widths) {
      const svg = pictures[width];
      const band = svg.querySelector("rect[fill='var(--mark-band)']");
      assert.ok(band);
      const [x1 = 0, , x2 = 0] = line(svg, "mha");
      assert.ok(numberOf(band, "x") >= x1 - 1e-6);
      assert.ok(numberOf(band, "x") + numberOf(band, "width") <= x2 + 1e-6);
      const at = x1 + ((x2 - x1) * Math.log2(batch)) / 10;
      assert.ok(numberOf(band, "x") <= at + 1e-6);
      assert.ok(numberOf(band, "x") + numberOf(band, "width") >= at - 1e-6);
    }
  }
});

test("names at the right end stand apart", () => {
  const same = { ...data, caches: [cache("mha", 0.125e9), cache("gqa", 0.12e9)] };
  const pictures = drawn(stepGrowth, same);
  for (const width of widths) {
    const names = [...pictures[width].querySelectorAll("text[font-size='11'][font-weight='700']")];
    const heights = names.map((name) => numberOf(name, "y")).sort((a, b) => a - b);
    assert.equal(heights.length, 3);
    for (const [i, y] of heights.entries()) {
      assert.ok(i === 0 || y - (heights[i - 1] ?? 0) >= 15 - 1e-9);
    }
  }
});
