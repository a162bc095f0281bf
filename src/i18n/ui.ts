import en from "../../content/en/ui.json" with { type: "json" };
import ko from "../../content/ko/ui.json" with { type: "json" };
import type { Lang } from "./locales.ts";

export type UiKey = keyof typeof en;

export type UiParams = Readonly<Record<string, string | number>>;

export type Translate = (key: UiKey, params?: UiParams) => string;

const words: Readonly<Record<Lang, Readonly<Record<UiKey, string>>>> = { ko, en };

/** The site's own words in one language; `{name}` in a sentence is filled from `params`. */
export function ui(lang: Lang): Translate {
  return (key, params = {}) =>
    words[lang][key].replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = params[name];
      if (value === undefined) throw new RangeError(`${lang} ui "${key}" needs {${name}}`);
      return String(value);
    });
}

/** Keys, or placeholders of a key, that one language has and the other lacks. */
export function uiDifferences(): readonly string[] {
  const shape = (table: Readonly<Record<string, string>>) =>
    Object.entries(table).map(([key, text]) =>
      [key, ...(text.match(/\{\w+\}/g) ?? []).sort()].join(" "),
    );
  const [inKo, inEn] = [shape(ko), shape(en)];
  return [
    ...inKo.filter((key) => !inEn.includes(key)).map((key) => `ko only: ${key}`),
    ...inEn.filter((key) => !inKo.includes(key)).map((key) => `en only: ${key}`),
  ];
}
