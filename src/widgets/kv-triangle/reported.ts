import { vhaRun, vhaScores } from "../../data/vha-scores.ts";
import { type PairedDifference, pairedDifference } from "../../model/paired-difference.ts";
import { type ScaleName, scales, vhaKv } from "./scales.ts";

/** Where the scores of the tasks are printed. */
export const results = {
  name: "VHA results.md",
  source: vhaScores.url,
  checked: vhaScores.checked,
} as const;

export type VariantId = "mha" | "gqa8" | "gqa2" | "gqa2-half" | "mla" | "mfa" | "vha";

/** Quality against GQA 8, in percentage points: as much of it as has been printed. */
export type Quality =
  | { readonly known: "baseline" }
  | { readonly known: "number"; readonly points: number; readonly error: number | null }
  /** From `points[0]` to `points[1]`, for a gap to VHA is printed only as a range over all sizes. */
  | { readonly known: "range"; readonly points: readonly [number, number] }
  /** That it is lower, and not by how much. */
  | { readonly known: "lower" }
  | { readonly known: "nothing" };

/** How far MFA is behind VHA: the least and the most over all sizes. */
export const mfaBehindVha = [0.1, 0.77] as const;

/** Work against GQA 8 as printed, in per cent: for one size and one context. */
export const printedWork = { scale: "1.7b", context: 4096, vha: -7.9, mfa: 49.8 } as const;

type Table = "first" | "second";

const tasksOf = (table: Table, scale: ScaleName, variant: "gqa" | "vha") =>
  vhaRun(table, scales[scale].name, variant).scores;

/** VHA against GQA 8 in one of the tables. */
export const vhaGain = (scale: ScaleName, table: Table = "first"): PairedDifference =>
  pairedDifference(tasksOf(table, scale, "gqa"), tasksOf(table, scale, "vha"));

/** How much lower GQA 8 itself scores in the second table. */
export const tableDrift = (scale: ScaleName): number =>
  pairedDifference(tasksOf("second", scale, "gqa"), tasksOf("first", scale, "gqa")).mean;

/** GQA with 2 KV heads and so many query heads against GQA 8, where it is printed. */
function gqa2Points(scale: ScaleName, queryHeads: number): number | null {
  const { ladder } = vhaScores;
  if (ladder.scale !== scales[scale].name) return null;
  const row = ladder.rows.find(
    ({ variant, heads: [query, kv] }) => variant === "gqa" && query === queryHeads && kv === vhaKv,
  );
  return row?.points ?? null;
}

/** What is printed of a variant's quality at a size. */
export function qualityOf(id: VariantId, scale: ScaleName): Quality {
  const { mean, standardError: error } = vhaGain(scale);
  switch (id) {
    case "gqa8":
      return { known: "baseline" };
    case "vha":
      return { known: "number", points: mean, error };
    case "mfa":
      return { known: "range", points: [mean - mfaBehindVha[1], mean - mfaBehindVha[0]] };
    case "mha":
    case "mla":
      return { known: "lower" };
    case "gqa2":
    case "gqa2-half": {
      const { nHeads, queryHeads } = scales[scale];
      const points = gqa2Points(scale, id === "gqa2" ? nHeads : queryHeads);
      return points === null ? { known: "nothing" } : { known: "number", points, error: null };
    }
  }
}
