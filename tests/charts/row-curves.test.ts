import assert from "node:assert/strict";
import { test } from "node:test";
import { type RowCurvesData, rowCurves } from "../../src/charts/row-curves.ts";
import { drawn, widths } from "./draw.ts";

const xTicks = [1024, 2048, 4096].map((value) => ({ value, text: String(value) }));
const yTicks = [{ value: 10, text: "10" }];
const curve = { name: "MHA 8", variant: "mha", second: false, marked: false } as const;
const data: RowCurvesData = {
  panels: [
    {
      title: "Bytes",
      yTicks,
      curves: [
        { ...curve, points: xTicks.map(({ value }) => ({ x: value, y: value / 100 })) },
        {
          ...{ ...curve, name: "MQA 1", variant: "mqa" },
          points: xTicks.map(({ value }) => ({ x: value, y: value / 800 })),
        },
      ],
      empty: "",
    },
    {
      title: "Time",
      yTicks,
      curves: [
        { ...curve, marked: true, points: [{ x: 1024, y: 10, spread: [5, 20] }] },
        { ...curve, name: "copied", second: true, marked: true, points: [{ x: 1024, y: 10 }] },
      ],
      empty: "",
    },
  ],
  xTicks,
  xTitle: "Context",
  label: "Curves",
};

const numbers = (path: Element | undefined) =>
  (path?.getAttribute("d")?.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
const panels = (svg: SVGSVGElement) => [...svg.querySelectorAll(":scope > g")];
const curves = (panel: Element | undefined) => [
  ...(panel?.querySelectorAll("path[stroke-dasharray]") ?? []),
];

test("on logarithmic axes what doubles is as far apart at every place, and what is in proportion parallel", () => {
  const pictures = drawn(rowCurves, data);
  for (const width of widths) {
    const [bytes] = panels(pictures[width]);
    const [more, less] = curves(bytes).map(numbers);
    assert.ok(more?.length === 6 && less?.length === 6);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = more;
    assert.ok(Math.abs(x2 - x1 - (x3 - x2)) < 1e-6 && x2 > x1);
    assert.ok(Math.abs(y1 - y2 - (y2 - y3)) < 1e-6 && y1 > y2);
    const apart = [0, 2, 4].map((i) => (less[i + 1] ?? 0) - (more[i + 1] ?? 0));
    assert.ok(Math.abs((apart[0] ?? 0) - (apart[2] ?? 0)) < 1e-6);
    assert.ok(Math.abs((apart[0] ?? 0) / (y1 - y2) - 3) < 1e-6, "a factor of 8 is three doublings");
  }
});

test("measured points carry their quartiles, equally far where both are a factor of two", () => {
  const [, time] = panels(drawn(rowCurves, data).wide);
  const whisker = [...(time?.querySelectorAll("path") ?? [])].find((path) =>
    /^M[\d.]+ [\d.]+V/.test(path.getAttribute("d") ?? ""),
  );
  const [, low = 0, high = 0] = numbers(whisker);
  const [, y = 0] = numbers(curves(time)[0]);
  assert.ok(Math.abs(low - y - (y - high)) < 1e-6 && low > y);
});

test("names that would lie on each other are parted, and a panel without curves says why", () => {
  const svg = drawn(rowCurves, data).narrow;
  const places = ["MHA 8", "copied"].map((name) =>
    Number(
      [...(panels(svg)[1]?.querySelectorAll("text") ?? [])]
        .find((text) => text.textContent === name)
        ?.getAttribute("y"),
    ),
  );
  assert.ok(Math.abs((places[0] ?? 0) - (places[1] ?? 0)) >= 14 - 1e-9);
  const panelsThen = [...data.panels.slice(0, 1), { ...data.panels[1], curves: [] }];
  const empty = drawn(rowCurves, {
    ...data,
    panels: panelsThen.map((panel) => ({ ...panel, empty: "Run it." })) as typeof data.panels,
  }).wide;
  assert.match(panels(empty)[1]?.textContent ?? "", /Run it\./);
  assert.doesNotMatch(panels(empty)[0]?.textContent ?? "", /Run it\./);
  assert.doesNotMatch(empty.outerHTML, /NaN|Infinity/);
});
