/** Rows of numbers, row-major: [rows, columns]. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: ArrayLike<number>;
}

/**
 * a · b in float64, [a.rows, b.columns].
 * @throws RangeError when the inner sizes differ, or a matrix does not hold its sizes
 */
export function product(a: Matrix, b: Matrix): Matrix & { readonly values: Float64Array } {
  for (const { rows, columns, values } of [a, b]) {
    if (values.length === rows * columns) continue;
    throw new RangeError(`${values.length} numbers are no matrix of ${rows} × ${columns}`);
  }
  if (a.columns !== b.rows) {
    throw new RangeError(`${a.rows} × ${a.columns} does not multiply ${b.rows} × ${b.columns}`);
  }
  const values = new Float64Array(a.rows * b.columns);
  for (let row = 0; row < a.rows; row++) {
    const out = values.subarray(row * b.columns, (row + 1) * b.columns);
    for (let inner = 0; inner < a.columns; inner++) {
      const factor = a.values[row * a.columns + inner] as number;
      const from = inner * b.columns;
      for (let column = 0; column < b.columns; column++) {
        out[column] = (out[column] as number) + factor * (b.values[from + column] as number);
      }
    }
  }
  return { rows: a.rows, columns: b.columns, values };
}

/** Part of a row-major list of equal parts, without copying where the list allows it. */
export function part(values: ArrayLike<number>, index: number, size: number): ArrayLike<number> {
  const from = index * size;
  if (values instanceof Float32Array || values instanceof Float64Array) {
    return values.subarray(from, from + size);
  }
  return Array.from({ length: size }, (_, i) => values[from + i] as number);
}
