import { formatInteger } from "../i18n/format.ts";
import type { Lang } from "../i18n/locales.ts";
import { withParticles } from "../i18n/particles.ts";

/** A sentence with its placeholders filled; whole numbers with separators. */
export function filled(
  sentence: string,
  terms: Readonly<Record<string, string | number>>,
  lang: Lang,
): string {
  const said = sentence.replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = terms[name];
    if (value === undefined) return all;
    if (typeof value !== "number") return value;
    return Number.isInteger(value)
      ? formatInteger(value, lang)
      : String(Number(value.toPrecision(6)));
  });
  return lang === "ko" ? withParticles(said) : said;
}
