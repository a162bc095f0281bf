const noBreak = "\u00a0";

/** Spaces inside a name or between a number and its unit; a line never ends at one of them. */
const inner = [
  /(?<=\d) (?=[kMGTP]?i?B(?:\/s)?(?![A-Za-z\d]))/g,
  /(?<=\b(?:Llama|Gemma|Mistral|[AH]\d00)) (?=[A-Z\d])/g,
  // "3 70B" of "Llama 3 70B": the size of a model.
  /(?<=[A-Za-z\d]) (?=\d+(?:\.\d+)?B\b)/g,
  /(?<=GB) (?=SXM\b)/g,
  // Before heads as they are counted, "GQA 8-2-2".
  /(?<=\b(?:GQA|VHA)) (?=\d+-\d)/g,
];

/** Places where browsers end a line although it goes on. */
const joints = [
  // Behind a closing quote, before a Korean particle.
  /(?<=[”’])(?=[가-힣])/g,
  // Behind a hyphen: "GQA-8", "GQA-8-XXL", "T5-Large", "V2-Lite", "8-2-2".
  /(?<=\b(?:M[HQL]A|GQA(?:-\d+)?|T5|V2|Phi|C)-)(?=[A-Z\d])/g,
  /(?<=\b\d{1,2}-)(?=\d{1,2}\b)/g,
];
const wordJoiner = "\u2060";

/**
 * The same text with no-break spaces in "Llama 3 70B", "80 GB" and the like; “이 말”은 and GQA-8 stay
 * whole.
 */
export function bound(text: string): string {
  const spaced = inner.reduce((joined, spaces) => joined.replace(spaces, noBreak), text);
  return joints.reduce((joined, places) => joined.replace(places, wordJoiner), spaced);
}
