import type { HeadFanData } from "../../charts/head-fan.ts";
import type { HeadWeightsData } from "../../charts/head-weights.ts";
import { formatInteger } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { RunState } from "../widget.ts";
import type { HeadsResult, HeadsValues, LitHead } from "./compute.ts";
import { prefill, provenBy, runShape, steps } from "./proof.ts";
import { listText, percentText } from "./words.ts";

const bytesText = (value: number, t: Translate): string => `${formatInteger(value, t.lang)}\u00a0B`;

/** A query head, what it reads and with whom, in words. */
export function litText({ head, kv, others }: LitHead, of: number, t: Translate): string {
  if (others.length === 0) return t("lit-alone", { head, kv, of });
  return t("lit-shared", { head, kv, of, n: others.length, others: othersText(others, t) });
}

/** At most this many are named one by one. */
const mostNamed = 3;

/** "1, 2 and 4"; of many, "1–36 and 38–64": a group without the one that is lit. */
function othersText(others: readonly number[], t: Translate): string {
  if (others.length <= mostNamed) return listText(others.map(String), "and-more", t);
  const runs: [first: number, last: number][] = [];
  for (const head of others) {
    const last = runs.at(-1);
    if (last && last[1] === head - 1) last[1] = head;
    else runs.push([head, head]);
  }
  const said = runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return listText(said, "and-more", t);
}

export function mapData(
  { heads, groups, rows, own, lit }: HeadsResult,
  _: HeadsValues,
  t: Translate,
): HeadFanData {
  const said = { heads, groups, per: heads / groups };
  return {
    heads,
    groups,
    lit: lit && { head: lit.head, kv: lit.kv },
    names: {
      queries: t(groups === 1 ? "map-queries-one" : "map-queries", said),
      kept: t("map-kept", { bytes: bytesText(own.bytesPerToken, t) }),
      rest:
        groups === heads ? "" : t("map-rest", { bytes: bytesText(rows[0]?.bytesPerToken ?? 0, t) }),
    },
    label: lit ? litText(lit, heads, t) : t("map-label", said),
  };
}

/** What a run has found; before it, only where it will stand. */
export function weightsData(
  { lit, heads, groups }: HeadsResult,
  values: HeadsValues,
  t: Translate,
  run: RunState<HeadsValues>,
): HeadWeightsData {
  const proven = provenBy(run);
  const { nHeads, nKv } = proven?.shape ?? runShape(values);
  const tokens = prefill + steps;
  const same = nHeads === heads && nKv === groups;
  const said = { heads: nHeads, groups: nKv, tokens };
  const rows = proven?.event.weights.map((weights) => rowOf(weights, t)) ?? null;
  const list = rows?.map(({ says }, i) =>
    t("weights-row", { head: i + 1, kv: Math.floor((i * nKv) / nHeads) + 1, says }),
  );
  return {
    ...said,
    rows,
    lit: same && lit ? { head: lit.head, kv: lit.kv } : null,
    names: {
      caption: t("weights-caption"),
      empty: t("weights-empty"),
      axis: t("weights-axis"),
      largest: t("weights-largest"),
    },
    label: list
      ? t("weights-label", { ...said, rows: list.join("; ") })
      : t("weights-label-empty", said),
  };
}

function rowOf(weights: readonly number[], t: Translate) {
  const largest = Math.max(...weights);
  const percent = percentText(largest, t);
  return {
    weights,
    says: t("weights-says", { token: weights.indexOf(largest) + 1, percent }),
    short: `${percent}%`,
  };
}
