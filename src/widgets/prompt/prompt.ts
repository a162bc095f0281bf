import { romanized } from "./romanized.ts";
import { letters as known } from "./text-models.ts";

/** A character that the model has no token for, and where it stands; the first place is 1. */
export interface UnknownLetter {
  readonly letter: string;
  readonly places: readonly number[];
}

export interface Prompt {
  readonly letters: readonly string[];
  readonly unknown: readonly UnknownLetter[];
  /** Why the model cannot go on from it. */
  readonly problem: "empty" | "unknown" | null;
}

const isKnown = (letter: string): boolean => known.includes(letter);

/** A text as the model would read it, a token a character. */
export function readPrompt(text: string): Prompt {
  // Hangul that comes in single letters (macOS writes names of files so) is one character all the same.
  const letters = [...text.normalize("NFC")];
  const places = new Map<string, number[]>();
  for (const [at, letter] of letters.entries()) {
    if (!isKnown(letter)) places.set(letter, [...(places.get(letter) ?? []), at + 1]);
  }
  const unknown = [...places].map(([letter, at]) => ({ letter, places: at }));
  const problem = letters.length === 0 ? "empty" : unknown.length > 0 ? "unknown" : null;
  return { letters, unknown, problem };
}

/** Its tokens. @throws RangeError where it has others */
export function tokensOf(text: string): readonly number[] {
  const { letters, problem } = readPrompt(text);
  if (problem) throw new RangeError(`this prompt cannot be read: ${problem}`);
  return letters.map((letter) => known.indexOf(letter));
}

/** What a keyboard or a word processor writes for a character of the alphabet. */
const plain: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "…": "...",
  "\u00a0": " ",
  "\t": " ",
};

/** What would do in a text's place. */
export interface Instead {
  readonly text: string;
  /** Its meaning in English, its letters, or the first of its letters. */
  readonly as: "translated" | "letters" | "beginning";
}

/** First words of Genesis. */
const translations: Readonly<Record<string, string>> = {
  "태초에 하나님이": "In the beginning God",
};

/**
 * The same in the model's alphabet, as near as it can be; what has no likeness is left out.
 * `null` where nothing is left.
 */
export function insteadOf(text: string, most: number): Instead | null {
  const translated = translations[text.normalize("NFC").trim()];
  if (translated) return { text: translated, as: "translated" };
  const letters = inAlphabet(text);
  const whole = letters.trim();
  if (whole === "") return null;
  if (whole.length <= most) return { text: whole, as: "letters" };
  return { text: letters.trimStart().slice(0, most).trimEnd(), as: "beginning" };
}

function inAlphabet(text: string): string {
  const latin = romanized(text.normalize("NFC"));
  return [...latin]
    .flatMap((letter) =>
      isKnown(letter)
        ? [letter]
        : [...(plain[letter] ?? letter.normalize("NFD"))].filter((part) => isKnown(part)),
    )
    .join("");
}
