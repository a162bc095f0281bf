import { html, nothing } from "lit";
import {
  formatBytes,
  formatDuration,
  formatInteger,
  formatRate,
  formatSignificant,
} from "../../i18n/format.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvBytesPerToken } from "../../model/kv.ts";
import { type Factor, formula } from "../formula.ts";
import { gpuCounter } from "../gpu-counter.ts";
import { basisOf, contextNote } from "../model-at.ts";
import { sourceLine } from "../source-line.ts";
import { stepNotes } from "../step-load.ts";
import type { Sentence, Translate } from "../translate.ts";
import { variantLabel } from "../variant-label.ts";
import { figureOf, type Table, widget } from "../widget.ts";
import { compute, type StepResult, type StepValues, type VariantStep } from "./compute.ts";
import { bytesData, growthData, share } from "./figures.ts";
import { messages } from "./messages.ts";
import { params } from "./params.ts";

export default widget({
  tag: "kv-step",
  params,
  messages,
  compute,
  summary,
  figures: {
    chart: figureOf(async () => (await import("../../charts/step-bytes.ts")).stepBytes, bytesData),
    growth: figureOf(
      async () => (await import("../../charts/step-growth.ts")).stepGrowth,
      growthData,
    ),
  },
  table: stepTable,
  view: ({ result, values, t, active, controls, figure, table }) => html`
    ${formula(factors(result, values, t), active)}
    <div class="split">
      ${controls()}
      <div class="beside">
        ${figure("chart")}
        ${figure("growth")}
        <p class="remark">${remark(result, t)}</p>
        ${table()}
      </div>
    </div>
    <p class="source">${sourceLine(result.model, basisOf(result.model, t), t)} ${sourceLine(result.gpu, t("basis.datasheet"), t)} ${notes(result, values, t)}</p>`,
});

const milliseconds = (seconds: number, t: Translate) => formatDuration(seconds * 1000, t.lang);

const tokens = ({ tokensPerSecond }: VariantStep, t: Translate) =>
  formatSignificant(tokensPerSecond, 4, t.lang);

const isComputeBound = ({ memorySeconds, computeSeconds }: VariantStep) =>
  computeSeconds > memorySeconds;

function summary(result: StepResult, values: StepValues, t: Translate): Sentence {
  const size = (bytes: number) => formatBytes(bytes, values.unit, t.lang);
  const { own, variants } = result;
  const memory = size(result.memoryBytes);
  // What holds of all of them is said once.
  const none = variants.length > 1 && variants.every(({ fits }) => !fits);
  const unheld = ({ fits }: VariantStep) => (fits || none ? "" : t("hypothetical", { memory }));
  const said = t.sentence(isComputeBound(own) ? "summary-compute" : "summary", {
    model: result.model.name,
    gpu: result.gpu.name,
    counter: gpuCounter(result.gpu, t),
    count: { text: formatInteger(values.count, t.lang), param: "count" },
    batch: { text: formatInteger(values.batch, t.lang), param: "batch" },
    context: { text: formatInteger(values.context, t.lang), param: "context" },
    total: { text: size(own.bytes), role: own.name },
    unheld: unheld(own),
    weights: size(result.weightBytes),
    kv: size(own.kvBytes),
    share: share(own, t),
    read: milliseconds(own.memorySeconds, t),
    time: { text: milliseconds(own.seconds, t), role: own.name },
    rate: tokens(own, t),
    shape:
      own.nKv === null
        ? own.name.toUpperCase()
        : t("shape", {
            variant: own.name.toUpperCase(),
            heads: formatInteger(own.nKv, t.lang),
          }),
  });
  const others = variants
    .filter((variant) => !variant.own)
    .flatMap((variant, i) => [
      ...(i === 0 ? [] : [t("and")]),
      ...t.sentence(i === 0 ? "first-other" : "other", {
        heads: formatInteger(variant.nKv ?? 0, t.lang),
        variant: variant.name.toUpperCase(),
        n: {
          text: t("size-time", {
            size: size(variant.bytes),
            time: milliseconds(variant.seconds, t),
          }),
          role: variant.name,
        },
        unheld: unheld(variant),
      }),
    ]);
  if (others.length === 0) return said;
  const whole = [...said, " ", ...others, t("stop")];
  return none ? [...whole, " ", t("all-hypothetical", { memory })] : whole;
}

/** (W + B · S · kv) ÷ bandwidth; the cache of a request in one piece where layers have windows. */
function factors(result: StepResult, values: StepValues, t: Translate): readonly Factor[] {
  const size = (bytes: number) => formatBytes(bytes, values.unit, t.lang);
  const int = (value: number) => formatInteger(value, t.lang);
  const { own, gpu } = result;
  const perToken = kvBytesPerToken(own.layers, cacheFormat(values.kv));
  const request: readonly Factor[] =
    perToken * values.context === own.requestBytes
      ? [
          {
            operator: "×",
            value: int(values.context),
            symbol: ["S"],
            name: t("factor.context"),
            param: "context",
          },
          {
            operator: "×",
            value: `${int(perToken)}\u00a0B`,
            name: t("factor.per-token"),
            param: "kv",
            after: ")",
          },
        ]
      : [
          {
            operator: "×",
            value: size(own.requestBytes),
            name: t("factor.request"),
            param: "context",
            after: ")",
          },
        ];
  return [
    {
      operator: "(",
      value: size(result.weightBytes),
      symbol: ["W"],
      name: t("factor.weights"),
      param: "weights",
    },
    {
      operator: "+",
      value: int(values.batch),
      symbol: ["B"],
      name: t("factor.batch"),
      param: "batch",
    },
    ...request,
    { operator: "÷ (", value: int(values.count), name: t("factor.count"), param: "count" },
    {
      operator: "×",
      value: formatRate(gpu.bandwidthBytesPerSecond, t.lang),
      name: t("factor.bandwidth"),
      param: "gpu",
      after: ")",
    },
    {
      operator: "=",
      value: milliseconds(own.memorySeconds, t),
      name: t("factor.time"),
      role: own.name,
    },
  ];
}

function stepTable(result: StepResult, values: StepValues, t: Translate): Table {
  const size = (bytes: number) => formatBytes(bytes, values.unit, t.lang);
  const bytes = (value: number) => ({ text: size(value), value });
  const names = ["variant", "weights", "kv", "bytes", "time", "rate", "overtakes"];
  return {
    caption: t("table-caption", {
      context: formatInteger(values.context, t.lang),
      batch: formatInteger(values.batch, t.lang),
    }),
    columns: [
      ...names.map((name) => t(`column.${name}`)),
      t("column.held", { memory: size(result.memoryBytes) }),
    ],
    units: [null, "B", "B", "B", "s", "1/s", null, "B"],
    rows: result.variants.map((variant) => [
      variantLabel(variant),
      bytes(result.weightBytes),
      bytes(variant.kvBytes),
      bytes(variant.bytes),
      { text: milliseconds(variant.seconds, t), value: variant.seconds },
      { text: tokens(variant, t), value: variant.tokensPerSecond },
      { text: formatInteger(variant.overtakes, t.lang), value: variant.overtakes },
      {
        text: variant.fits
          ? size(variant.heldBytes)
          : t("too-much", { size: size(variant.heldBytes) }),
        value: variant.heldBytes,
      },
    ]),
    own: result.variants.indexOf(result.own),
  };
}

function remark({ own, model, experts }: StepResult, t: Translate) {
  const variant = variantLabel(own);
  const said = [
    own.overtakes === 1
      ? t("overtakes-now", { variant })
      : t("overtakes", { variant, n: formatInteger(own.overtakes, t.lang) }),
  ];
  if (experts !== null && model.experts) {
    const read = formatSignificant(experts, 3, t.lang);
    said.push(t("experts-read", { count: formatInteger(model.experts.count, t.lang), read }));
  }
  return html`${said.join(" ")} ${
    isComputeBound(own)
      ? html`<b>${t("compute-bound", { time: milliseconds(own.computeSeconds, t) })}</b>`
      : nothing
  }`;
}

function notes({ model, variants }: StepResult, values: StepValues, t: Translate): string {
  const said = [t("ideal"), t("twin-weights")];
  if (variants.some(({ nKv }) => (nKv ?? 1) < values.count)) said.push(t("replicated"));
  said.push(...stepNotes(model, values, t), contextNote(values.model, values.context, t));
  return said.filter(Boolean).join(" ");
}
