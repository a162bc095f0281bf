const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
/** How many syllables share a beginning: one without a final consonant, then 27 with one. */
const finals = 28;

/** Digits read with a vowel at the end: 이, 사, 오, 구. All others end in a consonant, 영 too. */
const vowelDigits = "2459";

/** "1개" → "1개예요", "500,500번" → "500,500번이에요": 예요 after a vowel, 이에요 after a consonant. */
export function withCopula(said: string): string {
  return said + (endsInVowel(said) ? "예요" : "이에요");
}

function endsInVowel(said: string): boolean {
  const last = said.at(-1) ?? "";
  const code = last.charCodeAt(0);
  if (code >= firstSyllable && code <= lastSyllable) return (code - firstSyllable) % finals === 0;
  // 10, 100, 1,000 and 10,000 end in 십, 백, 천 and 만: as a zero does.
  if (/\d/.test(last)) return vowelDigits.includes(last);
  throw new RangeError(`no Korean ending for "${said}"`);
}
