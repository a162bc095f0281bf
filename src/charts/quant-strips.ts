import type { Add, QuantCellsData } from "./quant-cells-data.ts";
import type { Grid } from "./ramp-cells.ts";

const gap = 4;
const color = "var(--ink)";
const small = { "font-size": 11, fill: "var(--muted)" } as const;

/** Small triangles over the columns of loud channels. */
export function loudMarks(loud: readonly number[], { x, y, cellWidth }: Grid, add: Add): void {
  for (const column of loud) {
    const middle = x + (column + 0.5) * cellWidth;
    const d = `M${px(middle - 4)} ${y - 7}h8l-4 6z`;
    add("path", { d, fill: "var(--waste)", class: "loud" });
  }
}

/** Scales along the axis that they belong to: a bar a group, beside its token or below its channel. */
export function scaleStrip(data: QuantCellsData, grid: Grid, room: number, add: Add): void {
  const { axis, group, scales, names } = data;
  if (group === null || scales.length === 0) return;
  const { x, y, rows, columns, cellWidth, cellHeight } = grid;
  const [right, bottom] = [x + columns * cellWidth + gap, y + rows * cellHeight + gap];
  const most = Math.max(...scales, Number.MIN_VALUE);
  let d = "";
  if (axis === "token") {
    const perRow = Math.ceil(columns / group);
    const slot = room / perRow;
    for (const [i, scale] of scales.entries()) {
      const from = right + (i % perRow) * slot;
      const middle = y + (Math.floor(i / perRow) + 0.5) * cellHeight;
      d += `M${px(from)} ${px(middle)}h${px((scale / most) * (slot - 2))}`;
    }
    add("path", { d, stroke: color, "stroke-width": px(cellHeight * 0.7), class: "scales" });
    const end = { x: right + room, y: y - 8, "text-anchor": "end" };
    add("text", { ...end, ...small }, names.scale);
    return;
  }
  const slot = (room - gap) / (scales.length / columns);
  for (const [i, scale] of scales.entries()) {
    const from = bottom + Math.floor(i / columns) * slot;
    const middle = x + ((i % columns) + 0.5) * cellWidth;
    d += `M${px(middle)} ${px(from)}v${px((scale / most) * (slot - 2))}`;
  }
  add("path", { d, stroke: color, "stroke-width": px(cellWidth * 0.7), class: "scales" });
  const end = { x: px(right - gap), y: bottom + room + 8, "text-anchor": "end" };
  add("text", { ...end, ...small }, names.scale);
}

/** Hatched: the newest tokens, whose group is not full. */
export function newestTokens(
  { waiting, names }: QuantCellsData,
  { x, y, rows, columns, cellWidth, cellHeight }: Grid,
  add: Add,
): void {
  if (waiting === 0) return;
  const top = y + (rows - waiting) * cellHeight;
  const right = x + columns * cellWidth;
  const bottom = y + rows * cellHeight;
  add("path", {
    d: `M${px(right + 3)} ${px(top)}h4V${px(bottom)}h-4`,
    ...{ fill: "none", stroke: "var(--muted)", class: "waiting" },
  });
  const middle = {
    transform: `translate(${px(right + 20)} ${px((top + bottom) / 2)}) rotate(-90)`,
  };
  add("text", { ...middle, "text-anchor": "middle", ...small }, names.waiting);
}

const px = (value: number): number => Math.round(value * 100) / 100;
