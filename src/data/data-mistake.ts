import type { z } from "astro/zod";

/** One thing wrong with a data file. */
export interface DataMistake {
  /** The entry's id or name, or its place in the list. */
  readonly entry: string;
  /** Path of the field within the entry; empty for the entry as a whole. */
  readonly field: string;
  readonly expected: string;
  readonly found: unknown;
}

const fieldName = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (name, key) =>
      typeof key === "number" ? `${name}[${key}]` : name ? `${name}.${String(key)}` : String(key),
    "",
  );

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined,
    json,
  );
}

function entryName(json: unknown, index: PropertyKey | undefined): string {
  if (index === undefined) return "the list";
  const id = valueAt(json, [index, "id"]) ?? valueAt(json, [index, "name"]);
  return typeof id === "string" ? id : `entry ${String(index)}`;
}

/** Zod's issues, told by entry and field. */
export function zodMistakes(error: z.ZodError, json: unknown): DataMistake[] {
  return error.issues.flatMap((issue): DataMistake[] => {
    const [index, ...path] = issue.path;
    const entry = entryName(json, index);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        entry,
        field: fieldName([...path, key]),
        expected: "no such key",
        found: valueAt(json, [...issue.path, key]),
      }));
    }
    const expected = issue.message
      .replace(/^Invalid (?:input|option): /, "")
      .replace(/, received .*$/, "");
    return [{ entry, field: fieldName(path), expected, found: valueAt(json, issue.path) }];
  });
}

/** Throws one error that tells all mistakes; returns if there are none. */
export function throwMistakes(file: string, mistakes: readonly DataMistake[]): void {
  if (mistakes.length === 0) return;
  const lines = mistakes.map(({ entry, field, expected, found }) => {
    const shown = found === undefined ? "nothing" : JSON.stringify(found);
    return `${file}: ${entry}: ${field || "entry"}: ${expected}; found ${shown}`;
  });
  throw new Error(lines.join("\n"));
}
