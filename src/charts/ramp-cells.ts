type Add = (name: string, attributes: Record<string, string | number>, text?: string) => void;

/** Where a grid of cells lies, and how large each is, in px. */
export interface Grid {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

/**
 * Cells of a ramp from paper to one colour. One path for each step of the ramp, in units of a cell and
 * a stroke for each run of neighbours: an element or an outline each would be most of the page.
 * @param ramp `striped`: of half the cell's height, so that two ramps differ without their colours
 * @param stepAt the step of a cell, the faintest 0; negative where it stays paper
 */
export function rampCells(
  { x, y, columns, rows, cellWidth, cellHeight }: Grid,
  ramp: { readonly steps: number; readonly color: string; readonly striped?: boolean },
  stepAt: (row: number, column: number) => number,
  add: Add,
): void {
  const runs = runsOf(rows, columns, ramp.steps, stepAt);
  const transform = `translate(${x} ${y + cellHeight / 2}) scale(${[...new Set([cellWidth, cellHeight])].join(" ")})`;
  for (const [step, d] of runs.entries()) {
    if (d === "") continue;
    const opacity = { stroke: ramp.color, "stroke-opacity": (step + 1) / ramp.steps };
    const stroke = ramp.striped ? { ...opacity, "stroke-width": 0.5 } : opacity;
    add("path", {
      ...{ d, transform, ...stroke },
      "shape-rendering": "crispEdges",
      class: `step-${step + 1}`,
    });
  }
}

/** "M2 0h3": in the first row, three cells from the third on; a path for each step. */
function runsOf(
  rows: number,
  columns: number,
  steps: number,
  stepAt: (row: number, column: number) => number,
): readonly string[] {
  const paths = new Array<string>(steps).fill("");
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; ) {
      const first = column;
      const step = stepAt(row, first);
      do column++;
      while (column < columns && stepAt(row, column) === step);
      if (step >= 0) paths[step] += `M${first} ${row}h${column - first}`;
    }
  }
  return paths;
}

export interface RampKey {
  readonly title: string;
  /** How the least value of each step is written. */
  readonly texts: readonly string[];
  readonly color: string;
  readonly striped?: boolean;
}

const swatch = { width: 40, height: 12 } as const;

/** Height of a ramp's key. */
export const rampKeyHeight = 52;

/** The ramp, with the number at which each step begins. */
export function rampKey(
  { title, texts, color, striped = false }: RampKey,
  { x = 0, y }: { readonly x?: number; readonly y: number },
  width: number,
  add: Add,
): void {
  const small = { "font-size": 11, fill: "var(--muted)" };
  add("text", { x, y: y + 11, ...small }, title);
  const top = y + 18;
  const step = Math.min(swatch.width, Math.floor(width / (texts.length + 1)));
  const height = striped ? swatch.height / 2 : swatch.height;
  const y0 = top + (swatch.height - height) / 2;
  const box = { y: y0, width: step, height, "shape-rendering": "crispEdges" };
  for (const [i, text] of texts.entries()) {
    const left = x + (i + 1) * step;
    const tone = { fill: color, "fill-opacity": (i + 1) / texts.length };
    add("rect", { x: left, ...box, ...tone, class: "key" });
    add("text", { x: left, y: top + 26, "text-anchor": "middle", ...small }, text);
  }
  const frame = { x, y: top, width: step * (texts.length + 1), height: swatch.height };
  add("rect", { ...frame, fill: "none", stroke: "var(--edge)" });
  add("text", { x, y: top + 26, ...small }, "0");
}
