import type { VariantKey } from "../../charts/variant-style.ts";
import { cacheFormat } from "../../model/formats.ts";
import { kvBytesPerSequence } from "../../model/kv.ts";
import type { CacheLayer } from "../../model/layers.ts";
import type { DecodeRow } from "../../onnx/decode/decode-case.ts";
import type { Translate } from "../translate.ts";

/** The layer whose cache a row reads, as the model core knows it. */
function layerOf(row: DecodeRow, headDim: number): CacheLayer {
  switch (row.form) {
    case "grouped":
    case "expanded":
    case "gqa-operator":
    case "mha-operator":
      return { kind: "heads", nKv: row.nKv, headDim };
    case "mla-absorbed":
    case "mla-naive":
      return { kind: "latent", latentDim: 4 * headDim, ropeDim: headDim / 2 };
    case "vha":
      return { kind: "heads", nKv: 2, headDim };
  }
}

/** Bytes of the cache of a row, by the formula and not by the run. */
export function predictedBytes(
  row: DecodeRow,
  context: number,
  { headDim, dtype }: { readonly headDim: number; readonly dtype: "float32" | "float16" },
): number {
  const layers = [{ count: 1, layer: layerOf(row, headDim) }];
  return kvBytesPerSequence(layers, cacheFormat(dtype === "float32" ? "fp32" : "fp16"), context);
}

export function variantOf(row: DecodeRow, nHeads: number): VariantKey {
  if (row.form === "vha") return "vha";
  if (!("nKv" in row)) return "mla";
  if (row.nKv === nHeads) return "mha";
  return row.nKv === 1 ? "mqa" : "gqa";
}

/** "GQA 2", "GQA 2, copied out", "MLA, absorbed". */
export function rowName(row: DecodeRow, nHeads: number, t: Translate): string {
  if (!("nKv" in row)) return t(`row.${row.form}`);
  const name = `${variantOf(row, nHeads).toUpperCase()}\u00a0${row.nKv}`;
  return row.form === "grouped" ? name : t("row.expanded", { name });
}
