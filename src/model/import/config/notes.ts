import { type NoteCode, type NoteKind, noteKinds } from "./codes.ts";
import type { Terms } from "./config-error.ts";

/** What became of a field: read, assumed because it is absent, ignored, missing, or doubtful. */
export interface ImportNote {
  readonly kind: NoteKind;
  readonly code: NoteCode;
  /** Path in the file, such as `text_config.head_dim`. */
  readonly field: string;
  readonly value?: string | number | boolean;
  readonly terms?: Terms;
}

/** Collects notes, each code once a field. */
export interface Notes {
  readonly list: readonly ImportNote[];
  add(code: NoteCode, field: string, value?: string | number | boolean, terms?: Terms): void;
}

export function notes(): Notes {
  const list: ImportNote[] = [];
  const seen = new Set<string>();
  return {
    list,
    add: (code, field, value, terms) => {
      const key = `${code} ${field}`;
      if (seen.has(key)) return;
      seen.add(key);
      list.push({
        kind: noteKinds[code],
        code,
        field,
        ...(value === undefined ? {} : { value }),
        ...(terms === undefined ? {} : { terms }),
      });
    },
  };
}
