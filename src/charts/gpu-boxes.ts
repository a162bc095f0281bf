/** Boxes in rows, and the cells inside each: a cell is one head's K, its V stands below it. */
export interface BoxGrid {
  readonly columns: number;
  readonly boxWidth: number;
  readonly boxHeight: number;
  readonly gap: number;
  /** Of all rows. */
  readonly height: number;
  readonly perLine: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly lineGap: number;
  /** Whether a cell has room for its letter. */
  readonly lettered: boolean;
}

export interface BoxesWanted {
  readonly width: number;
  readonly narrow: boolean;
  readonly gpus: number;
  /** Heads that a box has room for; `null` for one strip over its whole width. */
  readonly places: number | null;
  /** Digits of the highest head's number. */
  readonly digits: number;
  /** What a box has above and below its cells. */
  readonly around: number;
}

const padding = 8;
/** For a GPU's name and its query heads. */
const narrowestBox = 74;
/** Of a strip's box: so that its short part can be told, or four in a narrow row. */
const stripBoxes = [152, 76] as const;
/** Numbers of lines that are tried for one box. */
const mostFolds = 4;
/** A drawing with letters that is higher than this is drawn without. */
const highest = { wide: 460, narrow: 560 } as const;

/** Cells with letters where they fit, else small ones. */
export function boxGrid(wanted: BoxesWanted): BoxGrid {
  const size = wanted.narrow ? "narrow" : "wide";
  if (wanted.places === null) {
    const cell = { cellWidth: 0, cellHeight: 24, lineGap: 0, perLine: 1, lettered: true };
    const [long, short] = stripBoxes.map((boxWidth) =>
      arranged(wanted, { ...cell, boxWidth, lines: 1, storeys: 1 }),
    ) as [BoxGrid, BoxGrid];
    return long.height <= highest[size] ? long : short;
  }
  const lettered = withCells(wanted, wanted.places, {
    cellWidth: wanted.digits > 2 ? 36 : 29,
    cellHeight: 18,
    lineGap: 6,
    lettered: true,
  });
  if (lettered.height <= highest[size]) return lettered;
  return withCells(wanted, wanted.places, {
    cellWidth: 10,
    cellHeight: 10,
    lineGap: 4,
    lettered: false,
  });
}

type CellSize = Pick<BoxGrid, "cellWidth" | "cellHeight" | "lineGap" | "lettered">;

/** In lines as long as fit, or in more of them where more boxes then fit beside each other. */
function withCells(wanted: BoxesWanted, places: number, cell: CellSize): BoxGrid {
  const fits = Math.floor((wanted.width - 2 * padding) / cell.cellWidth);
  // Lines of a multiple of four: heads are mostly a power of two.
  const most = fits < 4 ? Math.max(1, fits) : fits - (fits % 4);
  const fewest = Math.ceil(places / most);
  const grids = Array.from({ length: mostFolds }, (_, i) => {
    const lines = fewest + i;
    const perLine = Math.ceil(places / lines);
    const boxWidth = Math.max(narrowestBox, perLine * cell.cellWidth + 2 * padding - 2);
    return arranged(wanted, { ...cell, perLine, boxWidth, lines, storeys: 2 });
  });
  return grids.reduce((best, grid) => (grid.height < best.height ? grid : best));
}

interface Inside extends CellSize {
  readonly perLine: number;
  readonly boxWidth: number;
  readonly lines: number;
  readonly storeys: number;
}

/** As many boxes in a row as fit, rows as equal as can be. */
function arranged(
  { width, narrow, gpus, around }: BoxesWanted,
  { lines, storeys, ...inside }: Inside,
): BoxGrid {
  const gap = narrow ? 8 : 6;
  const fits = Math.max(1, Math.floor((width + gap) / (inside.boxWidth + gap)));
  const rows = Math.ceil(gpus / fits);
  const columns = Math.ceil(gpus / rows);
  const boxHeight = around + lines * storeys * inside.cellHeight + (lines - 1) * inside.lineGap + 4;
  return { ...inside, columns, boxHeight, gap, height: rows * (boxHeight + gap) - gap };
}
