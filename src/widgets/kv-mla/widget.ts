import { html, nothing } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { formatIntensity } from "../../i18n/format-flops.ts";
import { type Factor, formula } from "../formula.ts";
import { prepareRun } from "../run-controls.ts";
import { sourceLine } from "../source-line.ts";
import type { Sentence, Translate } from "../translate.ts";
import { type Cell, figureOf, type Table, widget } from "../widget.ts";
import { withSymbols } from "../with-symbols.ts";
import { compute, type MlaResult, type MlaValues, type Way, wayIn } from "./compute.ts";
import { bytesText, layerName, macsText, pathData, workData } from "./figures.ts";
import { messages } from "./messages.ts";
import { params } from "./params.ts";
import { proofData } from "./run-figures.ts";
import { runPanel } from "./run-panel.ts";
import { requestOf } from "./subjects.ts";

export default widget({
  tag: "kv-mla",
  params,
  messages,
  compute,
  summary,
  figures: {
    chart: figureOf(async () => (await import("../../charts/mla-path.ts")).mlaPath, pathData),
    work: figureOf(async () => (await import("../../charts/mla-work.ts")).mlaWork, workData),
    proof: figureOf(async () => (await import("../../charts/mla-proof.ts")).mlaProof, proofData),
  },
  table: waysTable,
  prepare: prepareRun,
  run: async function* (values, { signal }) {
    const { runAttention } = await import("../../live/client.ts");
    yield* runAttention(requestOf(values), { signal });
  },
  view: ({ result, values, t, active, controls, figure, table, run }) => html`
    <div class="split">
      <div>
        ${controls("form", "rope", "dims")}
        <p class="remark">${withSymbols(pathNote(result, values, t))} ${t("mac")}</p>
      </div>
      <div class="beside">${figure("chart")}</div>
    </div>
    ${formula(factors(result, values, t), active)}
    <div class="split">
      <div>${controls("queries", "context")}<p class="remark">${workNote(result, t)}</p></div>
      <div class="beside">${figure("work")}${table()}</div>
    </div>
    <div class="split">
      <div>${controls("tokens", "backend")}<p class="remark">${runNote(result, values, t)}</p></div>
      <div class="beside">${runPanel(values, run, figure("proof"), t)}</div>
    </div>
    <p class="source">${result.dims.entry ? sourceLine(result.dims.entry, t("basis.config"), t) : nothing} ${t("ideal")}</p>`,
});

const other = { naive: "absorbed", absorbed: "naive" } as const;

function summary(result: MlaResult, values: MlaValues, t: Translate): Sentence {
  const { form, rope, queries, context } = values;
  const way = wayIn(result, form);
  return t.sentence(`summary.${form}-${rope}`, {
    layer: layerName(values, t),
    queries: { text: formatInteger(queries, t.lang), param: "queries" },
    context: { text: formatInteger(context, t.lang), param: "context" },
    bytes: { text: bytesText(way.bytesRead, t), role: "mla" },
    macs: { text: macsText(way.macs, t), role: "mla" },
    other: { text: macsText(wayIn(result, other[form]).macs, t) },
  });
}

/** context × ( expansion + queries × pair ), or without what is never expanded. */
function factors(result: MlaResult, values: MlaValues, t: Translate): readonly Factor[] {
  const { macsPerPair, expansionMacs, macs } = wayIn(result, values.form);
  const whole = (value: number) => formatInteger(value, t.lang);
  const queries = { value: whole(values.queries), name: t("factor.queries"), param: "queries" };
  const pair = { value: whole(macsPerPair), name: t("factor.pair"), param: "dims" };
  const inner: readonly Factor[] =
    expansionMacs > 0
      ? [
          { operator: "× (", value: whole(expansionMacs), name: t("factor.expansion") },
          { operator: "+", ...queries },
          { operator: "×", ...pair, after: ")" },
        ]
      : [
          { operator: "×", ...queries },
          { operator: "×", ...pair },
        ];
  return [
    { value: whole(values.context), name: t("factor.context"), param: "context" },
    ...inner,
    { operator: "=", value: macsText(macs, t), name: t("factor.work"), role: "mla" },
  ];
}

function waysTable(result: MlaResult, values: MlaValues, t: Translate): Table {
  const names = ["way", "cache", "pair", "expansion", "step", "read", "intensity"];
  const macs = (value: number): Cell => ({ text: formatInteger(value, t.lang), value });
  const row = (way: Way): Table["rows"][number] => [
    t(`way.${way.of}`),
    {
      text: `${formatInteger(way.cacheBytesPerToken, t.lang)}\u00a0B`,
      value: way.cacheBytesPerToken,
    },
    macs(way.macsPerPair),
    macs(way.expansionMacs),
    macs(way.macs),
    { text: bytesText(way.bytesRead, t), value: way.bytesRead },
    { text: formatIntensity(way.intensity, t.lang), value: way.intensity },
  ];
  return {
    caption: t("table-caption", {
      layer: layerName(values, t),
      queries: formatInteger(values.queries, t.lang),
      context: formatInteger(values.context, t.lang),
    }),
    columns: names.map((name) => t(`column.${name}`)),
    units: [null, "B", "MAC", "MAC", "MAC", "B", "FLOP/B"],
    rows: result.ways.map(row),
    own: result.ways.findIndex(({ of }) => of === values.form),
  };
}

/** What the drawing shows, in words. */
const pathNote = (result: MlaResult, { form, rope }: MlaValues, t: Translate): string =>
  t(`path-note.${form}-${rope}`, {
    dim: formatInteger(result.dims.ropeDim, t.lang),
    cached: formatInteger(result.cachedValues, t.lang),
  });

const workNote = ({ ownMacs, expandedBytes }: MlaResult, t: Translate): string =>
  t("work-note", {
    own: formatInteger(ownMacs, t.lang),
    expanded: bytesText(expandedBytes, t),
  });

/** What a run takes, and why it is not the layer of the drawing. */
function runNote({ live, weightBytes }: MlaResult, { dims }: MlaValues, t: Translate): string {
  const { hidden, nHeads, latentDim } = live.dims;
  const said = t("run-note", {
    hidden: formatInteger(hidden, t.lang),
    heads: formatInteger(nHeads, t.lang),
    latent: formatInteger(latentDim, t.lang),
  });
  if (dims === "toy") return said;
  const key = dims === "v2" ? "run-note-v2" : "run-note-lite";
  const bytes = bytesText(dims === "v2" ? weightBytes : live.weightBytes, t);
  return `${t(key, { bytes })} ${said}`;
}
