/** Of a letter, in parts of its size: a little more than fonts need. */
const latin = 0.6;
const hangul = 0.95;

/** About how wide a line of text is, in px: never less, so that labels placed by it stay apart. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const letter of text) ems += letter >= "\u1100" && letter <= "\uffff" ? hangul : latin;
  return ems * size;
}
