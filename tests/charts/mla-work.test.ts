import assert from "node:assert/strict";
import { test } from "node:test";
import { type MlaWorkData, mlaWork } from "../../src/charts/mla-work.ts";
import { drawn, numberOf, widths } from "./draw.ts";

const counts = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
/** Absorbed 8 a query, expanded 800 and 3 a query: equal at 160. */
const naive = (queries: number) => 800 + 3 * queries;
const absorbed = (queries: number) => 8 * queries;

const dataOf = (queries: number, more: Partial<MlaWorkData> = {}): MlaWorkData => ({
  lines: [
    {
      ...{ form: "naive", name: "Expand", own: false, value: "n" },
      points: counts.map((at) => ({ queries: at, macs: naive(at) })),
      macs: naive(queries),
    },
    {
      ...{ form: "absorbed", name: "Absorb", own: true, value: "a" },
      points: counts.map((at) => ({ queries: at, macs: absorbed(at) })),
      macs: absorbed(queries),
    },
  ],
  queries,
  crossing: { queries: 160, macs: absorbed(160), text: "from 160 on" },
  bars: [
    { form: "naive", name: "Expand", own: false, read: 100, made: 700, text: "100 and 700" },
    { form: "absorbed", name: "Absorb", own: true, read: 100, made: 0, text: "100" },
  ],
  barsTitle: "Bytes",
  xAxis: "Queries",
  yAxis: "Work",
  label: "Work against queries",
  ...more,
});

const numbers = (element: Element | null): readonly number[] =>
  (element?.getAttribute("d")?.match(/-?[\d.]+/g) ?? []).map(Number);

/** Where a mark or a ring stands. */
const middle = (svg: SVGSVGElement, name: string) => {
  const [left = 0, y = 0, r = 0] = numbers(svg.querySelector(`path.${name}`));
  return { x: left + r, y };
};

test("the ring stands where the two lines meet", () => {
  const pictures = drawn(mlaWork, dataOf(1));
  for (const width of widths) {
    const svg = pictures[width];
    const { x, y } = middle(svg, "crossing");
    for (const form of ["naive", "absorbed"]) {
      const all = numbers(svg.querySelector(`path.line-${form}`));
      const points = counts.map((_, i) => [all[2 * i] ?? 0, all[2 * i + 1] ?? 0] as const);
      const after = points.findIndex(([at]) => at >= x);
      const [from, to] = [points[after - 1], points[after]];
      assert.ok(from && to);
      const height = from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0]);
      // Straight between powers of two, while the expanded form's line is bent.
      assert.ok(Math.abs(height - y) < 2, `${form}: ${height} and ${y}`);
    }
    const texts = [...svg.querySelectorAll("text")].map((text) => text.textContent);
    assert.ok(texts.includes("from 160 on"));
  }
});

test("the absorbed line is straight: twice the queries, twice the work", () => {
  const { wide } = drawn(mlaWork, dataOf(1));
  const all = numbers(wide.querySelector("path.line-absorbed"));
  const slopes = counts.slice(1).map((_, i) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = all.slice(2 * i, 2 * i + 4);
    return (y2 - y1) / (x2 - x1);
  });
  for (const slope of slopes) assert.ok(Math.abs(slope - (slopes[0] ?? 0)) < 1e-2 && slope < 0);
});

test("forms differ by dash and by mark, not only by what is thick", () => {
  const { wide } = drawn(mlaWork, dataOf(16));
  const of = (name: string, attribute: string) =>
    wide.querySelector(`path.${name}`)?.getAttribute(attribute);
  assert.equal(of("line-naive", "stroke-dasharray"), "none");
  assert.notEqual(of("line-absorbed", "stroke-dasharray"), "none");
  const shape = (name: string) => of(name, "d")?.replace(/[-\d. ]+/g, "");
  assert.notEqual(shape("at-naive"), shape("at-absorbed"));
});

test("the band stands at the reader's queries, inside the axis at its ends too", () => {
  for (const queries of [1, 16, 1000, 1024]) {
    const pictures = drawn(mlaWork, dataOf(queries));
    for (const width of widths) {
      const svg = pictures[width];
      const band = svg.querySelector("rect[fill='var(--mark-band)']");
      assert.ok(band);
      const all = numbers(svg.querySelector("path.line-absorbed"));
      const [first = 0, last = 0] = [all[0], all.at(-2)];
      const x = first + ((last - first) * Math.log2(queries)) / 10;
      const [left, right] = [numberOf(band, "x"), numberOf(band, "x") + numberOf(band, "width")];
      assert.ok(left <= x + 0.1 && x - 0.1 <= right, `${queries}`);
      assert.ok(first - 0.1 <= left && right <= last + 0.1);
    }
  }
});

test("bars are as long as their bytes; what is made is an outline", () => {
  const pictures = drawn(mlaWork, dataOf(1));
  for (const width of widths) {
    const svg = pictures[width];
    const bar = (name: string) => svg.querySelector(`rect.${name}`) as Element;
    const read = numberOf(bar("read-naive"), "width");
    assert.equal(numberOf(bar("read-absorbed"), "width"), read);
    assert.ok(Math.abs((numberOf(bar("made-naive"), "width") + 1) / read - 7) < 0.02);
    assert.equal(svg.querySelectorAll("rect.made-absorbed").length, 0);
    assert.equal(bar("made-naive").getAttribute("fill"), "none");
    const end = numberOf(bar("made-naive"), "x") + numberOf(bar("made-naive"), "width");
    assert.ok(end <= numberOf(svg, "width"));
  }
});

test("texts in the plot stand apart", () => {
  for (const queries of [1, 3, 16, 100, 171, 600, 1024]) {
    const value = (form: string) => `${form} 137.8 GMAC`;
    const data = dataOf(queries);
    const lines = data.lines.map((line) => ({ ...line, value: value(line.form) }));
    const pictures = drawn(mlaWork, { ...data, lines });
    for (const width of widths) {
      const svg = pictures[width];
      const texts = [...svg.querySelectorAll("text[paint-order]")].map((text) => {
        const size = numberOf(text, "font-size");
        // Fonts need a little less than what labels are placed by.
        const room = (text.textContent ?? "").length * size * 0.55;
        const [x, y] = [numberOf(text, "x"), numberOf(text, "y")];
        return { left: x - room / 2, right: x + room / 2, top: y - size * 0.8, bottom: y + 2 };
      });
      assert.equal(texts.length, 5);
      for (const [i, one] of texts.entries()) {
        assert.ok(one.right <= numberOf(svg, "width") + 1, `${queries} ${width}`);
        for (const other of texts.slice(0, i)) {
          const apart =
            other.right <= one.left ||
            one.right <= other.left ||
            other.bottom <= one.top ||
            one.bottom <= other.top;
          assert.ok(apart, `${queries} ${width}`);
        }
      }
    }
  }
});

test("without a crossing on the axis there is no ring", () => {
  const { wide } = drawn(mlaWork, dataOf(1, { crossing: null }));
  assert.equal(wide.querySelectorAll("path.crossing, path.drop").length, 0);
});
