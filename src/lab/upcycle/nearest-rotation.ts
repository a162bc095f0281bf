type Rows = readonly (readonly number[])[];

/**
 * The orthogonal matrix nearest to a square one: the orthogonal factor of its polar decomposition,
 * by Newton's iteration X ← (X + X⁻ᵀ) ÷ 2.
 * @param matrix [n][n]; nearly singular ones are moved off by a millionth of their norm
 * @source Higham 1986, Computing the Polar Decomposition, https://doi.org/10.1137/0907079
 */
export function nearestRotation(matrix: Rows): Rows {
  const norm = Math.sqrt(matrix.flat().reduce((sum, value) => sum + value * value, 0)) || 1;
  let x: Rows = matrix.map((row, i) => row.map((value, j) => value / norm + (i === j ? 1e-6 : 0)));
  for (let round = 0; round < 60; round++) {
    const inverse = inverseOf(x);
    const next = x.map((row, i) =>
      row.map((value, j) => 0.5 * (value + ((inverse[j] as readonly number[])[i] as number))),
    );
    const moved = Math.max(
      ...next.flatMap((row, i) => row.map((value, j) => Math.abs(value - (x[i]?.[j] as number)))),
    );
    x = next;
    if (moved < 1e-14) break;
  }
  return x;
}

/** Gauss–Jordan elimination with pivots. */
function inverseOf(matrix: Rows): Rows {
  const n = matrix.length;
  const work = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column; row < n; row++) {
      if (Math.abs(work[row]?.[column] ?? 0) > Math.abs(work[pivot]?.[column] ?? 0)) pivot = row;
    }
    [work[column], work[pivot]] = [work[pivot] as number[], work[column] as number[]];
    const lead = work[column] as number[];
    const by = lead[column] as number;
    for (let j = 0; j < 2 * n; j++) lead[j] = (lead[j] as number) / by;
    for (const [row, other] of work.entries()) {
      const factor = other[column] as number;
      if (row === column || factor === 0) continue;
      for (let j = 0; j < 2 * n; j++)
        other[j] = (other[j] as number) - factor * (lead[j] as number);
    }
  }
  return work.map((row) => row.slice(n));
}
