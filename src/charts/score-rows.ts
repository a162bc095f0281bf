import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import { type Add, drawRows, type PlacedRow, rowHeight, type ScoreRow } from "./score-row.ts";
import { type RowAxis, type RowFrame, rowAxis, rowRange } from "./score-row-axis.ts";
import { textWidth } from "./text-width.ts";

export interface ScorePanel {
  /** Which paper and which score, where there is more than one panel. */
  readonly title: string;
  readonly subtitle: string;
  readonly rows: readonly ScoreRow[];
  /** What all marks are compared with. */
  readonly zero: { readonly at: number; readonly text: string } | null;
  readonly xAxis: string;
  /** A value of the axis as it is to be read. */
  readonly tick: (value: number) => string;
}

export interface ScoreRowsData {
  /** Each with an axis of its own; a unit is as long in one as in another. */
  readonly panels: readonly [ScorePanel, ...ScorePanel[]];
  /** What a sign in the picture means, line by line. */
  readonly foot: readonly string[];
  readonly label: string;
}

const small = { "font-size": 11, fill: "var(--muted)" };
const gap = 36;
/** Of a panel's width that names may take before they go above their marks. */
const mostNames = 0.36;
/** Of a panel's width that marks need; names go above where there is less. */
const leastMarks = 0.3;

/** Rows of values, each row with its marks on one linear axis. */
export function scoreRows(data: ScoreRowsData, { document, width }: ChartContext): SVGSVGElement {
  const narrow = width < 500;
  const beside = !narrow && data.panels.length > 1;
  const each = beside ? (width - gap * (data.panels.length - 1)) / data.panels.length : width;
  const span = Math.max(...data.panels.map(spanOf));
  const panels = placed(data.panels.map((panel) => layoutOf(panel, each, span, narrow)));
  const tops = panels.map((_, i) =>
    beside ? 0 : panels.slice(0, i).reduce((sum, { height }) => sum + height + 20, 0),
  );
  const bottom = Math.max(...panels.map(({ height }, i) => (tops[i] ?? 0) + height));
  const svg = canvas(document, width, bottom + data.foot.length * 16 + 2);
  for (const [i, layout] of panels.entries()) {
    const moved = `translate(${beside ? i * (each + gap) : 0} ${tops[i] ?? 0})`;
    const group = node(document, "g", { transform: moved, class: "score-panel" });
    svg.append(group);
    drawPanel(layout, (name, attributes, text = "") =>
      group.append(node(document, name, attributes, text)),
    );
  }
  for (const [i, line] of data.foot.entries()) {
    svg.append(node(document, "text", { x: 0, y: bottom + 13 + i * 16, ...small }, line));
  }
  return figure(svg, data.label);
}

/** Values that a panel has to reach, errors included. */
function valuesOf({ rows, zero }: ScorePanel): readonly number[] {
  const reached = rows.flatMap(({ marks }) =>
    marks.flatMap(({ at, error }) => [at - (error ?? 0), at + (error ?? 0)]),
  );
  return zero ? [...reached, zero.at] : reached;
}

function spanOf(panel: ScorePanel): number {
  const values = valuesOf(panel);
  return Math.max(Math.max(...values) - Math.min(...values), 1e-9);
}

interface Layout {
  readonly panel: ScorePanel;
  readonly frame: RowFrame;
  readonly range: readonly [from: number, to: number];
  readonly rows: readonly PlacedRow[];
  readonly head: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

interface Placed extends Layout {
  readonly axis: RowAxis;
}

/** A unit as long in all panels as in the one that has least room for it. */
function placed(layouts: readonly Layout[]): readonly Placed[] {
  const unit = Math.min(
    ...layouts.map(
      ({ range, frame }) => (range[1] - range[0]) / (frame.domain[1] - frame.domain[0]),
    ),
  );
  return layouts.map((layout) => ({ ...layout, axis: rowAxis(layout.frame, layout.range, unit) }));
}

function layoutOf(panel: ScorePanel, width: number, span: number, narrow: boolean): Layout {
  const names = Math.max(...panel.rows.map(({ name }) => textWidth(name, 12)));
  // Three marks with their values need all of a narrow picture.
  const crowded = narrow && panel.rows.some(({ marks }) => marks.length > 2);
  const long = crowded || names > mostNames * width;
  const titled = panel.title === "" ? 0 : panel.subtitle === "" ? 22 : 38;
  const head = titled + (panel.zero?.text ? 18 : 0);
  const values = valuesOf(panel);
  const middle = (Math.max(...values) + Math.min(...values)) / 2;
  const domain = [middle - span / 2, middle + span / 2] as const;
  const zero = panel.zero?.at ?? null;
  const marked = panel.rows.map(({ marks }) => ({ marks, short: narrow }));
  const spaceFrom = (left: number) => {
    const frame = { domain, zero, left, right: width };
    return { frame, range: rowRange(frame, marked) };
  };
  const beside = spaceFrom(names + 14);
  const above = long || beside.range[1] - beside.range[0] < leastMarks * width;
  const { frame, range } = above ? spaceFrom(0) : beside;
  const rows: PlacedRow[] = [];
  let top = head + 6;
  for (const row of panel.rows) {
    rows.push({ ...row, top, above, short: narrow });
    top += rowHeight(row.marks.length, above);
  }
  return { panel, frame, range, rows, head, bottom: top + 2, width, height: top + 46 };
}

function drawPanel({ panel, axis, rows, head, bottom, width }: Placed, add: Add): void {
  if (panel.title !== "") {
    add("text", { x: 0, y: 13, "font-weight": 700 }, panel.title);
    if (panel.subtitle) add("text", { x: 0, y: 30, ...small }, panel.subtitle);
  }
  const ticks = axis.ticks(Math.max(2, Math.floor((axis.right - axis.left) / 64)));
  const grid = ticks.map((tick) => `M${axis.x(tick)} ${head + 4}V${bottom}`).join("");
  add("path", { d: grid, stroke: "var(--rule)" });
  add("path", { d: `M${axis.left} ${bottom}H${axis.right}`, stroke: "var(--edge)" });
  for (const tick of ticks) {
    const text = panel.tick(tick);
    const half = textWidth(text, 11) / 2;
    const x = Math.min(axis.x(tick), width - half);
    add("text", { x, y: bottom + 16, "text-anchor": "middle", ...small }, text);
  }
  add("text", { x: width, y: bottom + 36, "text-anchor": "end", ...small }, panel.xAxis);
  if (panel.zero) {
    const x = axis.x(panel.zero.at);
    const half = textWidth(panel.zero.text, 11) / 2;
    const middle = Math.max(half, Math.min(x, width - half));
    add("path", { d: `M${x} ${head}V${bottom}`, stroke: "var(--ink)", class: "zero-line" });
    const place = { x: middle, y: head - 5, "text-anchor": "middle", "font-size": 11 };
    if (panel.zero.text) add("text", { ...place, "font-weight": 700 }, panel.zero.text);
  }
  drawRows(rows, axis, panel.zero?.at ?? null, add);
}
