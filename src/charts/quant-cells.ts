import type { ChartContext } from "./chart.ts";
import { canvas, figure, node } from "./figure.ts";
import type { Add, QuantCellsData, SizeStep } from "./quant-cells-data.ts";
import { loudMarks, newestTokens, scaleStrip } from "./quant-strips.ts";
import { type Grid, rampCells, rampKey, rampKeyHeight } from "./ramp-cells.ts";

interface Layout {
  readonly side: { readonly width: number; readonly height: number };
  readonly left: number;
  /** Where the second panel of a row begins. */
  readonly right: number;
  /** Room for scales, beside the cells and below them. */
  readonly strip: number;
  /** Top of the second row, and place of the keys. */
  readonly lower: number;
  readonly keys: { readonly x: number; readonly y: number; readonly width: number };
  readonly height: number;
}

const head = 36;
const small = { "font-size": 11, fill: "var(--muted)" } as const;

function layoutOf(width: number): Layout {
  const narrow = width < 500;
  const side = narrow ? { width: 132, height: 132 } : { width: 256, height: 160 };
  const [left, gap, strip] = narrow ? [18, 16, 28] : [24, 38, 44];
  const right = left + side.width + gap;
  const lower = head + side.height + strip + 12;
  const end = lower + head + side.height + 4;
  const keys = narrow
    ? { x: left, y: end + 12, width: width - left }
    : { x: right, y: lower + 8, width: side.width };
  return {
    ...{ side, left, right, strip, lower, keys },
    height: narrow ? keys.y + 3 * rampKeyHeight : end,
  };
}

/** Numbers as they were, as they are stored with their scales, and how far these are off. */
export function quantCells(data: QuantCellsData, { document, width }: ChartContext): SVGSVGElement {
  const layout = layoutOf(width);
  const { side, left, right, lower, strip } = layout;
  const svg = canvas(document, width, layout.height);
  svg.setAttribute("data-cells", `${data.rows} ${data.columns}`);
  const add: Add = (name, attributes, text = "") =>
    svg.append(node(document, name, attributes, text));
  const { rows, columns, cells, names } = data;
  const sizes = { cellWidth: side.width / columns, cellHeight: side.height / rows };
  const gridAt = (x: number, y: number): Grid => ({ x, y: y + head, rows, columns, ...sizes });
  const [was, is, error] = [gridAt(left, 0), gridAt(right, 0), gridAt(left, lower)];
  for (const [grid, title] of [
    [was, names.was],
    [is, names.is],
    [error, names.error],
  ] as const) {
    add("text", { x: grid.x, y: grid.y - head + 13, "font-weight": 700 }, title);
    frame(data, grid, add);
    if (!cells) add("text", { x: grid.x + 8, y: grid.y + 22, ...small }, names.empty);
  }
  for (const grid of [was, error]) axisNames(data, grid, add);
  if (cells) {
    signedCells(data, cells.was, was, add);
    signedCells(data, cells.is, is, add);
    errorCells(data, cells, error, add);
    for (const grid of [was, is]) loudMarks(data.loud, grid, add);
    for (const grid of [is, error]) groupEnds(data, grid, add);
    for (const grid of [was, is, error]) chosen(data, grid, add);
    scaleStrip(data, is, strip, add);
    newestTokens(data, is, add);
  }
  keys(data, layout, add);
  return figure(svg, data.label);
}

function keys(
  { part, valueSteps, errorSteps, names }: QuantCellsData,
  { keys: { x, y, width } }: Layout,
  add: Add,
): void {
  const texts = (steps: readonly SizeStep[]) => steps.map(({ text }) => text);
  const ramps = [
    { title: names.above, texts: texts(valueSteps), color: `var(--${part})` },
    { title: names.below, texts: texts(valueSteps), color: "var(--ink)", striped: true },
    { title: names.errorKey, texts: texts(errorSteps), color: "var(--waste)" },
  ];
  for (const [i, ramp] of ramps.entries())
    rampKey(ramp, { x, y: y + i * rampKeyHeight }, width, add);
}

function frame({ names }: QuantCellsData, grid: Grid, add: Add): void {
  const { x, y, rows, columns, cellWidth, cellHeight } = grid;
  const box = { x, y, width: px(columns * cellWidth), height: px(rows * cellHeight) };
  add("rect", { ...box, fill: "var(--paper)", stroke: "var(--edge)", class: "panel" });
  add("text", { x, y: y - 8, ...small }, names.channel);
}

/** How many channels and tokens there are. */
function axisNames({ names }: QuantCellsData, grid: Grid, add: Add): void {
  const { x, y, rows, columns, cellWidth, cellHeight } = grid;
  const end = { "text-anchor": "end", ...small };
  add("text", { x: px(x + columns * cellWidth), y: y - 8, ...end }, String(columns));
  add("text", { transform: `translate(${x - 7} ${y}) rotate(-90)`, ...end }, names.token);
  add("text", { x: x - 4, y: px(y + rows * cellHeight), ...end }, String(rows));
}

/** Lines between numbers that do not share a scale. */
function groupEnds({ group, axis }: QuantCellsData, grid: Grid, add: Add): void {
  if (group === null) return;
  const { x, y, rows, columns, cellWidth, cellHeight } = grid;
  let d = "";
  if (axis === "token") {
    for (let at = group; at < columns; at += group)
      d += `M${px(x + at * cellWidth)} ${y}v${px(rows * cellHeight)}`;
  } else {
    for (let at = group; at < rows; at += group)
      d += `M${x} ${px(y + at * cellHeight)}h${px(columns * cellWidth)}`;
  }
  if (d !== "") add("path", { d, stroke: "var(--ink)", fill: "none", class: "group-end" });
}

const stepOf = (size: number, steps: readonly SizeStep[]): number =>
  steps.findLastIndex(({ from }) => size >= from);

function signedCells(
  { part, columns, valueSteps }: QuantCellsData,
  numbers: ArrayLike<number>,
  grid: Grid,
  add: Add,
): void {
  const steps = valueSteps.length;
  const signed = (sign: 1 | -1) => (row: number, column: number) =>
    stepOf(sign * (numbers[row * columns + column] ?? 0), valueSteps);
  rampCells(grid, { steps, color: `var(--${part})` }, signed(1), add);
  rampCells(grid, { steps, color: "var(--ink)", striped: true }, signed(-1), add);
}

function errorCells(
  { columns, errorSteps }: QuantCellsData,
  { was, is }: NonNullable<QuantCellsData["cells"]>,
  grid: Grid,
  add: Add,
): void {
  const off = (row: number, column: number) => {
    const at = row * columns + column;
    return stepOf(Math.abs((is[at] ?? 0) - (was[at] ?? 0)), errorSteps);
  };
  rampCells(grid, { steps: errorSteps.length, color: "var(--waste)" }, off, add);
}

function chosen({ at }: QuantCellsData, grid: Grid, add: Add): void {
  const { x, y, cellWidth, cellHeight } = grid;
  const box = {
    x: px(x + at.column * cellWidth - 1),
    y: px(y + at.row * cellHeight - 1),
    width: px(cellWidth + 2),
    height: px(cellHeight + 2),
  };
  add("rect", { ...box, fill: "none", stroke: "var(--focus)", "stroke-width": 2, class: "chosen" });
}

const px = (value: number): number => Math.round(value * 100) / 100;
