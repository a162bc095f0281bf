/** The value of the first of `names` written as `name=value` or `'name': value` in Python's repr. */
export function keyedValue(text: string, ...names: readonly string[]): string | undefined {
  return keyedMatch(text, ...names)?.value;
}

/** The same with its place in the text. */
export function keyedMatch(text: string, ...names: readonly string[]) {
  for (const name of names) {
    if (!text.includes(name)) continue;
    const found = patternOf(name).exec(text);
    const value = found?.[1] ?? found?.[2] ?? found?.[3];
    if (found && value !== undefined) return { value, at: found.index };
  }
  return undefined;
}

function patternOf(name: string): RegExp {
  return new RegExp(
    `(?<![\\w.])\\\\?["']?${name}\\\\?["']?\\s*[=:]\\s*(?:'([^']{0,400})'|"([^"]{0,400})"|([^\\s,(){}\\[\\]'"]{1,200})(?=[\\s,(){}\\[\\]]))`,
  );
}

/** A command line in words; quotes around a word are gone. */
export function commandWords(command: string): readonly string[] {
  return (command.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((word) =>
    word.replace(/^["'](.*)["']$/, "$1"),
  );
}

/** The value after the first of `names` ("--tensor-parallel-size", "-tp"), also after "=". */
export function flagValue(
  words: readonly string[],
  ...names: readonly string[]
): string | undefined {
  for (const [index, word] of words.entries()) {
    const [name = "", inline] = splitFlag(word);
    if (names.includes(name)) return inline ?? words[index + 1];
  }
  return undefined;
}

/** Whether one of `names` stands on the command line. */
export const hasFlag = (words: readonly string[], ...names: readonly string[]): boolean =>
  words.some((word) => names.includes(splitFlag(word)[0] ?? ""));

function splitFlag(word: string): readonly string[] {
  if (!word.startsWith("-")) return [];
  const equals = word.indexOf("=");
  const name = equals === -1 ? word : word.slice(0, equals);
  const dashed = name.startsWith("--") ? name.replaceAll("_", "-") : name;
  return equals === -1 ? [dashed] : [dashed, word.slice(equals + 1)];
}

const launchers = /^(?:sudo|nohup|time|exec|command:|cmd:|-|\*|[A-Za-z_]\w*=\S*|\S*[$#%>])$/;

/**
 * The words after `program` where a line runs it: at its beginning, after a prompt or variables,
 * or anywhere if options follow. Prose that names a program is no command.
 */
export function commandAfter(text: string, program: RegExp): readonly string[] | null {
  const found = program.exec(text);
  if (!found) return null;
  const before = text.slice(0, found.index).replaceAll("`", " ").trim();
  const words = commandWords(text.slice(found.index + found[0].length).replaceAll("`", " "));
  const begins = before === "" || before.split(/\s+/).every((word) => launchers.test(word));
  const options = words.some((word) => /^--?[A-Za-z]/.test(word));
  return (begins && words.length > 0) || options ? words : null;
}
