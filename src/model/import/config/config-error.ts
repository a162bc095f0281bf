import type { ErrorCode } from "./codes.ts";

/** What fills the sentence of an error or a note. */
export type Terms = Readonly<Record<string, string | number>>;

/**
 * A configuration that gives no cache size: `code` says why, `field` where (a path such as
 * `text_config.num_key_value_heads`, or "" for the text as a whole), `found` what stood there, cut
 * short. `terms` fill the sentence that belongs to the code.
 */
export class ConfigError extends Error {
  readonly code: ErrorCode;
  readonly field: string;
  readonly found?: string;
  readonly terms: Terms;

  constructor(code: ErrorCode, field: string, terms: Terms = {}, found?: unknown) {
    const shown = found === undefined ? undefined : shortened(found);
    super([code, field, shown].filter(Boolean).join(": "));
    this.name = "ConfigError";
    this.code = code;
    this.field = field;
    this.terms = shown === undefined ? terms : { ...terms, found: shown };
    if (shown !== undefined) this.found = shown;
  }
}

/** A value of the file as short text, however large it is. */
export function shortened(value: unknown): string {
  if (Array.isArray(value)) return `[…${value.length}]`;
  if (typeof value === "object" && value !== null) return "{…}";
  if (typeof value !== "string") return String(value);
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}
