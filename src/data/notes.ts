import type { Bilingual } from "./model-entry.ts";
import notesJson from "./notes.json" with { type: "json" };

const notes: Readonly<Record<string, Bilingual>> = notesJson;

/**
 * What calculators get wrong about the model with this id, if anything. Apart from the
 * calculator's data: no widget shows it.
 */
export const noteOf = (id: string): Bilingual | undefined => notes[id];
