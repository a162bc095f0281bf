import { type Bounds, layerBounds } from "./bounds.ts";
import { ConfigError } from "./config-error.ts";
import type { Notes } from "./notes.ts";

/** A plain object of the file and its path, "" or ending in a dot. */
export interface Section {
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Not in the file: what a file of this shape leaves out. */
  readonly assumed?: boolean;
}

export interface Found {
  readonly field: string;
  readonly value: unknown;
  readonly assumed?: boolean;
}

/** A list that stands in the file; `at(i)` names its entry i. */
export interface FoundList {
  readonly field: string;
  readonly values: readonly unknown[];
}

/**
 * Reads fields by any of several names, in the sections in order. `null` and an absent field are
 * the same. Everything that throws throws ConfigError with the path of the field.
 */
export interface Fields {
  readonly notes: Notes;
  readonly sections: readonly Section[];
  /** The first of the names that has a value. */
  find(...names: readonly string[]): Found | null;
  has(...names: readonly string[]): boolean;
  /** A whole number within bounds. */
  count(names: readonly string[], bounds: Bounds): number | null;
  /** The same, required. */
  need(names: readonly string[], bounds: Bounds): number;
  flag(...names: readonly string[]): boolean | null;
  text(...names: readonly string[]): string | null;
  list(...names: readonly string[]): FoundList | null;
  /** Fields of a nested object. */
  object(...names: readonly string[]): Fields | null;
  /** Path under which a field is or would be. */
  path(...names: readonly string[]): string;
}

/** Longer than any list with an entry for each layer. */
const maxListLength = 2 * layerBounds.max;

export function fieldsOf(sections: readonly Section[], notes: Notes): Fields {
  const find = (...names: readonly string[]): Found | null => {
    for (const { path, values, assumed = false } of sections) {
      for (const name of names) {
        if (!Object.hasOwn(values, name)) continue;
        const value = values[name];
        if (value !== null && value !== undefined) return { field: path + name, value, assumed };
      }
    }
    return null;
  };
  const path = (...names: readonly string[]): string =>
    find(...names)?.field ?? (sections[0]?.path ?? "") + (names[0] ?? "");
  /** The value if it is of the type; a value of another type is an error. */
  const typed = <T>(names: readonly string[], type: string, is: (value: unknown) => value is T) => {
    const found = find(...names);
    if (found === null) return null;
    if (!is(found.value)) throw wrongType(found, type);
    return { field: found.field, value: found.value };
  };
  const count = (names: readonly string[], bounds: Bounds): number | null => {
    const found = find(...names);
    if (found === null) return null;
    const value = countValue(found.field, found.value, bounds);
    notes.add(found.assumed ? "default-assumed" : "read", found.field, value);
    return value;
  };
  return {
    notes,
    sections,
    find,
    path,
    count,
    has: (...names) => find(...names) !== null,
    need: (names, bounds) => {
      const value = count(names, bounds);
      if (value === null) throw missing(path(...names), names);
      return value;
    },
    flag: (...names) => {
      const found = typed(names, "true/false", (value) => typeof value === "boolean");
      if (found) notes.add("read", found.field, found.value);
      return found?.value ?? null;
    },
    text: (...names) =>
      typed(names, '"…"', (value) => typeof value === "string")?.value.slice(0, 20_000) ?? null,
    list: (...names) => {
      const found = typed(names, "[…]", (value) => Array.isArray(value));
      if (found && found.value.length > maxListLength) {
        throw new ConfigError("list-length", found.field, {
          expected: maxListLength,
          found: found.value.length,
        });
      }
      return found && { field: found.field, values: found.value };
    },
    object: (...names) => {
      const found = typed(names, "{…}", isPlainObject);
      return found && fieldsOf([{ path: `${found.field}.`, values: found.value }], notes);
    },
  };
}

export const missing = (field: string, names: readonly string[]): ConfigError =>
  new ConfigError("missing", field, { names: names.join(", ") });

/** `expected` shows the type by its look: `128`, `true/false`, `"…"`, `[…]`, `{…}`. */
export const wrongType = (found: Found, expected: string): ConfigError =>
  new ConfigError("wrong-type", found.field, { expected }, found.value);

/**
 * A whole number within bounds.
 * @throws ConfigError that names the field and the bounds.
 */
export function countValue(field: string, value: unknown, bounds: Bounds): number {
  if (typeof value !== "number") throw wrongType({ field, value }, "128");
  if (value < bounds.min || value > bounds.max) {
    throw new ConfigError("out-of-range", field, { min: bounds.min, max: bounds.max }, value);
  }
  if (!Number.isInteger(value)) throw new ConfigError("not-a-count", field, {}, value);
  return value;
}

/** @throws ConfigError when a list is not as long as it must be. */
export function ofLength(list: FoundList, expected: number): readonly unknown[] {
  if (list.values.length !== expected) {
    throw new ConfigError("list-length", list.field, { expected, found: list.values.length });
  }
  return list.values;
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
