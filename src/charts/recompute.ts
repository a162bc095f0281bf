import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";

export interface RecomputeData {
  readonly tokens: number;
  readonly without: string;
  readonly with: string;
  /** "Token" and "Step", the names of columns and rows. */
  readonly column: string;
  readonly row: string;
  readonly computed: (count: number) => string;
  readonly label: string;
}

/** Which tokens pass through the model at each decode step: a triangle, or a diagonal. */
export function recompute(data: RecomputeData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  const gap = narrow ? 0 : 48;
  const left = 30;
  const cell = narrow
    ? Math.floor((width - left) / data.tokens)
    : Math.floor(((width - gap) / 2 - left) / data.tokens);
  const panelHeight = 54 + cell * data.tokens + 26;
  const svg = canvas(document, width, narrow ? 2 * panelHeight + 16 : panelHeight);
  for (const [i, cached] of [false, true].entries()) {
    const x = narrow ? 0 : i * (left + cell * data.tokens + gap);
    const y = narrow ? i * (panelHeight + 16) : 0;
    const group = node(document, "g", { transform: `translate(${x} ${y})` });
    panel(document, group, data, { cached, cell, left });
    svg.append(group);
  }
  return figure(svg, data.label);
}

function panel(
  document: Document,
  group: SVGElement,
  data: RecomputeData,
  { cached, cell, left }: { cached: boolean; cell: number; left: number },
): void {
  const add = (name: string, attributes: Record<string, string | number>, text = "") =>
    group.append(node(document, name, attributes, text));
  const muted = { "font-size": 11, fill: "var(--muted)" };
  const top = 54;
  add(
    "text",
    { x: 0, y: 14, "font-size": 13, "font-weight": 700 },
    cached ? data.with : data.without,
  );
  add("text", { x: left, y: 32, ...muted }, data.column);
  add("text", { x: 0, y: 50, ...muted }, data.row);
  let computed = 0;
  for (let step = 1; step <= data.tokens; step++) {
    const y = top + (step - 1) * cell;
    add("text", { x: left - 8, y: y + cell / 2 + 4, "text-anchor": "end", ...muted }, String(step));
    const column = { x: left + (step - 0.5) * cell, y: 48, "text-anchor": "middle" };
    add("text", { ...column, ...muted }, String(step));
    for (let token = 1; token <= step; token++) {
      const fresh = !cached || token === step;
      if (fresh) computed++;
      add("rect", {
        x: left + (token - 1) * cell + 1,
        y: y + 1,
        width: cell - 2,
        height: cell - 2,
        fill: fresh ? "var(--kv)" : "none",
        stroke: fresh ? "var(--kv)" : "var(--edge)",
        ...(fresh ? {} : { "stroke-dasharray": "2 2" }),
      });
    }
  }
  const y = top + data.tokens * cell + 18;
  add("text", { x: left, y, "font-size": 12 }, data.computed(computed));
}
