import type { RunRecord } from "../../measured/run-record.ts";

/** A record laid beside the reader's own, and where it comes from. */
export interface Beside {
  readonly record: RunRecord | null;
  /** Value of the list's entry that is chosen. */
  readonly choice: string;
  /** A file that could not be read, in the reader's words. */
  readonly error: string;
}

export const nothingBeside: Beside = { record: null, choice: "", error: "" };
