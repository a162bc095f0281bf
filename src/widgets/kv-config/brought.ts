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

/** Parameters that a model's file and a log have set: the next file takes them back. */
export interface SetBy {
  readonly model: readonly string[];
  readonly log: readonly string[];
}

/** What the reader brought into the widget: a file or a text, as far as it was read. */
export type Brought =
  | { readonly kind: "reading"; readonly name: string }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "model"; readonly name: string; readonly notes: readonly BroughtNote[] }
  | {
      readonly kind: "log";
      readonly name: string;
      /** The servers found, beside a model; alone where nobody said which model it was. */
      readonly beside: (model: ComparedModel | null) => readonly BroughtServer[];
      /** The catalogue's model that the log names; `null` where it names none for certain. */
      readonly modelId: string | null;
    };

/** What reading gave: what to show, and the parameters it sets, in the order of the list. */
export interface Intake {
  readonly brought: Brought;
  readonly changes: Readonly<Record<string, number | string | boolean>>;
}

/** What the widget keeps of it: the report, what was set by whom, and the model chosen then. */
export interface Kept {
  readonly brought: Brought;
  readonly setBy: SetBy;
  readonly modelThen: string;
}
