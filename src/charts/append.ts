import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";

export interface AppendData {
  /** Rows already in the cache. */
  readonly rows: number;
  readonly names: {
    readonly query: string;
    readonly keys: string;
    readonly values: string;
    readonly weights: string;
    readonly output: string;
    readonly cached: string;
    readonly appended: string;
  };
  readonly label: string;
}

const rowHeight = 18;
const rowGap = 3;

/** One decode step of one head: the query against every row of K, the weights over the rows of V. */
export function append(data: AppendData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  const unit = width / (narrow ? 34 : 40);
  const columns = {
    query: 0,
    keys: unit * 7.4,
    weights: unit * (narrow ? 15.6 : 16.6),
    values: unit * 21.6,
    output: unit * (narrow ? 29.4 : 33),
  };
  const sizes = {
    vector: unit * (narrow ? 4.4 : 6),
    table: unit * (narrow ? 6.6 : 7.4),
    weights: unit * 3,
  };
  const top = 44;
  const rows = data.rows + 1;
  const tableHeight = rows * (rowHeight + rowGap);
  const height = top + tableHeight + 38;
  const svg = canvas(document, width, height);
  const add = (name: string, attributes: Record<string, string | number>, text = "") =>
    svg.append(node(document, name, attributes, text));
  const title = (x: number, text: string, fill: string) =>
    add("text", { x, y: 30, "font-weight": 700, "font-size": narrow ? 11 : 12, fill }, text);
  const middle = top + tableHeight / 2;
  const cell = (x: number, y: number, size: number, role: "q" | "k" | "v") =>
    add("rect", {
      x,
      y,
      width: size,
      height: rowHeight,
      fill: `var(--${role}-wash)`,
      stroke: `var(--${role})`,
    });

  title(columns.query, data.names.query, "var(--q-text)");
  cell(columns.query, middle - rowHeight / 2, sizes.vector, "q");
  add(
    "text",
    {
      x: columns.query + sizes.vector / 2,
      y: middle + 4,
      "text-anchor": "middle",
      fill: "var(--q-text)",
    },
    "q",
  );
  title(columns.keys, data.names.keys, "var(--k-text)");
  title(columns.weights, data.names.weights, "var(--ink)");
  title(columns.values, data.names.values, "var(--v-text)");
  title(columns.output, data.names.output, "var(--ink)");

  for (let row = 0; row < rows; row++) {
    const y = top + row * (rowHeight + rowGap);
    const fresh = row === rows - 1;
    const from = columns.query + sizes.vector + 3;
    add("path", {
      d: `M${from} ${middle}L${columns.keys - 4} ${y + rowHeight / 2}`,
      stroke: "var(--edge)",
      fill: "none",
    });
    cell(columns.keys, y, sizes.table, "k");
    cell(columns.values, y, sizes.table, "v");
    // Weights are drawn, not measured: any positive numbers that fall off with distance.
    const share = [0.5, 0.2, 0.75, 0.3, 0.35, 0.25, 0.6, 1][row % 8] ?? 0.5;
    add("rect", {
      x: columns.weights,
      y: y + 5,
      width: sizes.weights * share,
      height: rowHeight - 10,
      fill: "var(--ink)",
    });
    const to = columns.output - 4;
    add("path", {
      d: `M${columns.values + sizes.table + 3} ${y + rowHeight / 2}L${to} ${middle}`,
      stroke: "var(--edge)",
      fill: "none",
    });
    if (!fresh) continue;
    for (const [x, role] of [
      [columns.keys, "k"],
      [columns.values, "v"],
    ] as const) {
      add("rect", {
        x: x - 2,
        y: y - 2,
        width: sizes.table + 4,
        height: rowHeight + 4,
        fill: "none",
        stroke: `var(--${role})`,
        "stroke-width": 2,
      });
      add(
        "text",
        {
          x: x + sizes.table / 2,
          y: y + rowHeight - 5,
          "text-anchor": "middle",
          "font-size": 11,
          fill: `var(--${role}-text)`,
        },
        "+",
      );
    }
  }
  const size = narrow ? unit * 3.6 : sizes.vector;
  add("rect", {
    x: columns.output,
    y: middle - rowHeight / 2,
    width: size,
    height: rowHeight,
    fill: "var(--figure)",
    stroke: "var(--ink)",
  });
  add("text", { x: columns.output + size / 2, y: middle + 4, "text-anchor": "middle" }, "o");
  const foot = top + tableHeight + 18;
  add(
    "text",
    { x: columns.keys, y: foot, "font-size": 11, fill: "var(--muted)" },
    data.names.cached,
  );
  add(
    "text",
    { x: columns.keys, y: foot + 15, "font-size": 11, fill: "var(--muted)" },
    data.names.appended,
  );
  return figure(svg, data.label);
}
