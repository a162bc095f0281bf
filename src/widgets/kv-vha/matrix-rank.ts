import type { Matrix } from "../../model/attention/matrix.ts";

/** Below this share of the largest entry a pivot is rounding. */
const tolerance = 1e-9;

/** How many directions of a matrix are independent: elimination, always by the largest entry left. */
export function matrixRank({ rows, columns, values }: Matrix): number {
  const left: Float64Array[] = Array.from({ length: rows }, (_, row) =>
    Float64Array.from({ length: columns }, (_, column) => values[row * columns + column] as number),
  );
  const largest = left.reduce((most, row) => Math.max(most, ...row.map(Math.abs)), 0);
  let rank = 0;
  for (let column = 0; column < columns && rank < rows; column++) {
    const size = (row: number) => Math.abs(left[row]?.[column] ?? 0);
    let best = rank;
    for (let row = rank + 1; row < rows; row++) if (size(row) > size(best)) best = row;
    if (size(best) <= tolerance * largest) continue;
    const pivot = left[best] as Float64Array;
    left[best] = left[rank] as Float64Array;
    left[rank] = pivot;
    for (let row = rank + 1; row < rows; row++) {
      const other = left[row] as Float64Array;
      const factor = (other[column] as number) / (pivot[column] as number);
      for (let c = column; c < columns; c++) {
        other[c] = (other[c] as number) - factor * (pivot[c] as number);
      }
    }
    rank++;
  }
  return rank;
}
