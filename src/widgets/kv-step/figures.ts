import type { StepBytesData } from "../../charts/step-bytes.ts";
import type { StepGrowthData } from "../../charts/step-growth.ts";
import { decodeModelOf } from "../../data/decode-model-of.ts";
import {
  formatBytes,
  formatDuration,
  formatInteger,
  formatSignificant,
} from "../../i18n/format.ts";
import { bytesPerGB, bytesPerGiB } from "../../model/units.ts";
import { batchParam } from "../step-load.ts";
import type { Translate } from "../translate.ts";
import { variantLabel } from "../variant-label.ts";
import { type StepResult, type StepValues, weightBytesRead } from "./compute.ts";

const bytesPerUnit = ({ unit }: StepValues) => (unit === "GB" ? bytesPerGB : bytesPerGiB);

/** What a step reads, a bar for each variant. */
export function bytesData(result: StepResult, values: StepValues, t: Translate): StepBytesData {
  const size = (bytes: number) => formatBytes(bytes, values.unit, t.lang);
  const { variants, weightBytes, memoryBytes } = result;
  return {
    rows: variants.map((variant) => ({
      variant: variant.name,
      name: variantLabel(variant),
      weightBytes,
      kvBytes: variant.kvBytes,
      total: size(variant.bytes),
      time: formatDuration(variant.seconds * 1000, t.lang),
      kv: t("bar-kv", { size: size(variant.kvBytes), share: share(variant, t) }),
      unheld: variant.fits ? null : t("bar-unheld"),
      own: variant.own,
    })),
    memoryBytes,
    bytesPerUnit: bytesPerUnit(values),
    names: {
      weights: t("bar-weights", { size: size(weightBytes) }),
      memory: t("bar-memory", { size: size(memoryBytes) }),
      memoryBeyond: t("bar-memory-beyond", { size: size(memoryBytes) }),
      axis: t("bar-axis", { unit: values.unit }),
    },
    label: t("bar-label", {
      weights: size(weightBytes),
      rows: variants.map((variant) => `${variantLabel(variant)} ${size(variant.bytes)}`).join(", "),
    }),
  };
}

/** Part of the bytes of a step that are caches, in percent. */
export const share = (
  { kvBytes, bytes }: { readonly kvBytes: number; readonly bytes: number },
  t: Translate,
): string => formatSignificant((100 * kvBytes) / bytes, 3, t.lang);

const batches = Array.from({ length: Math.log2(batchParam.max) + 1 }, (_, power) => 2 ** power);

/** Weights and caches against the batch. */
export function growthData(result: StepResult, values: StepValues, t: Translate): StepGrowthData {
  const { model, variants } = result;
  const decoded = decodeModelOf(model);
  const read = (batch: number) => weightBytesRead(decoded, values.weights, batch);
  return {
    weights: {
      name: t("growth-weights"),
      points: batches.map((batch) => ({ batch, bytes: read(batch) })),
    },
    caches: variants.map((variant) => ({
      variant: variant.name,
      name: t("growth-kv", { variant: variantLabel(variant) }),
      requestBytes: variant.requestBytes,
      crossing:
        variant.overtakes > 1 && variant.overtakes <= batchParam.max
          ? {
              batch: variant.overtakes,
              bytes: read(variant.overtakes),
              text: formatInteger(variant.overtakes, t.lang),
            }
          : null,
    })),
    batch: values.batch,
    batches: [batchParam.min, batchParam.max],
    bytesPerUnit: bytesPerUnit(values),
    xAxis: t("growth-x"),
    yAxis: t("growth-y", { unit: values.unit }),
    label: t("growth-label", {
      weights: formatBytes(result.weightBytes, values.unit, t.lang),
      rows: variants
        .map((variant) => `${variantLabel(variant)} ${formatInteger(variant.overtakes, t.lang)}`)
        .join(", "),
    }),
  };
}
