import type { GpuEntry } from "../data/index.ts";
import type { Lang } from "../i18n/locales.ts";
import type { Messages, Translate } from "./translate.ts";

/** The word that Korean counts machines with, 장 for cards and 대 for Macs; none in English. */
export const gpuCounter = ({ vendor }: GpuEntry, t: Translate): string =>
  t(`unit.${vendor === "Apple" ? "computer" : "card"}`);

export const gpuCounterMessages = {
  ko: { "unit.card": "장", "unit.computer": "대" },
  en: { "unit.card": "", "unit.computer": "" },
} as const satisfies Readonly<Record<Lang, Messages>>;
