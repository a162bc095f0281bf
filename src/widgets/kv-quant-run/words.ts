import { formatFixed, formatSignificant } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { QuantRunValues } from "./params.ts";

export type Measure = QuantRunValues["measure"];

/** A share of right answers in percent; a loss or a divergence in nats, tiny ones not to more digits than they have. */
export function measureText(value: number, measure: Measure, t: Translate): string {
  if (measure === "accuracy") return `${formatFixed(value * 100, 1, t.lang)}%`;
  if (value !== 0 && value < 1e-4)
    return formatSignificant(Number(value.toPrecision(1)), 1, t.lang);
  const digits = value >= 1 ? 4 : 3;
  return formatSignificant(Number(value.toPrecision(digits)), digits, t.lang);
}

export const bytesText = (bytes: number, t: Translate): string =>
  `${formatSignificant(bytes, bytes < 100 ? 3 : 4, t.lang)}\u00a0B`;
