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
  /** The message with its `{placeholders}` filled; `{n|request|requests}` is the word for n of them. */
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
      .split(/(\{[^}]+\})/)
      .map((piece): Part => (piece.startsWith("{") ? filled(piece.slice(1, -1), key, fill) : piece))
      .filter((part) => part !== "");
  };
  const translate = (key: string, fill: Readonly<Record<string, string | number>> = {}) =>
    plainText(sentence(key, fill));
  return Object.assign(translate, { lang, sentence });
}

/** What fills `{name}`; of `{name|one|many}`, the word that goes with the number `name`. */
function filled(
  placeholder: string,
  key: string,
  fill: Readonly<Record<string, Part | number>>,
): Part {
  const [name = "", one, many = ""] = placeholder.split("|");
  const part = fill[name];
  if (part === undefined) throw new RangeError(`nothing for {${name}} of ${key}`);
  const whole = typeof part === "number" ? String(part) : part;
  if (one === undefined) return whole;
  return plainText([whole]) === "1" ? one : many;
}

export function plainText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === "string" ? part : part.text)).join("");
}
