import json from "./vha-scores.json" with { type: "json" };

/** Query, key and value heads, as the authors of VHA write them: "8-2-2". */
export type HeadCounts = readonly [query: number, key: number, value: number];

export type VhaScale = "0.6B" | "1.7B" | "4B";

export interface VhaRun {
  readonly table: "first" | "second";
  readonly scale: VhaScale;
  readonly variant: "gqa" | "vha";
  readonly heads: HeadCounts;
  readonly printedAverage: number;
  /** In the order of `tasks`. */
  readonly scores: readonly number[];
}

/** What was measured of VHA beside GQA, by the authors' results and by an article on their paper. */
export interface VhaScores {
  /** The authors' results, where the runs stand. */
  readonly url: string;
  /** ISO date on which they were read. */
  readonly checked: string;
  readonly tasks: readonly string[];
  readonly runs: readonly VhaRun[];
  readonly ladder: {
    readonly scale: VhaScale;
    readonly rows: readonly {
      readonly id: string;
      readonly variant: "gqa" | "vha";
      readonly heads: HeadCounts;
      /** Percentage points against GQA with 8 KV heads. */
      readonly points: number;
    }[];
    /** What halving the query heads costs beyond the KV heads. */
    readonly step: number;
  };
}

// JSON widens names to strings and lists to arrays; the build validates the file.
export const vhaScores = json as unknown as VhaScores;

/** Throws a RangeError for a run that the file does not hold. */
export function vhaRun(
  table: VhaRun["table"],
  scale: VhaScale,
  variant: VhaRun["variant"],
): VhaRun {
  const found = vhaScores.runs.find(
    (run) => run.table === table && run.scale === scale && run.variant === variant,
  );
  if (!found) throw new RangeError(`no run of ${variant} ${scale} in the ${table} table`);
  return found;
}
