import { type LogLine, shownText } from "./lines.ts";
import type { ReadLine } from "./server-log.ts";

/** How far a source is believed: what an engine did over what it was told. */
export const believed = { command: 1, args: 2, config: 3, result: 4 } as const;

/** Lines kept of one server; a paste that repeats itself for megabytes needs no more. */
const keptLines = 500;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Fields being read: a value stays until a source believed at least as much gives another. */
export interface Settings<T> {
  readonly values: Mutable<T>;
  readonly lines: ReadLine[];
  /** Takes a value that is not null, and remembers the line. */
  put<K extends keyof T & string>(
    field: K,
    value: T[K],
    weight: number,
    line: LogLine,
    at?: number,
  ): void;
  /** Remembers that something was read from a line. */
  note(field: string, line: LogLine, at?: number): void;
  /** Fills fields that are still null. */
  fill(other: Settings<T>): void;
}

/** Settings that start from `empty`. */
export function settings<T extends object>(empty: T): Settings<T> {
  const values: Mutable<T> = { ...empty };
  const weights = new Map<keyof T, number>();
  const lines: ReadLine[] = [];
  const note = (field: string, line: LogLine, at = 0) => {
    if (lines.length >= keptLines) return;
    lines.push({ number: line.number, text: shownText(line.text, at), field });
  };
  return {
    values,
    lines,
    note,
    put(field, value, weight, line, at = 0) {
      if (value === null || value === undefined) return;
      note(field, line, at);
      if (weight < (weights.get(field) ?? 0)) return;
      values[field] = value;
      weights.set(field, weight);
    },
    fill(other) {
      for (const field of Object.keys(values) as (keyof T)[]) values[field] ??= other.values[field];
      lines.push(...other.lines.slice(0, keptLines - lines.length));
    },
  };
}
