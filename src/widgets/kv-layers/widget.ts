import { html } from "lit";
import { formatInteger } from "../../i18n/format.ts";
import { cacheFormat } from "../../model/formats.ts";
import { type Factor, formula } from "../formula.ts";
import { keepsText } from "../layer-kinds.ts";
import { basisOf, contextNote } from "../model-at.ts";
import { requestFactors } from "../request-factors.ts";
import { sourceLine } from "../source-line.ts";
import type { Sentence, Translate } from "../translate.ts";
import { type Cell, figureOf, type Table, widget } from "../widget.ts";
import { compute, type LayersResult, type LayersValues } from "./compute.ts";
import { growthData, mapData, sizeText, timesText } from "./figures.ts";
import { messages } from "./messages.ts";
import { params } from "./params.ts";

export default widget({
  tag: "kv-layers",
  params,
  messages,
  compute,
  summary,
  figures: {
    map: figureOf(async () => (await import("../../charts/layer-map.ts")).layerMap, mapData),
    chart: figureOf(
      async () => (await import("../../charts/cache-growth.ts")).cacheGrowth,
      growthData,
    ),
  },
  table: kindsTable,
  view: ({ result, values, t, active, controls, figure, table }) => html`
    ${formula(factors(result, values, t), active)}
    <div class="split">
      ${controls()}
      <div class="beside">
        ${figure("map")}
        ${figure("chart")}
        <p class="remark">${remark(result, t)}</p>
        ${table("open")}
      </div>
    </div>
    <p class="source">${sourceLine(result.model, basisOf(result.model, t), t)} ${notes(result, values, t)}</p>`,
});

function summary(result: LayersResult, values: LayersValues, t: Translate): Sentence {
  const size = (bytes: number) => sizeText(bytes, values, t);
  return t.sentence(summaryKey(result), {
    model: result.model.name,
    context: { text: formatInteger(values.context, t.lang), param: "context" },
    real: { text: size(result.bytes), role: "kv" },
    naive: { text: size(result.naiveBytes), role: "waste" },
    times: { text: timesText(result, t), role: "waste" },
  });
}

function summaryKey({ bytes, naiveBytes, partsAt, kinds }: LayersResult): string {
  if (naiveBytes > bytes) return "summary";
  if (naiveBytes < bytes) return "summary-less";
  const full = partsAt === null && kinds.every(({ kind }) => kind === "full");
  return full ? "summary-uniform" : "summary-same";
}

function factors(
  { model, bytes }: LayersResult,
  values: LayersValues,
  t: Translate,
): readonly Factor[] {
  return [
    ...requestFactors(model.layers, cacheFormat(values.kv), values.context, t),
    {
      operator: "=",
      value: sizeText(bytes, values, t),
      name: t("factor.cache"),
      role: "kv",
    },
  ];
}

/** Where the two counts part or cross, and what the next token adds to each. */
function remark(result: LayersResult, t: Translate): string {
  const { partsAt, crosses, nextTokenBytes, naiveNextTokenBytes } = result;
  const bytes = (count: number) => `${formatInteger(count, t.lang)}\u00a0B`;
  const fill = { next: bytes(nextTokenBytes), naive: bytes(naiveNextTokenBytes) };
  if (partsAt === null) return t("never-parts", fill);
  if (crosses) return t("crosses-at", { ...fill, n: formatInteger(partsAt - 1, t.lang) });
  if (partsAt === 1) return `${t("differs-at-once")} ${t("next-token", fill)}`;
  return t("parts-at", { ...fill, n: formatInteger(partsAt, t.lang) });
}

/** A row for each kind, and one for all. */
function kindsTable(result: LayersResult, values: LayersValues, t: Translate): Table {
  const format = cacheFormat(values.kv);
  const int = (value: number): Cell => ({ text: formatInteger(value, t.lang), value });
  const size = (value: number): Cell => ({
    text: sizeText(value, values, t),
    value,
  });
  const layers = result.kinds.reduce((sum, { count }) => sum + count, 0);
  const kinds = result.kinds.map((of): Table["rows"][number] => [
    t(`kind.${of.kind}`),
    int(of.count),
    { text: keepsText(of, format, t), value: keepsText(of, format, t) },
    size(of.bytes),
    size(of.naiveBytes),
  ]);
  const all: Table["rows"][number] = [
    t("row.all"),
    int(layers),
    { text: "–", value: "" },
    size(result.bytes),
    size(result.naiveBytes),
  ];
  return {
    caption: t("table-caption", { context: formatInteger(values.context, t.lang) }),
    columns: ["kind", "layers", "keeps", "request", "naive"].map((name) => t(`column.${name}`)),
    units: [null, null, null, "B", "B"],
    rows: kinds.length > 1 ? [...kinds, all] : kinds,
  };
}

function notes({ model, kinds }: LayersResult, values: LayersValues, t: Translate): string {
  const said: string[] = [];
  const has = (...names: readonly string[]) => kinds.some(({ kind }) => names.includes(kind));
  if (model.expanded) {
    said.push(t("expanded-heads", { k: model.expanded.dK, v: model.expanded.dV }));
  }
  if (has("state", "shared", "none")) said.push(t("borrowed-heads"));
  said.push(contextNote(values.model, values.context, t));
  return said.join(" ");
}
