import { scaleLinear, scaleLog } from "d3-scale";
import { formatFixed, formatSignificant } from "../i18n/format.ts";
import type { Lang } from "../i18n/locales.ts";

/** What a model is judged by: its loss in nats, or its share of right answers. */
export type QualityMeasure = "loss" | "accuracy";

/** An upright axis of one measure. */
export interface QualityAxis {
  readonly y: (value: number) => number;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
}

const shares = [0, 0.25, 0.5, 0.75, 1];
const decadesOnly = [1];
const coarse = [1, 2, 5];
const fine = [1, 1.5, 2, 3, 5, 7];

/** Losses on a logarithmic axis that holds them all, shares from none to all. */
export function qualityAxis(
  measure: QualityMeasure,
  values: readonly number[],
  [top, bottom]: readonly [top: number, bottom: number],
  lang: Lang,
): QualityAxis {
  if (measure === "accuracy") {
    const y = scaleLinear([0, 1], [bottom, top]);
    const ticks = shares.map((value) => ({ value, text: `${formatFixed(value * 100, 0, lang)}%` }));
    return { y: (value) => y(value), ticks };
  }
  // A loss of 0 is beyond any such axis: it stands at its end.
  const above = values.filter((value) => value > 0);
  if (above.length === 0) return { y: () => bottom, ticks: [] };
  const [least, most] = [Math.min(...above) / 1.25, Math.max(...above) * 1.25];
  const y = scaleLog([least, most], [bottom, top]);
  const ratio = most / least;
  const steps = ratio > 2_000 ? decadesOnly : ratio > 12 ? coarse : fine;
  const powers = Array.from({ length: 9 }, (_, i) => 10 ** (i - 5));
  const ticks = powers
    .flatMap((power) => steps.map((step) => step * power))
    .filter((value) => value >= least && value <= most)
    .map((value) => ({ value, text: formatSignificant(Number(value.toPrecision(2)), 2, lang) }));
  return { y: (value) => y(Math.max(least, value)), ticks };
}
