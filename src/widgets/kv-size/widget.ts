import { html } from "lit";
import { gpuById, type ModelEntry, modelById } from "../../data/index.ts";
import {
  formatBytes,
  formatBytesAuto,
  formatInteger,
  formatSignificant,
} from "../../i18n/format.ts";
import { exactProduct } from "../../model/exact.ts";
import { cacheFormat, weightBytes } from "../../model/formats.ts";
import { kvBytesPerSequence, kvBytesPerToken } from "../../model/kv.ts";
import { keptTokens, type LayerGroup, layerKinds } from "../../model/layers.ts";
import { bytesPerGB, bytesPerGiB } from "../../model/units.ts";
import { ownOf, type Variant, variantsOf } from "../../model/variants.ts";
import { type Factor, formula } from "../formula.ts";
import { gpuCounter } from "../gpu-counter.ts";
import { basisOf, contextNote, modelAt } from "../model-at.ts";
import type { ValuesOf } from "../params.ts";
import { requestFactors } from "../request-factors.ts";
import { sourceLine } from "../source-line.ts";
import type { Translate } from "../translate.ts";
import { variantLabel } from "../variant-label.ts";
import { type Cell, figureOf, type Table, widget } from "../widget.ts";
import { messages } from "./messages.ts";
import { params, shapeOfModel } from "./params.ts";

export type SizeValues = ValuesOf<typeof params>;

interface VariantSize extends Variant {
  readonly bytesPerToken: number;
  readonly bytesPerRequest: number;
  /** All requests together. */
  readonly bytes: number;
}

export interface SizeResult {
  readonly model: ModelEntry;
  readonly layers: readonly LayerGroup[];
  readonly variants: readonly VariantSize[];
  readonly own: VariantSize;
  /** What a request keeps before its first token; 0 without states. */
  readonly stateBytes: number;
  readonly weightBytes: number;
  readonly gpuBytes: number;
  /** Whether the reader has changed the model's own shape. */
  readonly reshaped: boolean;
}

export default widget({
  tag: "kv-size",
  params,
  messages,
  compute,
  summary: (result, values, t) =>
    t.sentence(summaryKey(result, values), {
      model: nameOf(result, t),
      state: formatBytesAuto(
        result.stateBytes,
        values.unit === "GB" ? "decimal" : "binary",
        t.lang,
      ),
      perToken: {
        text: `${formatInteger(result.own.bytesPerToken, t.lang)}\u00a0B`,
        role: result.own.name,
      },
      context: { text: formatInteger(values.context, t.lang), param: "context" },
      requests: { text: formatInteger(values.requests, t.lang), param: "requests" },
      size: { text: formatBytes(result.own.bytes, values.unit, t.lang), role: result.own.name },
    }),
  figures: {
    chart: figureOf(async () => (await import("../../charts/kv-bars.ts")).kvBars, bars),
  },
  table: sizeTable,
  view: ({ result, values, t, active, controls, figure, table }) => html`
    ${formula(sizeFactors(result, values, t), active)}
    <div class="split">
      ${controls()}
      <div class="beside">
        ${figure("chart")}
        <p class="remark">${comparison(result, values, t)}</p>
        ${table("open")}
      </div>
    </div>
    <p class="source">${sourceLine(result.model, basisOf(result.model, t), t)} ${notes(result, values, t)}</p>`,
});

function compute(values: SizeValues): SizeResult {
  const model = modelAt(values.model, values.context);
  const layers = shapeOf(values);
  const format = cacheFormat(values.kv);
  const variants = variantsOf({
    ...headsOf(model, values),
    layers,
  }).map((variant): VariantSize => {
    const bytesPerRequest = kvBytesPerSequence(variant.layers, format, values.context);
    return {
      ...variant,
      // Where newest tokens take more than others, their mean.
      bytesPerToken: format.v.newestTokens
        ? Math.round(bytesPerRequest / values.context)
        : kvBytesPerToken(variant.layers, format),
      bytesPerRequest,
      bytes: exactProduct(bytesPerRequest, values.requests),
    };
  });
  return {
    model,
    layers,
    variants,
    own: ownOf(variants),
    stateBytes: kvBytesPerSequence(layers, format, 0),
    weightBytes: weightBytes(model.params, "bf16"),
    gpuBytes: gpuById(values.gpu).memoryBytes,
    reshaped: JSON.stringify(layers) !== JSON.stringify(layerKinds(model.layers)),
  };
}

/** A row for each variant; one request has a column of its own where there are more of them. */
function sizeTable(result: SizeResult, values: SizeValues, t: Translate): Table {
  const several = values.requests > 1;
  const bytes = (count: number): Cell => ({
    text: `${formatInteger(count, t.lang)}\u00a0B`,
    value: count,
  });
  const inUnit = (count: number, unit: "GB" | "GiB"): Cell => ({
    text: formatBytes(count, unit, t.lang),
    value: count / (unit === "GB" ? bytesPerGB : bytesPerGiB),
  });
  const names = ["variant", "per-token", ...(several ? ["per-request"] : [])];
  const rows = result.variants.map((variant): Table["rows"][number] => {
    const part = variant.bytes / result.weightBytes;
    return [
      variantLabel(variant),
      bytes(variant.bytesPerToken),
      ...(several ? [inUnit(variant.bytesPerRequest, values.unit)] : []),
      inUnit(variant.bytes, "GB"),
      inUnit(variant.bytes, "GiB"),
      { text: share(part, t), value: part },
    ];
  });
  return {
    caption: t("table-caption", {
      context: formatInteger(values.context, t.lang),
      requests: formatInteger(values.requests, t.lang),
    }),
    columns: [...names, "in-gb", "in-gib", "of-weights"].map((name) => t(`column.${name}`)),
    units: [null, "B", ...(several ? [values.unit] : []), null, null, null],
    rows,
    own: result.variants.indexOf(result.own),
  };
}

/** Query heads and head dimension of the twins; a reshaped MLA model keeps its own. */
function headsOf(model: ModelEntry, values: SizeValues) {
  const latent = model.layers[0]?.layer.kind === "latent";
  const { nHeads, expanded } = model;
  const headDim = latent ? model.headDim : values["head-dim"];
  return expanded ? { nHeads, headDim, expanded } : { nHeads, headDim };
}

/** The layers that the controls describe, group by group as the model has them. */
function shapeOf(values: SizeValues): readonly LayerGroup[] {
  const kinds = layerKinds(modelById(values.model).layers);
  if (!shapeOfModel(values)) return kinds;
  return kinds.map(({ layer }): LayerGroup => {
    if (layer.kind === "latent") {
      return {
        count: values.layers,
        layer: { ...layer, latentDim: values["latent-dim"], ropeDim: values["rope-dim"] },
      };
    }
    if (layer.kind !== "heads") throw new RangeError(`no controls for ${layer.kind} layers`);
    const shape = { ...layer, nKv: values["n-kv"], headDim: values["head-dim"] };
    return keptTokens(layer) === Infinity
      ? { count: values.layers, layer: shape }
      : { count: values["window-layers"], layer: { ...shape, windowTokens: values.window } };
  });
}

const nameOf = ({ model, reshaped }: SizeResult, t: Translate): string =>
  reshaped ? t("reshaped", { model: model.name }) : model.name;

function sizeFactors(result: SizeResult, values: SizeValues, t: Translate): readonly Factor[] {
  const factors = requestFactors(result.layers, cacheFormat(values.kv), values.context, t);
  return [
    ...factors,
    {
      operator: "×",
      value: formatInteger(values.requests, t.lang),
      symbol: ["B"],
      name: t("factor.requests"),
      param: "requests",
    },
    {
      operator: "=",
      value: formatBytes(result.own.bytes, values.unit, t.lang),
      name: t("factor.cache"),
      role: result.own.name,
    },
  ];
}

function bars(result: SizeResult, values: SizeValues, t: Translate) {
  const size = (bytes: number) => formatBytes(bytes, values.unit, t.lang);
  const counter = gpuCounter(gpuById(values.gpu), t);
  return {
    bars: [
      ...result.variants.map((variant) => ({
        name: variantLabel(variant),
        bytes: variant.bytes,
        size: size(variant.bytes),
        role: variant.name,
        own: variant.own,
      })),
      {
        name: t("bar.weights"),
        bytes: result.weightBytes,
        size: size(result.weightBytes),
        role: "weights" as const,
      },
      {
        name: t("bar.gpu", { counter }),
        bytes: result.gpuBytes,
        size: size(result.gpuBytes),
        role: "free" as const,
      },
    ],
    bytesPerUnit: values.unit === "GB" ? bytesPerGB : bytesPerGiB,
    axis: t("axis", { unit: values.unit }),
    label: t("chart-label", {
      rows: result.variants.map((v) => `${variantLabel(v)} ${size(v.bytes)}`).join(", "),
      weights: size(result.weightBytes),
      gpu: size(result.gpuBytes),
      counter,
    }),
  };
}

/** Part of a whole: "1.9%", or "3.66×" from one whole on. */
function share(part: number, t: Translate): string {
  return part < 1
    ? `${formatSignificant(part * 100, 2, t.lang)}%`
    : `${formatSignificant(part, 3, t.lang)}×`;
}

/** The cache in the other unit, beside the weights and beside one GPU. */
function comparison({ own, ...result }: SizeResult, values: SizeValues, t: Translate): string {
  return t(isWindowed(result) ? "comparison-windowed" : "comparison", {
    other: formatBytes(own.bytes, values.unit === "GB" ? "GiB" : "GB", t.lang),
    size: formatBytes(own.bytes, values.unit, t.lang),
    perToken: formatBytesAuto(own.bytesPerToken, "binary", t.lang),
    weights: share(own.bytes / result.weightBytes, t),
    gpu: gpuById(values.gpu).name,
    counter: gpuCounter(gpuById(values.gpu), t),
    gpus: share(own.bytes / result.gpuBytes, t),
  });
}

/** With windows, bytes per token hold only until those are full; a state comes before any token. */
function summaryKey({ layers, stateBytes }: SizeResult, { requests }: SizeValues): string {
  const one = requests === 1 ? "-one" : "";
  if (stateBytes > 0) return `summary${one}-state`;
  return `summary${one}${isWindowed({ layers }) ? "-windowed" : ""}`;
}

const isWindowed = ({ layers }: Pick<SizeResult, "layers">): boolean =>
  layers.some(({ layer }) => keptTokens(layer) !== Infinity);

function notes(result: SizeResult, values: SizeValues, t: Translate): string {
  const { model } = result;
  const said: string[] = [];
  const { nHeads } = model;
  if (nHeads !== null && result.own.nKv !== null && nHeads % result.own.nKv !== 0) {
    said.push(t("uneven", { heads: nHeads, kv: result.own.nKv }));
  }
  said.push(contextNote(values.model, values.context, t));
  return said.join(" ");
}
