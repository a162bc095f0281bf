import assert from "node:assert/strict";
import { test } from "node:test";
import { type KvBarsData, kvBars } from "../../src/charts/kv-bars.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const data: KvBarsData = {
  bars: [
    { name: "MHA 64", bytes: 21_474_836_480, size: "21.47 GB", role: "mha" },
    { name: "GQA 8", bytes: 2_684_354_560, size: "2.684 GB", role: "gqa", own: true },
    { name: "MQA 1", bytes: 335_544_320, size: "0.3355 GB", role: "mqa" },
    { name: "Weights", bytes: 141_104_000_000, size: "141.1 GB", role: "weights" },
    { name: "GPU", bytes: 80e9, size: "80 GB", role: "free" },
  ],
  bytesPerUnit: 1e9,
  axis: "Size (GB)",
  label: "Sizes",
};

test("a bar is as long as its bytes, all on one scale that starts at zero", () => {
  const pictures = drawn(kvBars, data);
  for (const width of widths) {
    const bars = [...pictures[width].querySelectorAll("rect")];
    assert.equal(bars.length, data.bars.length);
    const starts = new Set(bars.map((bar) => numberOf(bar, "x")));
    assert.equal(starts.size, 1);
    const perByte = bars.map((bar, i) => numberOf(bar, "width") / (data.bars[i]?.bytes ?? 0));
    const [first = 0] = perByte;
    for (const ratio of perByte) assert.ok(Math.abs(ratio / first - 1) < 1e-9, String(perByte));
    const end = Math.max(...bars.map((bar) => numberOf(bar, "x") + numberOf(bar, "width")));
    assert.ok(end <= numberOf(pictures[width], "width"));
  }
});

test("each bar says its name and its size; the reader's own is bold", () => {
  const { wide } = drawn(kvBars, data);
  const texts = [...wide.querySelectorAll("text")].map((text) => text.textContent);
  for (const { name, size } of data.bars) {
    assert.ok(texts.includes(name), name);
    assert.ok(texts.includes(size), size);
  }
  const bold = [...wide.querySelectorAll("[font-weight='700'] text")].map((t) => t.textContent);
  assert.deepEqual(bold, ["GQA 8", "2.684 GB"]);
});

test("GiB changes the ticks and not the bars", () => {
  const lengths = (bytesPerUnit: number) => {
    const bars = [...drawn(kvBars, { ...data, bytesPerUnit }).wide.querySelectorAll("rect")];
    const [first] = bars;
    assert.ok(first);
    return bars.map((bar) => numberOf(bar, "width") / numberOf(first, "width"));
  };
  const inGB = lengths(1e9);
  for (const [i, ratio] of lengths(2 ** 30).entries()) {
    assert.ok(Math.abs(ratio / (inGB[i] ?? 0) - 1) < 1e-9);
  }
});

test("no line runs through the bars but the one they start from", () => {
  const pictures = drawn(kvBars, data);
  for (const width of widths) {
    const svg = pictures[width];
    const [bar] = svg.querySelectorAll("rect");
    assert.ok(bar);
    const upright = [...svg.querySelectorAll("line")];
    assert.equal(upright.length, 1);
    const start = numberOf(bar, "x");
    for (const line of upright) {
      assert.deepEqual([numberOf(line, "x1"), numberOf(line, "x2")], [start, start]);
    }
  }
});

test("one picture with one name: no label inside", () => {
  const { wide } = drawn(kvBars, data);
  assert.equal(wide.getAttribute("role"), "img");
  assert.equal(wide.getAttribute("aria-label"), "Sizes");
  assert.equal(wide.querySelectorAll("[aria-label], [aria-description]").length, 0);
});
