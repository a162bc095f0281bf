import { html, nothing, type TemplateResult } from "lit";
import { formatFixed, formatInteger } from "../../i18n/format.ts";
import type { Step } from "../../model/derivation.ts";
import type { Capacity } from "../../model/engines/engine.ts";
import type { LlamaCppCache } from "../../model/engines/llama-cpp.ts";
import { cacheFormat } from "../../model/formats.ts";
import type { ComparedModel } from "../../model/import/compare-log.ts";
import { cachedKinds } from "../../model/layers.ts";
import { derivationList } from "../derivation-list.ts";
import { kindOf, layerMapData } from "../layer-kinds.ts";
import { basisOf } from "../model-at.ts";
import { sourceLine } from "../source-line.ts";
import { allowDrop, dropped, textIntake } from "../text-intake.ts";
import type { Sentence, Translate } from "../translate.ts";
import { type Cell, figureOf, type Table, widget } from "../widget.ts";
import { type Kept, nothingKept } from "./brought.ts";
import { type ConfigResult, type ConfigValues, compute } from "./compute.ts";
import { type IntakeHost, intakeOf, report } from "./intake.ts";
import { messages } from "./messages.ts";
import { params } from "./params.ts";

const groups = {
  engine: ["engine", "version", "tp", "pp", "dcp"],
  memory: [
    "gpu",
    "total-gib",
    "utilization",
    "model-gib",
    "weights-gib",
    "non-torch-gib",
    "activation-gib",
    "available-gib",
  ],
  request: [
    "max-len",
    "batched",
    "block",
    "kv",
    "draft",
    "state-mode",
    "ctx",
    "slots",
    "ubatch",
    "type-k",
    "type-v",
    "unified",
    "swa-full",
  ],
} as const;

export default widget({
  tag: "kv-config",
  params,
  messages,
  compute,
  summary,
  figures: {
    map: figureOf(
      async () => (await import("../../charts/layer-map.ts")).layerMap,
      (result: ConfigResult, values: ConfigValues, t) =>
        layerMapData(result.layers, cacheFormat(values.kv), t),
    ),
  },
  table: answerTable,
  view: ({ result, values, t, controls, figure, table, set, clear, brought, bring }) => {
    const kept = (something: unknown) => (something as Kept | null) ?? nothingKept;
    const keep: IntakeHost["keep"] = (next) =>
      bring((before, chosen) => next(kept(before), chosen));
    const host: IntakeHost = { t, values, set, clear, kept: kept(brought), keep };
    const intake = intakeOf(host);
    return html`<div class="zone" @dragover=${allowDrop} @drop=${(event: DragEvent) => dropped(event, intake)}>
    ${textIntake(intake)}
    ${report(host, comparedModel(result))}
    <div class="answer">
      <div>${result.model ? controls("model") : nothing}${figure("map")}</div>
      <div>${result.answer.kind === "refused" ? nothing : table("open")}</div>
    </div>
    ${steps(result, values, t)}
    <div class="control-groups">${Object.entries(groups).map(([group, names]) =>
      group === "memory" && values.engine === "llama.cpp"
        ? nothing
        : html`<div><p class="label">${t(`group.${group}`)}</p>${controls(...names)}</div>`,
    )}</div>
    <p class="source">${remarks(result, values, t)}</p></div>`;
  },
});

const engineName = (values: ConfigValues, t: Translate): string =>
  values.engine === "vllm"
    ? `vLLM ${t(`option.version.${values.version}`)}`
    : t(`option.engine.${values.engine}`);

const modelName = ({ model }: ConfigResult, t: Translate): string => model?.name ?? t("own-model");

function summary(result: ConfigResult, values: ConfigValues, t: Translate): Sentence {
  const { answer } = result;
  const model = modelName(result, t);
  const engine = engineName(values, t);
  if (answer.kind === "refused") {
    return t.sentence("summary-refused", {
      engine,
      model,
      reason: t(`refused.${answer.code}`, answer.terms),
    });
  }
  if (answer.kind === "buffers") {
    return t.sentence("summary-buffers", {
      model,
      ctx: { text: formatInteger(values.ctx, t.lang), param: "ctx" },
      total: { text: mib(answer.cache.totalMib, t), role: "own" },
    });
  }
  const { kvTokens, concurrency } = answer.capacity;
  if (kvTokens === 0) {
    const available = {
      text: formatFixed(values["available-gib"], 2, t.lang),
      param: "available-gib",
    };
    return t.sentence("summary-nothing", { engine, model, available });
  }
  return t.sentence("summary", {
    engine,
    model,
    available: { text: formatFixed(values["available-gib"], 2, t.lang), param: "available-gib" },
    tokens: { text: formatInteger(kvTokens, t.lang), role: "own" },
    len: { text: formatInteger(values["max-len"], t.lang), param: "max-len" },
    concurrency: { text: formatFixed(concurrency ?? 0, 2, t.lang), role: "own" },
  });
}

const mib = (value: number, t: Translate): string => formatFixed(value, 2, t.lang);

function answerTable(result: ConfigResult, values: ConfigValues, t: Translate): Table {
  const { answer } = result;
  return {
    caption: t("table-caption", { engine: engineName(values, t) }),
    columns: [t("column.what"), t("column.value")],
    units: [null, null],
    rows:
      answer.kind === "capacity"
        ? capacityRows(answer.capacity, t)
        : answer.kind === "buffers"
          ? bufferRows(answer.cache, t)
          : [],
  };
}

function capacityRows(capacity: Capacity, t: Translate): Table["rows"] {
  const int = (value: number): Cell => ({ text: formatInteger(value, t.lang), value });
  const bytes = capacity.bytesPerTokenPerGpu;
  const rows: [string, Cell | null][] = [
    ["bytes-per-token", { text: `${formatInteger(bytes, t.lang)}\u00a0B`, value: bytes }],
    ["block-size", capacity.blockSize === null ? null : int(capacity.blockSize)],
    ["blocks", capacity.blocks === null ? null : int(capacity.blocks)],
    ["kv-tokens", int(capacity.kvTokens)],
    [
      "concurrency",
      capacity.concurrency === null
        ? null
        : { text: `${formatFixed(capacity.concurrency, 2, t.lang)}×`, value: capacity.concurrency },
    ],
    ["requests", capacity.requests === null ? null : int(capacity.requests)],
  ];
  return rows.flatMap(([name, cell]) => (cell ? [[t(`row.${name}`), cell]] : []));
}

function bufferRows(cache: LlamaCppCache, t: Translate): Table["rows"] {
  const size = (value: number): Cell => ({ text: `${mib(value, t)}\u00a0MiB`, value });
  return [
    ...cache.buffers.map(({ kind, layers, cells, mib: value }): Table["rows"][number] => [
      t("buffer-row", {
        name: t(`buffer.${kind}`),
        layers,
        cells: formatInteger(cells, t.lang),
      }),
      size(value),
    ]),
    [t("row.total"), size(cache.totalMib)],
  ];
}

function steps(
  result: ConfigResult,
  values: ConfigValues,
  t: Translate,
): TemplateResult | typeof nothing {
  const { answer, budgetSteps } = result;
  const own: readonly Step[] =
    answer.kind === "capacity"
      ? answer.capacity.steps
      : answer.kind === "buffers"
        ? answer.cache.steps
        : [];
  if (own.length === 0) return nothing;
  return html`<details class="numbers"><summary>${t("derivation")}</summary>
    ${derivationList([...budgetSteps, ...own], kindNames(result, values, t), t)}</details>`;
}

/** Kinds of layers in the order in which vLLM's and the ideal's steps are numbered. */
function kindNames(
  { layers, draftLayers }: Pick<ConfigResult, "layers" | "draftLayers">,
  values: ConfigValues,
  t: Translate,
): readonly string[] {
  if (values.engine !== "vllm" && values.engine !== "ideal") return [];
  const served = values.draft > 0 ? [...layers, ...draftLayers] : layers;
  return cachedKinds(served).map(({ layer }) => t(`kind.${kindOf(layer)}`));
}

/** What a log is laid beside: the layers that are shown. */
const comparedModel = ({ model, layers, draftLayers }: ConfigResult): ComparedModel => ({
  layers,
  draftLayers,
  elementBytes: 2,
  kvCacheFormat: null,
  expanded:
    model?.expanded && model.nHeads !== null ? { nHeads: model.nHeads, ...model.expanded } : null,
});

function remarks(result: ConfigResult, values: ConfigValues, t: Translate) {
  const said: unknown[] = [];
  if (result.model) said.push(sourceLine(result.model, basisOf(result.model, t), t), " ");
  if (values.engine !== "llama.cpp") {
    said.push(t(result.budgetSteps.length > 0 ? "assumed-terms" : "available-given"));
  }
  if (!result.model && values.engine !== "llama.cpp" && values["model-gib"] > 0) {
    said.push(" ", t("own-weights"));
  }
  return said;
}
