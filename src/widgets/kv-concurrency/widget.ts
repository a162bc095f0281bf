import { html } from "lit";
import { gpuById } from "../../data/index.ts";
import { formatBytes, formatInteger, formatMoney } from "../../i18n/format.ts";
import { kvElementBytes } from "../../model/formats.ts";
import { type Factor, formula } from "../formula.ts";
import { basisOf, isPastTraining } from "../model-at.ts";
import { requestFactors } from "../request-factors.ts";
import { sourceLine } from "../source-line.ts";
import type { Part, Sentence, Translate } from "../translate.ts";
import { variantLabel } from "../variant-label.ts";
import { figureOf, widget } from "../widget.ts";
import {
  type ConcurrencyResult,
  type ConcurrencyValues,
  compute,
  type VariantRequests,
} from "./compute.ts";
import { curveData, memoryData } from "./figures.ts";
import { messages } from "./messages.ts";
import { params } from "./params.ts";

export default widget({
  tag: "kv-concurrency",
  params,
  messages,
  compute,
  summary,
  figures: {
    chart: figureOf(
      async () => (await import("../../charts/concurrency-curve.ts")).concurrencyCurve,
      curveData,
    ),
    memory: figureOf(
      async () => (await import("../../charts/memory-bars.ts")).memoryBars,
      memoryData,
    ),
  },
  table: (result, values, t) => ({
    caption: t("table-caption", {
      context: formatInteger(values.context, t.lang),
      wanted: formatInteger(values.requests, t.lang),
    }),
    columns: [
      t("column.variant"),
      t("column.request"),
      t("column.fit"),
      t("column.longest", { n: formatInteger(values.requests, t.lang) }),
      t("column.gpus", { n: formatInteger(values.requests, t.lang) }),
      t("column.price"),
    ],
    rows: result.variants.map((variant) => [
      variantLabel(variant),
      formatBytes(variant.requestBytes, values.unit, t.lang),
      formatInteger(variant.requests, t.lang),
      contextText(variant.longestContext, t),
      formatInteger(variant.gpus, t.lang),
      variant.hourlyPrice === null ? "–" : formatMoney(variant.hourlyPrice, t.lang),
    ]),
    own: result.variants.indexOf(result.own),
  }),
  view: ({ result, values, t, active, controls, figure, table }) => html`
    ${formula(factors(result, values, t), active)}
    <div class="split">
      ${controls()}
      <div class="beside">
        ${figure("chart")}
        ${figure("memory")}
        <p class="remark">${inverse(result, values, t)}</p>
        ${table()}
      </div>
    </div>
    <p class="source">${sourceLine(result.model, basisOf(result.model, t), t)} ${sourceLine(gpuById(values.gpu), t("basis.datasheet"), t)} ${notes(result, values, t)}</p>`,
});

function summary(result: ConcurrencyResult, values: ConcurrencyValues, t: Translate): Sentence {
  const size = (bytes: number) => formatBytes(bytes, values.unit, t.lang);
  const total: Part = { text: size(result.totalBytes), param: "count" };
  const needed = result.plan.weightBytes + result.plan.reserveBytes;
  if (result.budgetBytes < 0) {
    return t.sentence("does-not-fit", {
      model: result.model.name,
      total,
      needed: { text: size(needed), role: "waste" },
      short: size(-result.budgetBytes),
    });
  }
  const context: Part = { text: formatInteger(values.context, t.lang), param: "context" };
  if (result.own.requests === 0) {
    return t.sentence("no-room", {
      budget: size(result.budgetBytes),
      context,
      request: size(result.own.requestBytes),
    });
  }
  const others = result.variants.filter((variant) => !variant.own);
  const counted = (variant: VariantRequests): Part => ({
    text: t("with-variant", {
      variant: variantLabel(variant),
      n: formatInteger(variant.requests, t.lang),
    }),
    role: variant.name,
  });
  const listed = others.flatMap((variant, i): Part[] =>
    i === 0 ? [counted(variant)] : [", ", counted(variant)],
  );
  const sentence = t.sentence("summary", {
    model: result.model.name,
    budget: size(result.budgetBytes),
    context,
    own: counted(result.own),
    others: "\u0000",
  });
  return sentence.flatMap((part) => (part === "\u0000" ? listed : [part]));
}

function factors(
  result: ConcurrencyResult,
  values: ConcurrencyValues,
  t: Translate,
): readonly Factor[] {
  const size = (bytes: number) => formatBytes(bytes, values.unit, t.lang);
  const { plan, own } = result;
  const [first, ...rest] = requestFactors(own.layers, kvElementBytes(values.kv), values.context, t);
  return [
    {
      operator: "(",
      value: formatInteger(values.count, t.lang),
      name: t("factor.count"),
      param: "count",
    },
    {
      operator: "×",
      value: size(plan.usableBytesPerGpu),
      name: t("factor.usable"),
      param: "usable",
    },
    { operator: "−", value: size(plan.weightBytes), name: t("factor.weights"), param: "weights" },
    { operator: "−", value: size(plan.reserveBytes), name: t("factor.reserve"), param: "reserve" },
    ...(first ? [{ ...first, operator: `) ÷ ( ${first.operator ?? ""}`.trim() }] : []),
    ...rest,
    {
      operator: ") =",
      value: formatInteger(own.requests, t.lang),
      name: t("factor.requests"),
      role: own.name,
    },
  ];
}

/** The question turned round: a context for so many requests, GPUs for so many requests. */
function inverse({ own }: ConcurrencyResult, values: ConcurrencyValues, t: Translate): string {
  const fill = {
    n: formatInteger(values.requests, t.lang),
    longest: contextText(own.longestContext, t),
    gpus: formatInteger(own.gpus, t.lang),
    context: formatInteger(values.context, t.lang),
  };
  const price = t("price", {
    price: own.hourlyPrice === null ? "–" : formatMoney(own.hourlyPrice, t.lang),
    gpu: formatMoney(values.price, t.lang),
  });
  const answer = t(own.longestContext === 0 ? "inverse-short" : "inverse", fill);
  return own.hourlyPrice === null ? answer : `${answer} ${price}`;
}

const contextText = (tokens: number, t: Translate): string =>
  tokens === Number.POSITIVE_INFINITY ? t("no-end") : formatInteger(tokens, t.lang);

function notes({ model, own }: ConcurrencyResult, values: ConcurrencyValues, t: Translate): string {
  const said: string[] = [];
  if (values.weights === "int4") said.push(t("int4-note"));
  if (own.name !== "mha" && model.nHeads === null) said.push(t("no-heads"));
  if (isPastTraining(model, values.context)) {
    const most = formatInteger(model.maxContext ?? 0, t.lang);
    said.push(t("beyond-training", { model: model.name, most }));
  }
  return said.join(" ");
}
