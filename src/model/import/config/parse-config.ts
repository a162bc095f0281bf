import { ConfigError } from "./config-error.ts";
import { isDeeper, jsonFault, stringEnd } from "./json-fault.ts";
import type { Notes } from "./notes.ts";

/** Longest text that is read, in characters: 32 MiB. */
export const maxConfigLength = 2 ** 25;

const maxDepth = 1_000;

/**
 * The value of a configuration's text. Python writes `Infinity` and `NaN`, which JSON has not: they
 * are read as null, with a note.
 * @throws ConfigError with line and column when the text is not JSON, too long or too deeply nested.
 */
export function parseConfig(text: string, notes: Notes): unknown {
  if (text.length > maxConfigLength) {
    throw new ConfigError("file-too-big", "", { length: text.length, max: maxConfigLength });
  }
  // Some parsers take seconds, or all of their stack, for millions of open brackets.
  if (isDeeper(text, maxDepth)) throw new ConfigError("too-deep", "", { max: maxDepth });
  const whole = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const value = parsed(whole);
  if (value !== undefined) return value;
  const finite = withoutNonFinite(whole);
  const repaired = finite === null ? undefined : parsed(finite);
  if (repaired !== undefined) {
    notes.add("non-finite-numbers", "");
    return repaired;
  }
  const { line, column, found } = jsonFault(whole) ?? { line: 1, column: 1, found: "" };
  throw new ConfigError("not-json", "", { line, column }, found);
}

/** `undefined` when the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const nonFinite = /-?Infinity|NaN/y;

/** The text with null for every `NaN` and `Infinity` outside strings; `null` without any. */
function withoutNonFinite(text: string): string | null {
  if (!/NaN|Infinity/.test(text)) return null;
  const pieces: string[] = [];
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const sign = text[at];
    if (sign === '"') {
      const end = stringEnd(text, at);
      if (end < 0) break;
      at = end;
      continue;
    }
    nonFinite.lastIndex = at;
    if (sign === "-" || sign === "I" || sign === "N") {
      if (nonFinite.test(text)) {
        pieces.push(text.slice(from, at), "null");
        at = nonFinite.lastIndex;
        from = at;
        continue;
      }
    }
    at++;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}
