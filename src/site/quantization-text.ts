import type { QuantizedTable } from "../data/quantized-quality.ts";
import { formatFixed, formatInteger } from "../i18n/format.ts";
import type { Lang } from "../i18n/locales.ts";
import type { Translate, UiKey } from "../i18n/ui.ts";

/** "34.8", "0.3": a share in percent, without its sign. */
export const percentText = (share: number, lang: Lang): string => formatFixed(100 * share, 1, lang);

/** "16", "8.25", "3.102": so many decimals as the number needs, three at the most. */
export function bitsText(bits: number, lang: Lang): string {
  const decimals = [0, 1, 2].find((count) => Number(bits.toFixed(count)) === bits) ?? 3;
  return formatFixed(bits, decimals, lang);
}

/** A number as the paper prints it: "158" and "0.70", and bits as they are. */
export function reportedText(
  value: number,
  { id, decimals }: QuantizedTable["columns"][number],
  lang: Lang,
): string {
  if (id === "bits") return bitsText(value, lang);
  return value >= 100 ? formatInteger(value, lang) : formatFixed(value, decimals, lang);
}

/** What a column of a paper's table is called. */
export const reportedColumn = (
  { id, name }: QuantizedTable["columns"][number],
  t: Translate,
): string => name ?? t(`quant.column.${id}` as UiKey);
