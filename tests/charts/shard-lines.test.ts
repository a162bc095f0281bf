import assert from "node:assert/strict";
import { test } from "node:test";
import { type ShardLine, type ShardLinesData, shardLines } from "../../src/charts/shard-lines.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const heads = (variant: ShardLine["variant"], nKv: number, own = false): ShardLine => ({
  variant,
  name: `${variant} ${nKv}, long`,
  short: `${variant} ${nKv}`,
  own,
  bytes: Array.from({ length: 16 }, (_, i) => Math.ceil(nKv / (i + 1)) * 512),
});
const latent: ShardLine = {
  variant: "mla",
  name: "mla, long",
  short: "mla",
  own: false,
  bytes: new Array<number>(16).fill(1152),
};

const data: ShardLinesData = {
  lines: [heads("mha", 64), heads("gqa", 8, true), heads("mqa", 1), latent],
  tp: 8,
  value: "512 B",
  meeting: { tp: 8, bytes: 512, text: "from 8 on both are one", short: "both are one" },
  ticks: [1, 64, 256, 1024, 4096, 16_384, 65_536].map((bytes) => ({ bytes, text: `${bytes} B` })),
  xAxis: "GPUs",
  yAxis: "One token",
  label: "One token against the number of GPUs",
};

/** Corners of a line. */
function corners(svg: SVGSVGElement, variant: string): readonly { x: number; y: number }[] {
  const d = svg.querySelector(`path.line-${variant}`)?.getAttribute("d") ?? "";
  return [...d.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
}

test("a corner for each whole TP; equal factors are equal distances on both axes", () => {
  const pictures = drawn(shardLines, data);
  for (const width of widths) {
    const points = corners(pictures[width], "mha");
    assert.equal(points.length, 16);
    const at = (tp: number) => points[tp - 1] ?? { x: 0, y: 0 };
    const octaves = [1, 2, 4, 8].map((tp) => ({
      x: at(2 * tp).x - at(tp).x,
      y: at(2 * tp).y - at(tp).y,
    }));
    for (const { x, y } of octaves) {
      assert.ok(Math.abs(x - (octaves[0]?.x ?? 0)) < 0.05, "TP doubles");
      assert.ok(Math.abs(y - (octaves[0]?.y ?? 0)) < 0.05, "64 heads halve");
    }
  }
});

test("a latent stays flat; 8 heads meet 1 at TP 8, where the ring is", () => {
  const pictures = drawn(shardLines, data);
  for (const width of widths) {
    const svg = pictures[width];
    assert.equal(new Set(corners(svg, "mla").map(({ y }) => y)).size, 1);
    const [gqa, mqa] = [corners(svg, "gqa"), corners(svg, "mqa")];
    const apart = gqa.map(({ y }, i) => (mqa[i]?.y ?? 0) - y);
    assert.ok(apart.slice(0, 7).every((px) => px > 10));
    assert.ok(apart.slice(7).every((px) => px === 0));
    const ring = svg.querySelector("path.meeting")?.getAttribute("d") ?? "";
    const [left = 0, y = 0, r = 0] = (ring.match(/-?[\d.]+/g) ?? []).map(Number);
    assert.ok(Math.abs(left + r - (gqa[7]?.x ?? 0)) < 0.05);
    assert.ok(Math.abs(y - (gqa[7]?.y ?? 0)) < 0.05);
  }
});

test("the band, a dot on each line and the value stand at the reader's TP", () => {
  for (const tp of [1, 6, 16]) {
    const pictures = drawn(shardLines, { ...data, tp });
    for (const width of widths) {
      const svg = pictures[width];
      const x = corners(svg, "mha")[tp - 1]?.x ?? 0;
      const band = svg.querySelector("rect[fill='var(--mark-band)']");
      assert.ok(band);
      const middle = numberOf(band, "x") + numberOf(band, "width") / 2;
      assert.ok(Math.abs(middle - x) < 0.05);
      assert.equal(svg.querySelectorAll("path.dot").length, 4);
      const texts = [...svg.querySelectorAll("text")].map((text) => text.textContent);
      assert.ok(texts.includes(`TP ${tp}`) && texts.includes("512 B"));
    }
  }
});

test("names stand apart at the left ends, short ones in a narrow drawing", () => {
  const lines = [...data.lines, heads("gqa", 2)];
  const pictures = drawn(shardLines, { ...data, lines });
  for (const width of widths) {
    const svg = pictures[width];
    const names = lines.map((line) => (width === "narrow" ? line.short : line.name));
    const found = [...svg.querySelectorAll("text")].filter((text) =>
      names.includes(text.textContent ?? ""),
    );
    assert.equal(found.length, lines.length);
    const heights = found.map((text) => numberOf(text, "y")).sort((a, b) => a - b);
    for (const [i, y] of heights.entries()) {
      assert.ok(i === 0 || y - (heights[i - 1] ?? 0) >= 14 - 0.05);
    }
    const start = corners(svg, "mha")[0]?.x ?? 0;
    for (const text of found) assert.ok(numberOf(text, "x") < start);
  }
});

test("the own line is wider than the others, whatever its colour", () => {
  const { wide } = drawn(shardLines, data);
  const width = (variant: string) =>
    numberOf(wide.querySelector(`path.line-${variant}`) as Element, "stroke-width");
  assert.ok(["mha", "mqa", "mla"].every((variant) => width(variant) < width("gqa")));
});

test("ticks are those of the axis, at most five", () => {
  const { narrow } = drawn(shardLines, data);
  const texts = [...narrow.querySelectorAll("text")].map((text) => text.textContent ?? "");
  const bytes = texts.filter((text) => data.ticks.some((tick) => tick.text === text));
  assert.ok(bytes.length >= 2 && bytes.length <= 5, bytes.join());
  assert.ok(!bytes.includes("1 B"));
  assert.deepEqual(
    ["1", "2", "4", "8", "16"].filter((text) => texts.includes(text)),
    ["1", "2", "4", "8", "16"],
  );
});
