import { type CheckStatus, vhaData } from "../../data/quality.ts";
import { type VhaRun, type VhaScale, vhaRun } from "../../data/vha-scores.ts";
import { cacheFormat } from "../../model/formats.ts";
import { layerBytesPerToken } from "../../model/kv.ts";
import { meanOf, type PairedDifference, pairedDifference } from "../../model/paired-difference.ts";

export type VhaPart =
  | "scales"
  | "ladder"
  | "rank"
  | "30b"
  | "long-context"
  | "second-table"
  | "norms";

/** One value of a row, and how it is known. */
export interface VhaMark {
  /** What the mark stands for: a variant, or a matrix. */
  readonly of: "gqa" | "mla" | "vha" | "matrix";
  /** Where it stands on the axis of its part: points below zero are a loss. */
  readonly at: number;
  /** The score that a difference belongs to. */
  readonly score: number | null;
  readonly paired: PairedDifference | null;
  readonly status: CheckStatus;
}

export interface VhaRow {
  readonly id: string;
  readonly scale: string | null;
  readonly heads: string | null;
  /** Bytes a token takes in one layer, in 16 bits. */
  readonly layerBytes: number | null;
  readonly marks: readonly VhaMark[];
}

export interface VhaResult {
  readonly view: "vha";
  readonly part: VhaPart;
  /** Differences are percentage points, and 0 is what they are compared with. */
  readonly axis: "points" | "score" | "norm";
  readonly rows: readonly VhaRow[];
}

/** One part of what is published of VHA. */
export function vhaResult(part: VhaPart): VhaResult {
  const axis = part === "long-context" ? "score" : part === "norms" ? "norm" : "points";
  return { view: "vha", part, axis, rows: rowsOf[part]() };
}

const rowsOf: Readonly<Record<VhaPart, () => readonly VhaRow[]>> = {
  scales: scaleRows,
  ladder: ladderRows,
  rank: rankRows,
  "30b": categoryRows,
  "long-context": longContextRows,
  "second-table": secondTableRows,
  norms: normRows,
};

export const scales = ["0.6B", "1.7B", "4B"] as const satisfies readonly VhaScale[];

/** VHA less GQA with 8 KV heads on the same tasks. */
export const pairedAt = (table: VhaRun["table"], scale: VhaScale): PairedDifference =>
  pairedDifference(vhaRun(table, scale, "gqa").scores, vhaRun(table, scale, "vha").scores);

/** The mean of a run's tasks. */
export const runMean = (
  table: VhaRun["table"],
  scale: VhaScale,
  variant: VhaRun["variant"],
): number => meanOf(vhaRun(table, scale, variant).scores);

const plain = { score: null, paired: null } as const;
const nameless = { scale: null, heads: null, layerBytes: null } as const;

/** "8-2-2" and the bytes of its cache. */
function shapeOf(heads: readonly [number, number, number]) {
  const layer = { kind: "heads", nKv: heads[1], headDim: vhaData.headDim } as const;
  return {
    heads: heads.join("-"),
    layerBytes: layerBytesPerToken(layer, cacheFormat("bf16")),
  };
}

/** The difference that the runs give at one size. */
function gain(table: VhaRun["table"], scale: VhaScale): VhaMark {
  const paired = pairedAt(table, scale);
  const score = runMean(table, scale, "vha");
  return { of: "vha", at: paired.mean, score, paired, status: "recomputed" };
}

function scaleRows(): readonly VhaRow[] {
  const { mixture } = vhaData;
  return [
    ...scales.map((scale): VhaRow => {
      const run = vhaRun("first", scale, "vha");
      return { id: "scale", scale, ...shapeOf(run.heads), marks: [gain("first", scale)] };
    }),
    {
      ...nameless,
      id: "mixture",
      scale: mixture.scale,
      marks: [{ of: "vha", at: mixture.points, ...plain, status: "not-checkable" }],
    },
  ];
}

function ladderRows(): readonly VhaRow[] {
  const { scale, rows } = vhaData.ladder;
  const base = vhaRun("first", scale, "gqa");
  const best = vhaRun("first", scale, "vha");
  const score = runMean("first", scale, "gqa");
  return [
    {
      id: "gqa-8",
      scale,
      ...shapeOf(base.heads),
      marks: [{ of: "gqa", at: 0, score, paired: null, status: "read" }],
    },
    ...rows.map(
      ({ id, variant, heads, points }): VhaRow => ({
        id,
        scale,
        ...shapeOf(heads),
        marks: [{ of: variant, at: points, ...plain, status: "not-checkable" }],
      }),
    ),
    { id: "both", scale, ...shapeOf(best.heads), marks: [gain("first", scale)] },
  ];
}

function rankRows(): readonly VhaRow[] {
  const { scale, rows } = vhaData.ranks;
  const base = runMean("first", scale, "gqa");
  const best = vhaRun("first", scale, "vha");
  return rows.map(({ rank, average }): VhaRow => {
    // Of the ranks, only that of the published configuration has its tasks.
    const known = average === best.printedAverage;
    const mark: VhaMark = known
      ? gain("first", scale)
      : { of: "vha", at: average - base, score: average, paired: null, status: "not-checkable" };
    return { id: String(rank), scale, ...shapeOf(best.heads), marks: [mark] };
  });
}

function categoryRows(): readonly VhaRow[] {
  const { scale, rows, printed } = vhaData.categories;
  const pair = (gqa: number, mla: number, status: CheckStatus): readonly VhaMark[] => [
    { of: "gqa", at: gqa, ...plain, status },
    { of: "mla", at: mla, ...plain, status },
  ];
  const mean = (of: "gqa" | "mla") => meanOf(rows.map((row) => row[of]));
  return [
    ...rows.map(
      ({ id, gqa, mla }): VhaRow => ({
        ...nameless,
        id,
        scale,
        marks: pair(gqa, mla, "not-checkable"),
      }),
    ),
    { ...nameless, id: "printed", scale, marks: pair(printed.gqa, printed.mla, "not-checkable") },
    { ...nameless, id: "mean", scale, marks: pair(mean("gqa"), mean("mla"), "recomputed") },
  ];
}

function longContextRows(): readonly VhaRow[] {
  const { scale, rows } = vhaData.longContext;
  return rows.map(({ id, gqa, vha }) => ({
    ...nameless,
    id,
    scale,
    marks: [
      { of: "gqa", at: gqa, ...plain, status: "not-checkable" },
      { of: "vha", at: vha, ...plain, status: "not-checkable" },
    ],
  }));
}

/** At each size what VHA gains within each table, and how far GQA itself moves between them. */
function secondTableRows(): readonly VhaRow[] {
  return scales.flatMap((scale) => [
    ...(["first", "second"] as const).map(
      (id): VhaRow => ({ ...nameless, id, scale, marks: [gain(id, scale)] }),
    ),
    { ...nameless, id: "shift", scale, marks: [shift(scale)] },
  ]);
}

/** GQA of the second table less GQA of the first, on the same tasks. */
function shift(scale: VhaScale): VhaMark {
  const [first, second] = [vhaRun("first", scale, "gqa"), vhaRun("second", scale, "gqa")];
  const paired = pairedDifference(first.scores, second.scores);
  const score = runMean("second", scale, "gqa");
  return { of: "gqa", at: paired.mean, score, paired, status: "recomputed" };
}

function normRows(): readonly VhaRow[] {
  const { norms, headDim } = vhaData;
  const row = (id: string, at: number, status: CheckStatus): VhaRow => ({
    ...nameless,
    id,
    marks: [{ of: "matrix", at, ...plain, status }],
  });
  return [
    // A d × d matrix of independent numbers of variance s² / d has about the norm s √d.
    row("start", norms.startScale * Math.sqrt(headDim), "recomputed"),
    row("premix-peak", norms.premixPeak, "not-checkable"),
    row("group-peak", norms.groupPeak, "not-checkable"),
    row("identity", Math.sqrt(headDim), "recomputed"),
  ];
}
