const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
/** How many syllables share a beginning: one without a final consonant, then 27 with one. */
const finals = 28;

/** Digits read with a vowel at the end: 이, 사, 오, 구. All others end in a consonant, 영 too. */
const vowelDigits = "2459";
/** Letters whose Korean name ends in a consonant: 엘, 엠, 엔, 알. */
const consonantLetters = "lmnr";

/**
 * Whether a text, read aloud in Korean, ends in a vowel; `null` where its end says nothing (a
 * bracket, a quotation mark).
 */
export function endsInVowel(said: string): boolean | null {
  const last = said.at(-1) ?? "";
  const code = last.charCodeAt(0);
  if (code >= firstSyllable && code <= lastSyllable) return (code - firstSyllable) % finals === 0;
  // 10, 100, 1,000 and 10,000 end in 십, 백, 천 and 만: as a zero does.
  if (/\d/.test(last)) return vowelDigits.includes(last);
  if (/[a-z]/i.test(last)) return !consonantLetters.includes(last.toLowerCase());
  // 퍼센트
  if (last === "%") return true;
  return null;
}

/** "Final ㄹ", the eighth of them, and what is read with one: 일, 칠, 팔, 엘, 알. */
function endsInRieul(said: string): boolean {
  const code = said.charCodeAt(said.length - 1);
  if (code >= firstSyllable && code <= lastSyllable) return (code - firstSyllable) % finals === 8;
  return /[178lr]$/i.test(said);
}

/** "값이(가)" → "값이", "키이(가)" → "키가": the particle that the word before it takes. */
export function withParticles(said: string): string {
  return said.replace(
    /(\S?)(이\(가\)|을\(를\)|은\(는\)|과\(와\)|으로\(로\))/g,
    (_, before: string, pair: string) => {
      const [afterConsonant = "", afterVowel = ""] = pair.replace(")", "").split("(");
      const isOpen = endsInVowel(before) !== false || (afterVowel === "로" && endsInRieul(before));
      return before + (isOpen ? afterVowel : afterConsonant);
    },
  );
}
