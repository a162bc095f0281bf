import { isLang, type Lang } from "../i18n/locales.ts";

/** The first language of ours among the reader's own, most wanted first; English if there is none. */
export function preferredLang(wanted: readonly string[]): Lang {
  return wanted.map((tag) => tag.split("-")[0]?.toLowerCase()).find(isLang) ?? "en";
}
