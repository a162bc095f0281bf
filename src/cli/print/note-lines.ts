import { importMessages } from "../../i18n/import-messages.ts";
import type { ImportNote } from "../../model/import/config/import-config.ts";
import { filled, type Text } from "../messages/text.ts";

/** What was assumed, ignored or is missing, a line each; what was simply read is left to `--json`. */
export function noteLines(notes: readonly ImportNote[], text: Text): readonly string[] {
  return notes
    .filter(({ code }) => code !== "read")
    .map((note) => text("note-line", { note: noteText(note, text) }));
}

function noteText({ code, field, value, terms }: ImportNote, text: Text): string {
  const sentence = importMessages[text.lang][code] ?? `${code} {field}`;
  return filled(sentence, { field, value: String(value ?? ""), ...terms }, text.lang);
}
