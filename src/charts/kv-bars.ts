import { axisX, barX, plot, ruleX, text } from "@observablehq/plot";
import type { ChartContext } from "./chart.ts";
import { figure } from "./figure.ts";
import { type VariantKey, variantStyle } from "./variant-style.ts";

export interface KvBar {
  readonly name: string;
  readonly bytes: number;
  /** The bytes as they are to be read. */
  readonly size: string;
  readonly role: VariantKey | "weights" | "free";
  /** The reader's own arrangement: bold. */
  readonly own?: boolean;
}

export interface KvBarsData {
  readonly bars: readonly KvBar[];
  readonly bytesPerUnit: number;
  readonly axis: string;
  readonly label: string;
}

const rowHeight = 34;

/** Caches, weights and a GPU as bars on one scale. Lengths are true. */
export function kvBars(data: KvBarsData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  const solid = data.bars.filter((bar) => bar.role !== "free");
  const outline = data.bars.filter((bar) => bar.role === "free");
  const label = (own: boolean) => ({
    filter: (bar: KvBar) => (bar.own ?? false) === own,
    y: "name",
    fontWeight: own ? 700 : 400,
    fontSize: narrow ? 11 : 12,
  });
  const x = (bar: KvBar) => bar.bytes / data.bytesPerUnit;
  const svg = plot({
    document,
    className: "plot",
    width,
    height: data.bars.length * rowHeight + 44,
    marginTop: 2,
    marginBottom: 42,
    marginLeft: narrow ? 88 : 112,
    marginRight: narrow ? 72 : 92,
    style: { background: "none", fontFamily: "inherit", fontSize: "11px" },
    x: { label: null, nice: true, zero: true },
    y: { domain: data.bars.map((bar) => bar.name), padding: 0.42, axis: null },
    marks: [
      axisX({
        ticks: narrow ? 3 : 6,
        tickSize: 4,
        tickPadding: 4,
        stroke: "var(--edge)",
        fill: "var(--muted)",
        label: data.axis,
        labelAnchor: "right",
        labelArrow: "none",
        labelOffset: 36,
      }),
      barX(solid, { x, y: "name", fill: (bar: KvBar) => fillOf(bar.role) }),
      barX(outline, { x, y: "name", fill: "none", stroke: "var(--edge)", strokeDasharray: "2 2" }),
      ruleX([0], { stroke: "var(--edge)" }),
      ...[true, false].flatMap((own) => [
        text(data.bars, {
          ...label(own),
          text: "name",
          frameAnchor: "left",
          textAnchor: "end",
          dx: -8,
          fill: (bar: KvBar) => textOf(bar.role),
        }),
        text(data.bars, { ...label(own), x, text: "size", textAnchor: "start", dx: 6 }),
      ]),
    ],
    color: { type: "identity" },
  });
  return figure(svg as SVGSVGElement, data.label);
}

const fillOf = (role: KvBar["role"]): string =>
  role === "weights" || role === "free" ? "var(--weights)" : variantStyle[role].line;

const textOf = (role: KvBar["role"]): string =>
  role === "weights" || role === "free" ? "var(--ink)" : variantStyle[role].text;
