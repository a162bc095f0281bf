import type { ConcurrencyCurveData } from "../../charts/concurrency-curve.ts";
import type { MemoryBarsData } from "../../charts/memory-bars.ts";
import { formatBytes, formatInteger } from "../../i18n/format.ts";
import { cacheFormat } from "../../model/formats.ts";
import { mostKvBytesOfSequence } from "../../model/kv.ts";
import { bytesPerGB, bytesPerGiB } from "../../model/units.ts";
import type { Translate } from "../translate.ts";
import { variantLabel } from "../variant-label.ts";
import type { ConcurrencyResult, ConcurrencyValues } from "./compute.ts";

const firstContext = 1024;
const lastContext = 2 ** 20;
const pointsPerOctave = 2;

/** The curves of all variants over context. */
export function curveData(
  { variants, budgetBytes }: ConcurrencyResult,
  values: ConcurrencyValues,
  t: Translate,
): ConcurrencyCurveData {
  const format = cacheFormat(values.kv);
  const first = Math.min(firstContext, 2 ** Math.floor(Math.log2(values.context)));
  const octaves = Math.log2(lastContext / first);
  const contexts = Array.from({ length: octaves * pointsPerOctave + 1 }, (_, i) =>
    Math.round(first * 2 ** (i / pointsPerOctave)),
  );
  const budget = Math.max(0, budgetBytes);
  return {
    curves: variants.map((variant) => ({
      variant: variant.name,
      name: variantLabel(variant),
      points: contexts.map((context) => ({
        context,
        requests: budget / mostKvBytesOfSequence(variant.layers, format, context),
      })),
      here: {
        requests: budget / variant.requestBytes,
        text: t("count-label", { n: formatInteger(variant.requests, t.lang) }),
      },
    })),
    context: values.context,
    contexts: [first, lastContext],
    xAxis: t("axis-context"),
    yAxis: t("axis-requests"),
    empty: t("curve-empty"),
    label: t("curve-label", {
      context: formatInteger(values.context, t.lang),
      rows: rowsText(variants, t),
    }),
  };
}

/** What fills the memory, a bar for each variant. */
export function memoryData(
  result: ConcurrencyResult,
  values: ConcurrencyValues,
  t: Translate,
): MemoryBarsData {
  const size = (bytes: number) => formatBytes(bytes, values.unit, t.lang);
  const { plan, totalBytes, variants, budgetBytes } = result;
  return {
    totalBytes,
    weightBytes: plan.weightBytes,
    reserveBytes: plan.reserveBytes,
    rows: variants.map((variant) => ({
      variant: variant.name,
      name: variantLabel(variant),
      requests: variant.requests,
      requestBytes: variant.requestBytes,
      count: t("count-short", { n: formatInteger(variant.requests, t.lang) }),
      own: variant.own,
    })),
    bytesPerUnit: values.unit === "GB" ? bytesPerGB : bytesPerGiB,
    names: {
      weights: t("memory-weights", { size: size(plan.weightBytes) }),
      cache: t("memory-cache", { size: size(Math.max(0, budgetBytes)) }),
      reserve: t("memory-reserve", { size: size(plan.reserveBytes) }),
      end: t("memory-end", { size: size(totalBytes) }),
      axis: t("memory-axis", { unit: values.unit }),
    },
    label: t("memory-label", {
      total: size(totalBytes),
      weights: size(plan.weightBytes),
      reserve: size(plan.reserveBytes),
      rows: rowsText(variants, t),
    }),
  };
}

function rowsText(variants: ConcurrencyResult["variants"], t: Translate): string {
  return variants
    .map((variant) => `${variantLabel(variant)} ${formatInteger(variant.requests, t.lang)}`)
    .join(", ");
}
