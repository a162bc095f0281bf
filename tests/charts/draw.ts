import { parseHTML } from "linkedom";
import { type Chart, type ChartContext, chartWidths } from "../../src/charts/chart.ts";
import { drawBoth } from "../../src/site/draw.ts";

export const widths = ["wide", "narrow"] as const;
export type Width = (typeof widths)[number];

/** A chart as the build draws it, at both widths. */
export function drawn<Data>(
  chart: Chart<Data>,
  data: Data,
): Readonly<Record<Width, SVGSVGElement>> {
  const { document } = parseHTML(`<!doctype html><body>${drawBoth(chart, data)}</body>`);
  const [wide, narrow] = document.querySelectorAll("svg[role=img]");
  return {
    wide: wide as unknown as SVGSVGElement,
    narrow: narrow as unknown as SVGSVGElement,
  };
}

/** A document and a width for a chart that is called by hand. */
export function chartContext(width: Width = "wide"): ChartContext {
  const { document } = parseHTML("<!doctype html><body></body>");
  return { document: document as unknown as Document, width: chartWidths[width] };
}

/** The number of an attribute; NaN without one. */
export const numberOf = (element: Element, name: string): number =>
  Number.parseFloat(element.getAttribute(name) ?? "");

const rounded = (text: string): string =>
  text.replace(/-?\d+\.\d+(?:e-?\d+)?/g, (digits) => String(Number(Number(digits).toFixed(2)) + 0));

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** A drawing as text that a diff can show: a line an element, sorted attributes, rounded numbers. */
export function snapshotOf(element: Element, indent = ""): string {
  const attributes = [...element.attributes]
    .map(({ name, value }) => {
      // A label is read, not measured: its digits stay.
      const shown = escaped(name === "aria-label" ? value : rounded(value));
      return ` ${name}="${shown.replace(/"/g, "&quot;")}"`;
    })
    .sort()
    .join("");
  const { localName } = element;
  const names = localName === "svg" ? ' xmlns="http://www.w3.org/2000/svg"' : "";
  if (element.childNodes.length === 0) return `${indent}<${localName}${names}${attributes}/>\n`;
  if (element.children.length === 0) {
    const text = escaped((element.textContent ?? "").trim().replace(/[ \n]+/g, " "));
    return `${indent}<${localName}${names}${attributes}>${text}</${localName}>\n`;
  }
  const children = [...element.children].map((child) => snapshotOf(child, `${indent} `)).join("");
  return `${indent}<${localName}${names}${attributes}>\n${children}${indent}</${localName}>\n`;
}
