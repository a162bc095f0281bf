import type { LayerGroup } from "../model/layers.ts";
import type { Bilingual } from "./model-entry.ts";
import papersJson from "./quality.json" with { type: "json" };
import conflictJson from "./quality-conflict.json" with { type: "json" };
import vhaJson from "./quality-vha.json" with { type: "json" };
import { type VhaScale, type VhaScores, vhaScores } from "./vha-scores.ts";

/**
 * How a number is known: read in its source, computed again from numbers that were read, or neither.
 */
export type CheckStatus = "read" | "recomputed" | "not-checkable";

export interface Standing {
  readonly status: CheckStatus;
  /** What was read or computed, or why neither could be done. */
  readonly reason: Bilingual;
}

/** A sentence of a paper, in its own words. */
export interface Wording {
  readonly in: "abstract" | "section" | "caption";
  /** Number of the section, or of the table whose caption it is. */
  readonly part?: string;
  readonly text: string;
}

export interface PaperColumn {
  readonly id: string;
  /** As the paper heads it. */
  readonly name: string;
  readonly better: "higher" | "lower";
  /** Which of the rows' times belongs to it: another search takes another time. */
  readonly time?: string;
  readonly note?: Bilingual;
}

/** One model of a table. */
export interface PaperRow {
  readonly id: string;
  readonly name: string;
  readonly variant: "mha" | "gqa" | "mqa" | "mla";
  /** Rows that differ in nothing but their attention. */
  readonly group?: string;
  /** The decoder's layers; absent where their dimensions are not known. */
  readonly layers?: readonly LayerGroup[];
  /** Values a token leaves in the cache of all layers, as printed. */
  readonly printedValues?: number;
  readonly scores: Readonly<Record<string, number>>;
  readonly times?: Readonly<Record<string, number>>;
}

export type PaperId = "gqa-2023" | "shazeer-2019" | "deepseek-v2-7b" | "deepseek-v2-mla";

/** What one paper measured. */
export interface PaperTable extends Standing {
  readonly id: PaperId;
  /** Id of the paper in content/references.json. */
  readonly reference: string;
  readonly arxiv: string;
  readonly title: string;
  readonly table: string;
  readonly url: string;
  /** ISO date on which the numbers were read. */
  readonly checked: string;
  /** What has to be known to read the numbers. */
  readonly note: Bilingual;
  /** The same for one axis of cost. */
  readonly axisNotes?: { readonly time?: Bilingual; readonly bytes?: Bilingual };
  readonly wording: readonly Wording[];
  readonly columns: readonly PaperColumn[];
  readonly timeUnit?: "s" | "µs";
  /** Where the dimensions of the layers come from. */
  readonly shape?: Standing & { readonly url: string; readonly checked: string };
  readonly rows: readonly PaperRow[];
}

/** One side of a conflict: a table's rows as MHA, GQA and MQA of the same models. */
export interface ConflictingTable {
  readonly table: PaperId;
  readonly models: string;
  readonly rows: readonly [mha: string, gqa: string, mqa: string];
}

/** Two papers that do not agree. */
export interface PaperConflict {
  readonly sides: readonly [ConflictingTable, ConflictingTable];
  readonly notes: readonly Bilingual[];
}

/** What the authors of VHA published, and what an article says of their paper. */
export interface VhaData extends VhaScores {
  readonly headDim: number;
  readonly standing: Readonly<Record<"runs" | "differences" | "summary" | "arithmetic", Standing>>;
  /** What has to be known to read a part. */
  readonly notes: { readonly rank: Bilingual; readonly "30b": Bilingual };
  readonly mixture: { readonly scale: string; readonly points: number };
  readonly ranks: {
    readonly scale: VhaScale;
    readonly rows: readonly { readonly rank: number; readonly average: number }[];
  };
  readonly categories: {
    readonly scale: string;
    /** VHA less GQA with 4 KV heads, and less MLA, in percentage points. */
    readonly rows: readonly { readonly id: string; readonly gqa: number; readonly mla: number }[];
    /** Over the benchmarks, as stated. */
    readonly printed: { readonly gqa: number; readonly mla: number };
  };
  readonly longContext: {
    readonly scale: string;
    readonly rows: readonly { readonly id: string; readonly gqa: number; readonly vha: number }[];
    /** Categories of HELMET that VHA wins, ties and loses. */
    readonly helmet: { readonly wins: number; readonly ties: number; readonly losses: number };
  };
  readonly norms: {
    /** Premix starts as `I + startScale / √d · N(0, 1)`. */
    readonly startScale: number;
    /** Largest Frobenius norm of Premix less the identity. */
    readonly premixPeak: number;
    /** Largest Frobenius distance between two groups. */
    readonly groupPeak: number;
  };
}

// JSON widens names to strings and lists to arrays; the build validates the files.
export const paperTables = papersJson as readonly unknown[] as readonly PaperTable[];
export const paperConflict = conflictJson as unknown as PaperConflict;
export const vhaData: VhaData = {
  ...vhaScores,
  ...(vhaJson as unknown as Omit<VhaData, keyof VhaScores>),
};

/** A paper's table. Throws a RangeError for an id that the file does not hold. */
export function paperTable(id: PaperId): PaperTable {
  const found = paperTables.find((table) => table.id === id);
  if (!found) throw new RangeError(`no table with the id "${id}"`);
  return found;
}
