import type { CosineMap, HeadMergeData, PairCosine } from "../../charts/head-merge.ts";
import { formatCosine } from "../../i18n/format-cosine.ts";
import { meanOf } from "../../model/paired-difference.ts";
import type { Translate } from "../translate.ts";
import { heads, type UpcycleResult } from "./compute.ts";
import type { HeadPair } from "./measured.ts";
import type { UpcycleValues } from "./params.ts";

type Weights = keyof HeadPair["cosines"];

const cosinesOf = (pairs: readonly HeadPair[] | null, of: Weights): readonly PairCosine[] =>
  (pairs ?? []).map(({ a, b, cosines }) => ({ heads: [a, b], cosine: cosines[of] }));

/** Mean over heads of the cosine with the first of their group, as everywhere in this notebook. */
export function meanCosine(
  pairs: readonly HeadPair[],
  groups: number,
  of: Weights,
  t: Translate,
): string {
  const withFirst = pairs.filter(({ b }) => b % (heads / groups) === 0);
  return formatCosine(meanOf(withFirst.map(({ cosines }) => cosines[of])), t.lang);
}

export function headsData(
  { nKv, pairs, aligned }: UpcycleResult,
  { layer, pooling }: UpcycleValues,
  t: Translate,
): HeadMergeData {
  const map = (role: "k" | "v", of: Weights): CosineMap => ({
    role,
    title: t(`cosine.${role}`),
    notes: notesOf({ nKv, pairs, aligned }, of, t),
    below: cosinesOf(pairs, of),
    above: cosinesOf(aligned, of),
  });
  const maps = [map("k", "wk"), map("v", "wv")];
  return {
    lang: t.lang,
    ...{ heads, pooling, groups: nKv },
    names: { before: t("heads.before", { layer, heads }), after: t(`heads.${pooling}`, { nKv }) },
    maps: nKv === heads ? [] : maps,
    label: t("heads.label", {
      ...{ heads, nKv, layer, pooling: t(`option.pooling.${pooling}`) },
      cosines: maps.map(({ title, notes }) => `${title}: ${notes.join(", ")}`).join(". "),
    }),
  };
}

function notesOf(
  { nKv, pairs, aligned }: Pick<UpcycleResult, "nKv" | "pairs" | "aligned">,
  of: Weights,
  t: Translate,
): readonly string[] {
  if (pairs === null) return [t("cosine.none")];
  if (pairs.length === 0) return [t("cosine.alone")];
  const trained = { mean: meanCosine(pairs, nKv, of, t) };
  if (aligned === null) return [t("cosine.trained", trained)];
  return [t("cosine.below", trained), t("cosine.above", { mean: meanCosine(aligned, nKv, of, t) })];
}
