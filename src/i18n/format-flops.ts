import { formatSignificant } from "./format.ts";
import type { Lang } from "./locales.ts";

const prefixes = ["", "k", "M", "G", "T", "P", "E", "Z"] as const;

/** "307 TFLOP/s", "22.9 FLOP": three significant digits, with the prefix that leaves 1 to 999. */
export function formatFlops(flops: number, unit: "FLOP" | "FLOP/s", lang: Lang = "en"): string {
  const { value, prefix } = scaled(flops);
  return `${formatSignificant(value, 3, lang)}\u00a0${prefix}${unit}`;
}

/** "22.9 FLOP/B": so many FLOPs for each byte. */
export const formatIntensity = (flopsPerByte: number, lang: Lang = "en"): string =>
  `${formatSignificant(flopsPerByte, 3, lang)}\u00a0FLOP/B`;

/** "10 T" of 10¹³: for the ticks of an axis whose title has the unit. */
export function formatPrefixed(value: number, lang: Lang = "en"): string {
  const { value: shown, prefix } = scaled(value);
  return [formatSignificant(shown, 3, lang), prefix].filter(Boolean).join("\u00a0");
}

/** Decided on the rounded number, so that 999,999 reads "1 M", not "1,000 k". */
function scaled(value: number): { readonly value: number; readonly prefix: string } {
  const power = prefixes.findIndex(
    (_, i) => Number((Math.abs(value) / 1000 ** i).toPrecision(3)) < 1000,
  );
  const at = power === -1 ? prefixes.length - 1 : power;
  return { value: value / 1000 ** at, prefix: prefixes[at] ?? "" };
}
