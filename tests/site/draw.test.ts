import assert from "node:assert/strict";
import { test } from "node:test";
import type { Chart } from "../../src/charts/chart.ts";
import { drawBoth, pagePictures } from "../../src/site/draw.ts";

const chart: Chart<string> = (label, { document, width }) => {
  const make = (name: string, attributes: Record<string, string>, text = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element as SVGSVGElement;
  };
  const svg = make("svg", { "aria-label": label, width: `${width}` });
  svg.append(make("path", { d: "M1.23456 -0.04L1e-7 2.5000001h3.25", "stroke-width": "1.25" }));
  svg.append(make("g", { transform: "translate(10.06 3)", class: "d=1.234" }));
  svg.append(make("text", { x: "7.98999", y: "0.71em" }, "0.8012"));
  return svg;
};

test("a page has coordinates to a tenth of a pixel; what is read keeps its digits", () => {
  const exact = drawBoth(chart, "0.12345");
  assert.match(exact, /M1\.23456 -0\.04L1e-7 2\.5000001/);
  const page = pagePictures(chart, "0.12345");
  assert.match(page, / d="M1\.2 0L1e-7 2\.5h3\.3"/);
  assert.match(page, / transform="translate\(10\.1 3\)"/);
  assert.match(page, / class="d=1\.234"/);
  assert.match(page, / x="8"/);
  assert.match(page, / y="0\.71em"/);
  assert.match(page, />0\.8012</);
  assert.match(page, /aria-label="0\.12345"/);
  assert.match(page, /stroke-width="1\.25"/);
});
