import type { BufferStart, CapacityStart } from "../model/validation/logged-start.ts";
import type { Bilingual } from "./model-entry.ts";
import validationJson from "./validation.json" with { type: "json" };

/** Settings that the source does not tell and that were chosen so that the numbers come out. */
export type FittedSetting = "hostGiB" | "hybrid" | "mla";

/** Where a published start's numbers come from, and how much they prove. */
export interface PublishedStart {
  /** Kebab case and stable: links carry it. */
  readonly id: string;
  /** The engine's version as its source states it; null where it does not. */
  readonly version: string | null;
  /** Id in the catalogue; null where the model is not known. */
  readonly model: string | null;
  /** The model as its source names it. */
  readonly modelName: string | null;
  /** False where the source does not name the model: it was found by the number. */
  readonly modelStated?: false;
  readonly gpu?: string;
  readonly fitted?: readonly FittedSetting[];
  /** What is special about this start, or what of it can be checked. */
  readonly note?: Bilingual;
  /** Why our numbers differ. A start without it has to be reproduced. */
  readonly exception?: Bilingual;
  readonly url: string;
  /** ISO date on which the numbers were read. */
  readonly checked: string;
}

/** A start of an engine whose log is public: what it was told, and what it printed. */
export type ValidationRow = PublishedStart & (CapacityStart | BufferStart);

// JSON widens the names of engines and formats; the build validates the file against its schema.
export const validationRows = validationJson as readonly unknown[] as readonly ValidationRow[];
