export const langs = ["ko", "en"] as const;

export type Lang = (typeof langs)[number];

export function isLang(value: unknown): value is Lang {
  return langs.some((lang) => lang === value);
}

export function otherLang(lang: Lang): Lang {
  return lang === "ko" ? "en" : "ko";
}

/** For values that come from an address, such as `Astro.currentLocale`. */
export function toLang(value: unknown): Lang {
  if (isLang(value)) return value;
  throw new RangeError(`invalid language: ${value}`);
}
