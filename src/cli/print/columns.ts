/** Rows as lines with their columns aligned; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[], indent = "  "): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, width(cell));
  }
  return rows.map((row) =>
    (
      indent + row.map((cell, i) => pad(cell, i < row.length - 1 ? (widths[i] ?? 0) : 0)).join("  ")
    ).trimEnd(),
  );
}

const pad = (cell: string, to: number): string => cell + " ".repeat(Math.max(0, to - width(cell)));

/** Columns of a terminal that a text takes: Hangul and its kin take two. */
function width(text: string): number {
  let total = 0;
  for (const sign of text)
    total += /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uff00-\uff60]/.test(sign) ? 2 : 1;
  return total;
}
