const noBreak = "\u00a0";

/** Spaces inside a name or between a number and its unit; a line never ends at one of them. */
const inner = [
  /(?<=\d) (?=[kMGTP]?i?B(?:\/s)?(?![A-Za-z\d]))/g,
  /(?<=\b(?:Llama|Gemma|Mistral|[AH]\d00)) (?=[A-Z\d])/g,
  // "3 70B" of "Llama 3 70B": the size of a model.
  /(?<=[A-Za-z\d]) (?=\d+(?:\.\d+)?B\b)/g,
  /(?<=GB) (?=SXM\b)/g,
];

/** Browsers end a line behind a closing quote, even before a Korean particle. */
const quoted = /(?<=[”’])(?=[가-힣])/g;
const wordJoiner = "\u2060";

/** The same text with no-break spaces in "Llama 3 70B", "80 GB" and the like; “이 말”은 stays whole. */
export function bound(text: string): string {
  return inner
    .reduce((joined, spaces) => joined.replace(spaces, noBreak), text)
    .replace(quoted, wordJoiner);
}
