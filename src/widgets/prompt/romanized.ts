const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;

// Letters of the Revised Romanization, without what neighbours do to each other:
// https://www.korean.go.kr/front_eng/roman/roman_01.do
const initials = "g kk n d tt r m b pp s ss  j jj ch k t p h".split(" ");
const vowels = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ");
const finals = " k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(" ");

export const hasHangul = (text: string): boolean => /[\uac00-\ud7a3\u3131-\u318e]/.test(text);

/** Syllables of Hangul in Latin letters; everything else as it is. */
export function romanized(text: string): string {
  return [...text]
    .map((letter) => {
      const code = letter.charCodeAt(0);
      if (code < firstSyllable || code > lastSyllable) return letter;
      const place = code - firstSyllable;
      const [initial, vowel] = [Math.floor(place / 588), Math.floor((place % 588) / 28)];
      return `${initials[initial]}${vowels[vowel]}${finals[place % 28]}`;
    })
    .join("");
}
