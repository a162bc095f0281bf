const isPrintable = (letter: string): boolean => /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(letter);

/** A character that can be seen: a space and a line break have signs. */
export function visible(letter: string): string {
  if (letter === " ") return "·";
  if (letter === "\n") return "↵";
  return isPrintable(letter) ? letter : "□";
}

/** A character that the model does not know, as it can be printed: "한", "U+200B". */
export function namedLetter(letter: string): string {
  if (isPrintable(letter)) return letter;
  const code = letter.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
