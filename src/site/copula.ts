import { endsInVowel } from "../i18n/particles.ts";

/** "1개" → "1개예요", "500,500번" → "500,500번이에요": 예요 after a vowel, 이에요 after a consonant. */
export function withCopula(said: string): string {
  if (!/[\d가-힣%]$/.test(said)) throw new RangeError(`no Korean ending for "${said}"`);
  return said + (endsInVowel(said) ? "예요" : "이에요");
}
