import json from "./quantized-quality.json" with { type: "json" };

export type QuantizedTableId = "kivi-axes" | "kivi-errors" | "kvquant-perplexity" | "kvquant-long";

/** What the cache was stored in, or what was compared; `c` per channel and `t` per token, K first. */
export type QuantizedRowId =
  | "bits16"
  | "int4-tt"
  | "int2-tt"
  | "int2-cc"
  | "int2-tc"
  | "int2-ct"
  | "int4-tt-whole"
  | "int3-tt-whole"
  | "kivi-4"
  | "kivi-2"
  | "nuq4-1"
  | "nuq3-1"
  | "nuq2-1"
  | "error-k"
  | "error-weights"
  | "error-v"
  | "error-output";

export interface QuantizedRow {
  readonly id: QuantizedRowId;
  /** In the order of the columns, as printed; of a range of bits the upper end. */
  readonly values: readonly number[];
}

export interface QuantizedGroup {
  /** `null` where the columns are models. */
  readonly model: string | null;
  readonly variant: "mha" | "gqa" | "mqa" | null;
  readonly rows: readonly QuantizedRow[];
}

/** One table of what a paper measured with a quantized cache. */
export interface QuantizedTable {
  readonly id: QuantizedTableId;
  /** Id of the paper in content/references.json. */
  readonly reference: string;
  readonly arxiv: string;
  readonly title: string;
  /** Its number in the paper, or their numbers. */
  readonly table: string;
  readonly url: string;
  /** ISO date on which the numbers were read. */
  readonly checked: string;
  readonly columns: readonly {
    readonly id: string;
    /** As the paper heads it; `null` where the page has words for it. */
    readonly name: string | null;
    readonly better: "higher" | "lower";
    /** As many as are printed. */
    readonly decimals: number;
  }[];
  readonly groups: readonly QuantizedGroup[];
}

// JSON widens names to strings; the build validates the file.
export const quantizedTables = json as readonly unknown[] as readonly QuantizedTable[];

/** Throws a RangeError for an id that the file does not hold. */
export function quantizedTable(id: QuantizedTableId): QuantizedTable {
  const found = quantizedTables.find((table) => table.id === id);
  if (!found) throw new RangeError(`no table with the id "${id}"`);
  return found;
}

/** A printed number. Throws a RangeError for a model, a row or a column that the table does not have. */
export function quantizedValue(
  { id, columns, groups }: QuantizedTable,
  model: string | null,
  row: QuantizedRowId,
  column: string,
): number {
  const at = columns.findIndex(({ id: of }) => of === column);
  const rows = groups.find((group) => group.model === model)?.rows;
  const value = rows?.find(({ id: of }) => of === row)?.values[at];
  if (value === undefined) throw new RangeError(`${id} has no ${model} ${row} ${column}`);
  return value;
}
