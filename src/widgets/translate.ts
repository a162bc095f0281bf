import type { Lang } from "../i18n/locales.ts";

/** A piece of a sentence: plain, or marked with what it means. */
export type Part =
  | string
  | {
      readonly text: string;
      /** Colours it as this variant or role. */
      readonly role?: string;
      /** The parameter that sets it: highlighted while the reader moves that control. */
      readonly param?: string;
    };

/** A sentence in pieces. `plainText` joins them. */
export type Sentence = readonly Part[];

export type Messages = Readonly<Record<string, string>>;

export interface Translate {
  readonly lang: Lang;
  /** The message with its `{placeholders}` filled. */
  (key: string, fill?: Readonly<Record<string, string | number>>): string;
  /** The same, keeping marked pieces. */
  sentence(key: string, fill: Readonly<Record<string, Part | number>>): Sentence;
}

/**
 * Looks messages up in one language.
 * @throws RangeError on a key or placeholder that does not exist.
 */
export function translator(lang: Lang, ...tables: readonly Messages[]): Translate {
  const messages: Messages = Object.assign({}, ...tables);
  const sentence = (key: string, fill: Readonly<Record<string, Part | number>>): Sentence => {
    const message = messages[key];
    if (message === undefined) throw new RangeError(`no message: ${key}`);
    return message
      .split(/\{([\w-]+)\}/)
      .map((piece, i): Part => {
        if (i % 2 === 0) return piece;
        const part = fill[piece];
        if (part === undefined) throw new RangeError(`nothing for {${piece}} of ${key}`);
        return typeof part === "number" ? String(part) : part;
      })
      .filter((part) => part !== "");
  };
  const translate = (key: string, fill: Readonly<Record<string, string | number>> = {}) =>
    plainText(sentence(key, fill));
  return Object.assign(translate, { lang, sentence });
}

export function plainText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === "string" ? part : part.text)).join("");
}
