import { formatInteger, formatSignificant } from "../../i18n/format.ts";
import { scientific } from "../../i18n/scientific.ts";
import { servedShape } from "../../model/attention/absorb-virtual-heads.ts";
import type { VirtualShape } from "../../model/attention/virtual-head-attention.ts";
import type { Translate } from "../translate.ts";
import { withSymbols } from "../with-symbols.ts";
import type { CostRow } from "./compute.ts";
import { baselineKv } from "./layers.ts";

/** Up to this share of the largest output a difference is rounding, of fp32 too. */
const largestRounding = 1e-5;

/** Not so for a number that is none. */
export const isRounding = (share: number): boolean => share <= largestRounding;

/** "7.4%"; of rounding "6.0 × 10⁻¹⁶". */
export function errorText(share: number, t: Translate): string {
  if (!Number.isFinite(share)) return t("no-number");
  if (isRounding(share)) return scientific(share);
  return `${formatSignificant(share * 100, 2, t.lang)}%`;
}

/** "0.72"; of rounding "5.8 × 10⁻⁷". */
export function differenceText(difference: number, t: Translate): string {
  if (!Number.isFinite(difference)) return t("no-number");
  return difference < 0.01 ? scientific(difference) : formatSignificant(difference, 2, t.lang);
}

/** A text in which W_Q, P_g, M and their like are set as in a formula. */
export const withMatrices = (text: string) => withSymbols(text, "ABIMP");

/** "8-2-2": query, key and value heads. */
export const headsText = (queryHeads: number, nKv: number): string => `${queryHeads}-${nKv}-${nKv}`;

/** No line breaks here. */
const joiner = "\u2060";

/** The same in one piece, for a line of text. */
export const headsWord = (queryHeads: number, nKv: number): string =>
  headsText(queryHeads, nKv).replaceAll("-", `${joiner}-${joiner}`);

/** "2,048 × 1,024" */
export const sizeText = (rows: number, columns: number, t: Translate): string =>
  `${formatInteger(rows, t.lang)}\u00a0×\u00a0${formatInteger(columns, t.lang)}`;

/** What the layers are called wherever they stand side by side. */
export function layerNames(shape: VirtualShape, t: Translate): Record<CostRow["of"], string> {
  const { queryHeads, nKv } = shape;
  const { nHeads } = servedShape(shape);
  const heads = headsText(queryHeads, nKv);
  return {
    trained: t("name.trained", { heads }),
    absorbed: t("name.absorbed", { heads: headsText(nHeads, nKv) }),
    half: t("name.gqa", { heads }),
    baseline: t("name.gqa", { heads: headsText(nHeads, baselineKv) }),
  };
}
