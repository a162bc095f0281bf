import { html, type TemplateResult } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { player } from "../player.ts";
import type { Sentence, Translate } from "../translate.ts";
import { type Cell, figureOf, type Table, widget } from "../widget.ts";
import { type BlocksResult, type BlocksValues, compute, type Fate } from "./compute.ts";
import {
  isPublished,
  mapsData,
  meanShares,
  percent,
  sharesData,
  tableData,
  whenText,
} from "./figures.ts";
import { messages } from "./messages.ts";
import { lastFrame, params } from "./params.ts";
import { follow } from "./pick.ts";

const paper = "https://arxiv.org/abs/2309.06180";

export default widget({
  tag: "kv-blocks",
  params,
  messages,
  compute,
  summary,
  figures: {
    chart: figureOf(async () => (await import("../../charts/pool-maps.ts")).poolMaps, mapsData),
    blocks: figureOf(
      async () => (await import("../../charts/block-table.ts")).blockTable,
      tableData,
    ),
    shares: figureOf(
      async () => (await import("../../charts/pool-shares.ts")).poolShares,
      sharesData,
    ),
  },
  table: managersTable,
  view: (context) => {
    const { result, values, t, controls, figure, table } = context;
    const n = formatInteger(values.request, t.lang);
    const isNone = result.followed === null;
    return html`
    <div class="source-choice">${controls("scene")}</div>
    <div class="moment">${controls("at")}${player(context, "at", lastFrame)}</div>
    <div class="split">
      ${controls("block", "prefix", "request", "seed")}
      <div class="beside map" @click=${(event: MouseEvent) => follow(event, context)}>${figure("chart")}</div>
    </div>
    <div class="split under">
      <div>
        <p class="over">${t(isNone ? "table-head-none" : "table-head", { n })}</p>
        <p class="fates">${isNone ? "" : fatesText(result, values, t)}</p>
        <p class="shared">${sharedText(result, values, t)}</p>
      </div>
      <div class="beside">
        ${figure("blocks")}
        <p class="over">${t(isPublished(values) ? "shares-head-paper" : "shares-head")}</p>
        ${figure("shares")}
        ${table()}
      </div>
    </div>
    ${source(result, values, t)}`;
  },
});

function summary({ scene, all }: BlocksResult, values: BlocksValues, t: Translate): Sentence {
  const counts = Object.fromEntries(
    all.map(({ manager, now }) => [
      manager,
      {
        text: formatInteger(now.held.length, t.lang),
        role: manager === "paged" ? "kv" : "waste",
      },
    ]),
  );
  return t.sentence("summary", {
    slots: formatInteger(scene.slots, t.lang),
    when: { text: whenText(values, t), param: "at" },
    ...counts,
  });
}

const fates = ["finished", "served", "waits"] as const satisfies readonly Fate[];

/** What has become of the request that is followed, memory by memory. */
function fatesText({ all }: BlocksResult, values: BlocksValues, t: Translate): string {
  const n = formatInteger(values.request, t.lang);
  const groups = fates
    .map((fate) => ({ fate, of: all.filter((result) => result.fate === fate) }))
    .filter(({ of }) => of.length > 0);
  const [only, ...others] = groups;
  if (only && others.length === 0) return t(`all.${only.fate}`, { n });
  const list = groups.map(({ fate, of }, i) =>
    t(`fate.${fate}${i === groups.length - 1 ? "-last" : ""}`, {
      managers: listed(
        of.map(({ manager }) => t(`where.${manager}`)),
        t,
      ),
    }),
  );
  return t("fates", { n, list: list.join(t("fates-join")) });
}

/** What of the beginning lies in blocks that several read. */
function sharedText({ shared }: BlocksResult, values: BlocksValues, t: Translate): string {
  if (values.prefix === 0) return t("shares-none");
  if (values.prefix < values.block) return t("shares-too-short");
  if (!shared) return t("shares-nobody");
  const int = (value: number) => formatInteger(value, t.lang);
  return t("shares", {
    tokens: int(shared.blocks * values.block),
    blocks: int(shared.blocks),
    readers: int(shared.readers),
  });
}

function listed(names: readonly string[], t: Translate): string {
  const before = names.slice(0, -1).join(t("where-join"));
  const last = names.at(-1) ?? "";
  return before === "" ? last : `${before}${t("where-and")}${last}`;
}

function managersTable({ all }: BlocksResult, values: BlocksValues, t: Translate): Table {
  const int = (value: number): Cell => ({ text: formatInteger(value, t.lang), value });
  const share = (value: number): Cell => ({ text: percent(value, t), value });
  return {
    caption: t("table-caption", { when: whenText(values, t) }),
    columns: [
      ...["manager", "served", "finished", "preempted", "recomputed"],
      ...["tokens", "internal", "external"],
    ].map((name) => t(`column.${name}`)),
    units: [null, null, null, null, null, null, null, null],
    rows: all.map((result) => {
      const { manager, now, outcome } = result;
      const shares = meanShares(result);
      return [
        t(`manager.${manager}`),
        ...[now.held.length, now.finished].map(int),
        ...[outcome.counts.preempt, outcome.tokens.recomputed].map(int),
        ...[shares.tokens, shares.internal, shares.external].map(share),
      ];
    }),
  };
}

function source({ scene }: BlocksResult, values: BlocksValues, t: Translate): TemplateResult {
  const fill = {
    most: formatInteger(scene.maxTokens, t.lang),
    slots: formatInteger(scene.slots, t.lang),
  };
  return html`<p class="source">${t(values.scene === "small" ? "source-small" : "source-paper", fill)}
    ${t("swap")} <a href=${paper} rel="noopener">arXiv:2309.06180</a></p>`;
}
