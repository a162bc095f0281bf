import { formatInteger, formatSignificant } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { Axis, QuantValues } from "./format.ts";
import type { Study } from "./study.ts";

/** "194%", "7.8%", "0.6%": an error in parts of what it is an error of. */
export const shareText = (share: number, t: Translate): string =>
  `${share === 0 ? "0" : formatSignificant(share * 100, share >= 1 ? 3 : 2, t.lang)}%`;

/** "6.7", "−0.31" */
export const numberText = (value: number, t: Translate): string => {
  const text = formatSignificant(Math.abs(value), 2, t.lang);
  return value < 0 && /[1-9]/.test(text) ? `\u2212${text}` : text;
};

export const bytesText = (bytes: number, t: Translate): string =>
  `${formatInteger(bytes, t.lang)}\u00a0B`;

export const bitsText = (bits: number, t: Translate): string => formatSignificant(bits, 3, t.lang);

export const formatName = ({ format }: QuantValues, t: Translate): string =>
  t(`option.format.${format}`);

/** Of the part that is stored: over quiet channels where some are loud. */
export function shownError({ ways }: Study, axis: Axis, { source, part }: QuantValues): number {
  const { errors } = ways[axis];
  if (part === "v") return errors.v;
  return source === "outliers" ? errors.kQuiet : errors.k;
}
