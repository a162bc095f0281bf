import { html } from "lit";
import { gpuById } from "../../data/index.ts";
import { formatBytes, formatInteger, formatMoney } from "../../i18n/format.ts";
import { cacheFormat } from "../../model/formats.ts";
import { type Factor, formula } from "../formula.ts";
import { gpuCounter } from "../gpu-counter.ts";
import { basisOf, contextNote } from "../model-at.ts";
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
      wanted: formatInteger(values.wanted, t.lang),
    }),
    columns: [
      t("column.variant"),
      t("column.request"),
      t("column.fit"),
      t("column.longest", { n: formatInteger(values.wanted, t.lang) }),
      t("column.gpus", { n: formatInteger(values.wanted, t.lang) }),
      t("column.price"),
    ],
    units: [null, "B", null, null, null, "USD/h"],
    rows: result.variants.map((variant) => [
      variantLabel(variant),
      {
        text: formatBytes(variant.requestBytes, values.unit, t.lang),
        value: variant.requestBytes,
      },
      { text: formatInteger(variant.requests, t.lang), value: variant.requests },
      {
        text: contextText(variant.longestContext, t),
        value: Number.isFinite(variant.longestContext) ? variant.longestContext : t("no-end"),
      },
      { text: formatInteger(variant.gpus, t.lang), value: variant.gpus },
      {
        text: variant.hourlyPrice === null ? "–" : formatMoney(variant.hourlyPrice, t.lang),
        value: variant.hourlyPrice ?? "",
      },
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
  const { own, plan, budgetBytes } = result;
  const model = result.model.name;
  if (budgetBytes < 0) {
    return t.sentence("does-not-fit", {
      model,
      total: { text: size(result.totalBytes), param: "count" },
      needed: { text: size(plan.weightBytes + plan.reserveBytes), role: "waste" },
      short: size(-budgetBytes),
    });
  }
  const context: Part = { text: formatInteger(values.context, t.lang), param: "context" };
  const budget = size(budgetBytes);
  const shape = shapeOf(own, t);
  if (own.requests === 0) {
    return t.sentence("no-room", {
      model,
      shape,
      budget,
      context,
      request: size(own.requestBytes),
    });
  }
  const said = t.sentence("summary", {
    model,
    budget,
    context,
    shape,
    own: { text: t("count", { n: formatInteger(own.requests, t.lang) }), role: own.name },
  });
  const others = result.variants
    .filter((variant) => !variant.own)
    .flatMap((variant, i) => [
      ...(i === 0 ? [] : [t("and")]),
      ...t.sentence(i === 0 ? "first-other" : "other", {
        heads: formatInteger(variant.nKv ?? 0, t.lang),
        variant: variant.name.toUpperCase(),
        n: {
          text: t("count-short", { n: formatInteger(variant.requests, t.lang) }),
          role: variant.name,
        },
      }),
    ]);
  return others.length === 0 ? said : [...said, " ", ...others, t("stop")];
}

const shapeOf = ({ name, nKv }: VariantRequests, t: Translate): string =>
  nKv === null
    ? name.toUpperCase()
    : t("shape", { variant: name.toUpperCase(), heads: formatInteger(nKv, t.lang) });

function factors(
  result: ConcurrencyResult,
  values: ConcurrencyValues,
  t: Translate,
): readonly Factor[] {
  const size = (bytes: number) => formatBytes(bytes, values.unit, t.lang);
  const { plan, own, budgetBytes } = result;
  const short = budgetBytes < 0;
  const memory: readonly Factor[] = [
    {
      operator: short ? "" : "(",
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
    {
      operator: "−",
      value: size(plan.weightBytes),
      symbol: ["W"],
      name: t("factor.weights"),
      param: "weights",
    },
    {
      operator: "−",
      value: size(plan.reserveBytes),
      symbol: ["R"],
      name: t("factor.reserve"),
      param: "reserve",
      after: short ? "" : ")",
    },
  ];
  if (short) {
    const missing = `−${size(-budgetBytes)}`;
    return [...memory, { operator: "=", value: missing, name: t("factor.budget"), role: "waste" }];
  }
  const format = cacheFormat(values.kv);
  const request = requestFactors(own.layers, format, values.context, t, own.requestBytes);
  const isSum = request[0]?.operator?.startsWith("(") && request.at(-1)?.after === ")";
  const isClosed = isSum && request.filter(({ after }) => after).length > 1;
  return [
    ...memory,
    ...request.map((factor, i) => ({
      ...factor,
      operator:
        i === 0
          ? `÷ ${isClosed ? "" : "( "}${factor.operator ?? ""}`.trim()
          : (factor.operator ?? ""),
      after: `${factor.after ?? ""}${i === request.length - 1 && !isClosed ? ")" : ""}`,
    })),
    {
      operator: "=",
      value: formatInteger(own.requests, t.lang),
      symbol: ["B"],
      name: t("factor.requests"),
      role: own.name,
    },
  ];
}

/** The question turned round: a context for so many requests, GPUs for so many requests. */
function inverse({ own }: ConcurrencyResult, values: ConcurrencyValues, t: Translate): string {
  const counter = gpuCounter(gpuById(values.gpu), t);
  const fill = {
    n: formatInteger(values.wanted, t.lang),
    longest: contextText(own.longestContext, t),
    gpus: t("gpus", { n: formatInteger(own.gpus, t.lang), counter }),
    context: formatInteger(values.context, t.lang),
  };
  const price = t("price", {
    price: own.hourlyPrice === null ? "–" : formatMoney(own.hourlyPrice, t.lang),
    gpu: formatMoney(values.price, t.lang),
    counter,
  });
  const answer = t(own.longestContext === 0 ? "inverse-short" : "inverse", fill);
  return own.hourlyPrice === null ? answer : `${answer} ${price}`;
}

const contextText = (tokens: number, t: Translate): string =>
  tokens === Number.POSITIVE_INFINITY ? t("no-end") : formatInteger(tokens, t.lang);

function notes({ model, own }: ConcurrencyResult, values: ConcurrencyValues, t: Translate): string {
  const longest = own.longestContext === Number.POSITIVE_INFINITY ? 0 : own.longestContext;
  const said: string[] = [];
  if (values.weights === "int4") said.push(t("int4-note"));
  if (own.name !== "mha" && model.nHeads === null) said.push(t("no-heads"));
  if (model.expanded) {
    const { dK, dV } = model.expanded;
    said.push(t("expanded", { k: dK, v: dV, dim: model.headDim }));
  }
  said.push(contextNote(values.model, Math.max(values.context, longest), t));
  return said.join(" ");
}
