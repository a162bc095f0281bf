import { formatInteger, formatSignificant } from "../../i18n/format.ts";
import { scientific } from "../../i18n/scientific.ts";
import { visible } from "../prompt/seen-letter.ts";
import { letters } from "../prompt/text-models.ts";
import type { Translate } from "../translate.ts";

/** Up to this share of the largest value a difference is rounding. */
export const largestRounding = 1e-4;

/** The token's character, so that it can be seen. */
export const tokenText = (token: number): string => visible(letters[token] ?? "?");

/** "3.1 × 10⁻⁷", or that it is no number. */
export const differenceText = (difference: number, t: Translate): string =>
  Number.isFinite(difference) ? scientific(difference) : t("no-number");

export const bytesText = (bytes: number, t: Translate): string =>
  `${formatInteger(bytes, t.lang)}\u00a0B`;

export const percentText = (share: number, t: Translate): string =>
  `${formatSignificant(share * 100, 2, t.lang)}%`;
