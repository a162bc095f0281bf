import { formatFixed, formatSignificant } from "../../i18n/format.ts";
import type { Translate } from "../translate.ts";
import type { Judged, OverSeeds } from "./measured.ts";
import type { UpcycleValues } from "./params.ts";

export type Measure = UpcycleValues["measure"];

/** A loss in nats, or a share of right answers in percent. */
export function qualityText(value: number, measure: Measure, t: Translate): string {
  if (measure === "loss") return formatSignificant(value, 3, t.lang);
  return `${formatFixed(value * 100, 1, t.lang)}%`;
}

/** The mean, and from where to where seeds lie where there are several. */
export function overSeedsText(of: OverSeeds, measure: Measure, t: Translate): string {
  const mean = qualityText(of.mean, measure, t);
  if (of.each.length < 2) return mean;
  const ends = [of.low, of.high].map((value) => qualityText(value, measure, t));
  return `${mean} (${ends.join("–")})`;
}

export const meanText = (of: Judged, measure: Measure, t: Translate): string =>
  qualityText(of[measure].mean, measure, t);

/** "2.5": places have short numbers, their steps whole ones. */
export const percentText = (percent: number, t: Translate): string =>
  formatFixed(percent, Number.isInteger(Number(percent.toFixed(6))) ? 0 : 1, t.lang);
