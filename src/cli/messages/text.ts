import { formatInteger } from "../../i18n/format.ts";
import type { Lang } from "../../i18n/locales.ts";
import { withParticles } from "../../i18n/particles.ts";
import { errors } from "./errors.ts";
import { help } from "./help.ts";
import { labels } from "./labels.ts";
import { plan } from "./plan.ts";
import { simulation } from "./simulation.ts";

export type Terms = Readonly<Record<string, string | number>>;

export type MessageKey =
  | keyof (typeof errors)["en"]
  | keyof (typeof help)["en"]
  | keyof (typeof labels)["en"]
  | keyof (typeof plan)["en"]
  | keyof (typeof simulation)["en"];

/** A sentence of the command line in one language, its `{placeholders}` filled. */
export interface Text {
  (key: MessageKey, terms?: Terms): string;
  readonly lang: Lang;
}

export function cliText(lang: Lang): Text {
  const table: Readonly<Record<MessageKey, string>> = {
    ...errors[lang],
    ...help[lang],
    ...labels[lang],
    ...plan[lang],
    ...simulation[lang],
  };
  return Object.assign((key: MessageKey, terms: Terms = {}) => filled(table[key], terms, lang), {
    lang,
  });
}

/**
 * `{name}` filled from `terms`, whole numbers grouped; a name that has no term stays. In Korean a
 * particle follows the word that was filled in.
 */
export function filled(sentence: string, terms: Terms, lang: Lang): string {
  const said = sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(terms, name) ? terms[name] : undefined;
    if (value === undefined) return whole;
    return typeof value === "number" && Number.isInteger(value)
      ? formatInteger(value)
      : String(value);
  });
  return lang === "ko" ? withParticles(said) : said;
}
