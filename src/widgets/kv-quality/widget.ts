import { html, nothing } from "lit";
import { type PaperTable, type Standing, vhaData } from "../../data/quality.ts";
import { sourceLine } from "../source-line.ts";
import type { Sentence, Translate } from "../translate.ts";
import { figureOf, widget } from "../widget.ts";
import { compute, type QualityResult } from "./compute.ts";
import { messages } from "./messages.ts";
import { notesOf } from "./notes.ts";
import { ownChartData } from "./own-figures.ts";
import { ownMeasured, ownSentence } from "./own-words.ts";
import { benchmarksData, conflictData, scatterData } from "./paper-figures.ts";
import { benchmarksSentence, conflictSentence, scatterSentence } from "./paper-sentence.ts";
import { params } from "./params.ts";
import { qualityTable } from "./tables.ts";
import { vhaChartData } from "./vha-figures.ts";
import { vhaSentence } from "./vha-sentence.ts";
import { placeOf, tableName } from "./words.ts";

export default widget({
  tag: "kv-quality",
  params,
  messages,
  compute,
  summary: (result, _, t) => summary(result, t),
  figures: {
    chart: figureOf(
      async () => (await import("../../charts/quality-chart.ts")).qualityChart,
      (result: QualityResult, _, t) => chartData(result, t),
    ),
  },
  table: (result, _, t) => qualityTable(result, t),
  view: ({ result, t, controls, figure, table }) => html`
    <div class="split">
      ${controls()}
      <div class="beside">
        ${figure("chart")}
        ${table()}
      </div>
    </div>
    ${tablesOf(result).map((of, _, all) => wording(of, all.length > 1, t))}
    ${notesOf(result, t).map((note) => html`<p class="remark">${note}</p>`)}
    <p class="source">${reported(result, t)} ${sources(result, t)}</p>`,
});

function summary(result: QualityResult, t: Translate): Sentence {
  switch (result.view) {
    case "scatter":
      return scatterSentence(result, t);
    case "benchmarks":
      return benchmarksSentence(result, t);
    case "conflict":
      return conflictSentence(result, t);
    case "vha":
      return vhaSentence(result, t);
    case "own":
      return ownSentence(result, t);
  }
}

function chartData(result: QualityResult, t: Translate) {
  switch (result.view) {
    case "scatter":
      return scatterData(result, t);
    case "benchmarks":
      return benchmarksData(result, t);
    case "conflict":
      return conflictData(result, t);
    case "vha":
      return vhaChartData(result, t);
    case "own":
      return ownChartData(result, t);
  }
}

/** The papers' tables that are shown. */
function tablesOf(result: QualityResult): readonly PaperTable[] {
  if (result.view === "vha" || result.view === "own") return [];
  return result.view === "conflict" ? result.sides.map(({ table }) => table) : [result.table];
}

/** What a paper says of its table, in its own words; `named` with its title. */
function wording({ title, wording: said }: PaperTable, named: boolean, t: Translate) {
  return said.map((of) => {
    const place = placeOf(of, t);
    const before = named ? t("quoted-paper", { title, place }) : t("quoted", { place });
    return html`<p class="remark">${before} <q lang="en">${of.text}</q></p>`;
  });
}

/** What of this was measured here: nothing but our own. */
function reported(result: QualityResult, t: Translate): string {
  if (result.view === "vha") return t("vha-reported");
  if (result.view === "own") return ownMeasured(result, t);
  const [first, second] = tablesOf(result);
  if (!first) return "";
  if (!second) return t("reported", { title: first.title, table: tableName(first, t) });
  return t("reported-twice", {
    one: first.title,
    oneTable: tableName(first, t),
    other: second.title,
    otherTable: tableName(second, t),
  });
}

/** Where the numbers come from, and how they are known. */
function sources(result: QualityResult, t: Translate) {
  const line = (name: string, { source, checked, reason }: Sourced) =>
    sourceLine({ name, source, checked }, reason[t.lang], t);
  if (result.view === "vha") {
    const { url: source, checked, standing } = vhaData;
    const marks = result.rows.flatMap((row) => row.marks);
    const has = (status: Standing["status"]) => marks.some((mark) => mark.status === status);
    const computed = result.axis === "points" && has("recomputed");
    const fromTasks = marks.some(({ paired }) => paired !== null);
    return html`${fromTasks || has("read") ? line(t("vha-source"), { source, checked, ...standing.runs }) : nothing}
      ${computed ? (fromTasks ? standing.differences : standing.arithmetic).reason[t.lang] : nothing}
      ${has("not-checkable") ? standing.summary.reason[t.lang] : nothing}`;
  }
  return tablesOf(result).map(
    (table) => html`${line(table.title, { ...table, source: table.url })}
      ${table.shape && result.view === "scatter" ? line(t("shape-source"), { ...table.shape, source: table.shape.url }) : nothing}`,
  );
}

type Sourced = Pick<Standing, "reason"> & { readonly source: string; readonly checked: string };
