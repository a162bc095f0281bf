import type { BlockTableData } from "../../charts/block-table.ts";
import type { PoolMapsData } from "../../charts/pool-maps.ts";
import type { PoolSharesData } from "../../charts/pool-shares.ts";
import { type PoolState, poolStates } from "../../charts/pool-state.ts";
import { formatInteger, formatShare } from "../../i18n/format.ts";
import { poolRegions, readersOf } from "../../model/serve/pool-regions.ts";
import type { PoolUsage } from "../../model/serve/pool-usage.ts";
import { publishedShares } from "../../model/serve/published.ts";
import type { Translate } from "../translate.ts";
import type { BlocksResult, BlocksValues, ManagerResult } from "./compute.ts";

export const lineSlots = { small: 32, sharegpt: 1024, alpaca: 1024 } as const;

const stateNames = (t: Translate): Readonly<Record<PoolState, string>> =>
  Object.fromEntries(poolStates.map((state) => [state, t(`state.${state}`)])) as Record<
    PoolState,
    string
  >;

export const percent = (share: number, t: Translate): string => formatShare(share, 1, t.lang);

/** The pool of every memory at the moment that is shown. */
export function mapsData(
  { scene, all, followed }: BlocksResult,
  values: BlocksValues,
  t: Translate,
): PoolMapsData {
  return {
    maps: all.map(({ manager, now, shape }) => ({
      name: t(`manager.${manager}`),
      count: t("served", { n: formatInteger(now.held.length, t.lang) }),
      runs: poolRegions(now, shape).map(({ request, ...run }) => ({
        ...run,
        owner: request === null ? null : request + 1,
      })),
    })),
    slots: scene.slots,
    lineSlots: lineSlots[values.scene],
    isNamed: values.scene === "small",
    lit: followed === null ? null : followed + 1,
    states: poolStates.filter((state) =>
      all.some(({ frames }) => frames.some(({ usage }) => usage[state] > 0)),
    ),
    names: { ...stateNames(t), shared: t("state.shared") },
    isShared: values.prefix > 0,
    label: t("maps-label", {
      when: whenText(values, t),
      rows: all
        .map(({ manager, now }) => `${t(`manager.${manager}`)}: ${servedText(now.held.length, t)}`)
        .join(", "),
    }),
  };
}

const servedText = (n: number, t: Translate): string =>
  t("served", { n: formatInteger(n, t.lang) });

export const whenText = ({ at, scene }: BlocksValues, t: Translate): string =>
  t(scene === "small" ? "when" : "when-paper", { n: formatInteger(at, t.lang) });

/** Mean shares over the whole run; beside them the paper's, where the scene is the paper's. */
export function sharesData(
  { all }: BlocksResult,
  values: BlocksValues,
  t: Translate,
): PoolSharesData {
  const rows = all.map((result) => {
    const { manager } = result;
    return {
      name: t(`manager.${manager}`),
      shares: meanShares(result),
      reported: isPublished(values) ? { shares: reportedShares(manager), by: t("reported") } : null,
    };
  });
  return {
    rows,
    names: stateNames(t),
    percent: (share) => percent(share, t),
    label: t("shares-label", {
      rows: rows.map(({ name, shares }) => `${name} ${percent(shares.tokens, t)}`).join(", "),
    }),
  };
}

/** Over the time in which somebody waited, which is all of it. */
export function meanShares({ outcome }: ManagerResult): PoolUsage {
  const shares = outcome.usageWhileWaiting ?? outcome.usage;
  if (!shares) throw new RangeError("a run in which no time passes");
  return shares;
}

export const isPublished = ({ scene, prefix }: BlocksValues): boolean =>
  scene === "sharegpt" && prefix === 0;

function reportedShares(manager: ManagerResult["manager"]) {
  const shares = publishedShares[manager === "paged" ? "vllm" : manager];
  return Object.fromEntries(Object.entries(shares).map(([state, share]) => [state, share / 100]));
}

/** The block table of the request that is followed. */
export function tableData(
  { scene, all, followed }: BlocksResult,
  values: BlocksValues,
  t: Translate,
): BlockTableData {
  const paged = all.at(-1) as ManagerResult;
  const held = paged.now.held.find(({ request }) => request === followed);
  const readers = readersOf(paged.now);
  const blocks = (held?.blocks ?? []).map((block, i) => ({
    block,
    filled: Math.min(1, Math.max(0, ((held?.tokens ?? 0) - i * values.block) / values.block)),
    readers: readers.get(block) ?? 1,
  }));
  const n = formatInteger(values.request, t.lang);
  return {
    blocks,
    mostBlocks: Math.ceil(scene.maxTokens / values.block),
    names: {
      logical: t("logical"),
      physical: t("physical"),
      more: (count) => t("more-blocks", { n: formatInteger(count, t.lang) }),
      empty: t(followed === null ? "follows-none" : "no-table", { n }),
    },
    label: held
      ? t("table-label", { n, blocks: blocks.map(({ block }) => block).join(", ") })
      : t(followed === null ? "follows-none" : "no-table", { n }),
  };
}
