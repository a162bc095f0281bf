import type { ComparedModel } from "../../model/import/compare-log.ts";

/** One thing that was read from a file, assumed, ignored or missing, in the reader's words. */
export interface BroughtNote {
  readonly kind: "read" | "assumed" | "ignored" | "missing" | "warning";
  readonly text: string;
}

/** A printed number beside our prediction, in the reader's words. */
export interface BroughtRow {
  readonly quantity: string;
  readonly printed: string;
  readonly predicted: string;
  readonly verdict: string;
  readonly within: boolean;
}

/** What one server of a log printed, beside a model. */
export interface BroughtServer {
  readonly title: string;
  readonly rows: readonly BroughtRow[];
  /** What explains a difference, what was assumed, or why nothing was compared. */
  readonly remarks: readonly string[];
  /** The lines that were read, with their numbers. */
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

/** What the reader brought into the widget: a file or a text, as far as it was read. */
export type Brought =
  | { readonly kind: "reading"; readonly name: string }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "model"; readonly name: string; readonly notes: readonly BroughtNote[] }
  | {
      readonly kind: "log";
      readonly name: string;
      /** The servers found, beside the model that is chosen now. */
      readonly beside: (model: ComparedModel) => readonly BroughtServer[];
    };

/** What reading gave: what to show, and the parameters it sets, in the order of the list. */
export interface Intake {
  readonly brought: Brought;
  readonly changes: Readonly<Record<string, number | string | boolean>>;
}
