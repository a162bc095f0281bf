import { rotaryTables, rotated } from "../attention/rotary.ts";

type Tables = ReturnType<typeof rotaryTables>;

/** Of the last few numbers of rows, widths and positions: a slider turns the same rows again and again. */
const tables = new Map<string, Tables>();
const mostTables = 4;

function tablesOf(rows: number, width: number, from: number): Tables {
  const key = `${rows} ${width} ${from}`;
  const known = tables.get(key);
  if (known) return known;
  const positions = Array.from({ length: rows }, (_, row) => from + row);
  const made = rotaryTables(positions, width);
  if (tables.size === mostTables) tables.clear();
  tables.set(key, made);
  return made;
}

/**
 * Rows turned by RoPE, each by its position: a loud channel of K spreads over its pair.
 * @param rows [rows, width]
 * @param from the first row's position
 */
export const rotatedRows = (rows: Float32Array, width: number, from = 0) =>
  turned(rows, width, tablesOf(rows.length / width, width, from));

/** The same rows before RoPE: each turned back by its position, exact to rounding. */
export function rowsBeforeRotation(rows: Float32Array, width: number) {
  const { cos, sin } = tablesOf(rows.length / width, width, 0);
  return turned(rows, width, { cos, sin: sin.map((value) => -value) });
}

function turned(rows: Float32Array, width: number, by: Tables): Float32Array<ArrayBuffer> {
  const made = new Float32Array(rows.length);
  for (let row = 0; row < rows.length / width; row++) {
    made.set(rotated(rows.subarray(row * width, (row + 1) * width), row, by), row * width);
  }
  return made;
}
