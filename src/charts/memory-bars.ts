import { scaleLinear } from "d3-scale";
import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

export interface MemoryRow {
  readonly variant: VariantKey;
  readonly name: string;
  readonly requests: number;
  readonly requestBytes: number;
  readonly own: boolean;
}

export interface MemoryBarsData {
  readonly totalBytes: number;
  readonly weightBytes: number;
  readonly reserveBytes: number;
  readonly rows: readonly MemoryRow[];
  readonly names: {
    readonly weights: string;
    readonly cache: string;
    readonly short: string;
  };
  readonly label: string;
}

const barHeight = 26;
const rowGap = 12;
const headHeight = 24;
/** Requests narrower than this are drawn as one block, not cut. */
const narrowestCut = 3;

/** What fills the memory: weights, reserve, one cut for each request, and what stays free. */
export function memoryBars(data: MemoryBarsData, { document, width }: ChartContext): SVGSVGElement {
  const left = width < 500 ? 64 : 80;
  const height = headHeight + data.rows.length * (barHeight + rowGap);
  const svg = canvas(document, width, height);
  const needed = data.weightBytes + data.reserveBytes;
  const x = scaleLinear([0, Math.max(data.totalBytes, needed)], [left, width - 1]);
  const add = (name: string, attributes: Record<string, string | number>, text = "") =>
    svg.append(node(document, name, attributes, text));
  const hatch = `hatch-${width}`;
  svg.append(
    node(
      document,
      "defs",
      {},
      node(
        document,
        "pattern",
        {
          id: hatch,
          width: 5,
          height: 5,
          patternUnits: "userSpaceOnUse",
          patternTransform: "rotate(45)",
        },
        node(document, "path", { d: "M0 0V5", stroke: "var(--waste)", "stroke-width": 2.6 }),
      ),
    ),
  );
  const heading = (text: string, from: number, to: number, fill: string) => {
    if (x(to) - x(from) < text.length * 7) return;
    add("text", { x: x(from) + 2, y: 14, "font-size": 11, fill }, text);
  };
  const { names } = data;
  const taken = Math.min(data.weightBytes, x.domain()[1] ?? 0);
  heading(names.weights, 0, taken, "var(--weights-text)");
  if (needed <= data.totalBytes) heading(names.cache, needed, data.totalBytes, "var(--kv-text)");
  for (const [i, row] of data.rows.entries()) {
    const y = headHeight + i * (barHeight + rowGap);
    const box = (from: number, to: number) => ({
      x: x(from),
      y,
      width: Math.max(0, x(to) - x(from)),
      height: barHeight,
    });
    add(
      "text",
      {
        x: left - 8,
        y: y + barHeight / 2 + 4,
        "text-anchor": "end",
        fill: variantStyle[row.variant].text,
        "font-weight": row.own ? 700 : 400,
      },
      row.name,
    );
    add("rect", { ...box(0, data.weightBytes), fill: "var(--weights)" });
    add("rect", {
      ...box(data.weightBytes, needed),
      fill: "var(--figure)",
      stroke: "var(--weights)",
    });
    if (needed > data.totalBytes) {
      add("rect", {
        ...box(data.totalBytes, needed),
        fill: `url(#${hatch})`,
        stroke: "var(--waste)",
      });
      continue;
    }
    const filled = needed + row.requests * row.requestBytes;
    add("rect", { ...box(needed, filled), fill: "var(--kv)" });
    cuts(row, needed, x).forEach((at) => {
      add("path", { d: `M${at} ${y}V${y + barHeight}`, stroke: "var(--paper)", "stroke-width": 1 });
    });
    add("rect", {
      ...box(filled, data.totalBytes),
      fill: "none",
      stroke: "var(--edge)",
      "stroke-dasharray": "2 2",
    });
  }
  if (needed > data.totalBytes) {
    const bottom = height - rowGap + 6;
    const at = x(data.totalBytes);
    add("path", {
      d: `M${at} ${headHeight - 6}V${bottom}`,
      stroke: "var(--ink)",
      "stroke-width": 2,
    });
    add(
      "text",
      { x: at - 5, y: 14, "text-anchor": "end", "font-weight": 700, fill: "var(--waste-text)" },
      names.short,
    );
  }
  return figure(svg, data.label);
}

/** Where one request ends and the next begins, in px. */
function cuts(row: MemoryRow, from: number, x: (bytes: number) => number): number[] {
  if (x(from + row.requestBytes) - x(from) < narrowestCut) return [];
  return Array.from({ length: Math.max(0, row.requests - 1) }, (_, i) =>
    Number(x(from + (i + 1) * row.requestBytes).toFixed(2)),
  );
}
