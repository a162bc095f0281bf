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

type Changes = Readonly<Record<string, number | string | boolean>>;

/** A model's file as far as it was read, and the parameters it sets, in the order of the list. */
export interface BroughtModel {
  readonly kind: "model";
  readonly name: string;
  readonly notes: readonly BroughtNote[];
  readonly changes: Changes;
}

/** A log as far as it was read, and the settings it tells, in the order of the list. */
export interface BroughtLog {
  readonly kind: "log";
  readonly name: string;
  /** The catalogue's model that the log names; `null` where it names none for certain. */
  readonly modelId: string | null;
  readonly changes: Changes;
  /** The servers found, beside a model; alone where nobody said which model it was. */
  readonly beside: (model: ComparedModel | null) => readonly BroughtServer[];
}

/** Why nothing was read, in the reader's words. */
export interface Failed {
  readonly kind: "failed";
  readonly message: string;
}

/** What reading gave. */
export type Intake = BroughtModel | BroughtLog | Failed;

/** Parameters that a model's file and a log have set: the next file takes them back. */
interface SetBy {
  readonly model: readonly string[];
  readonly log: readonly string[];
}

/** What the widget keeps of all that was brought. */
export interface Kept {
  /** How the last reading goes, or went. */
  readonly status:
    | { readonly kind: "reading" | "model" | "log"; readonly name: string }
    | Failed
    | null;
  readonly model: BroughtModel | null;
  readonly log: BroughtLog | null;
  readonly setBy: SetBy;
  /** The catalogue's model that was chosen when the log came. */
  readonly modelThen: string;
}

export const nothingKept: Kept = {
  status: null,
  model: null,
  log: null,
  setBy: { model: [], log: [] },
  modelThen: "",
};

/** What a file asks of the widget: parameters to take back, parameters to set, what to keep. */
export interface Received {
  readonly clear: readonly string[];
  readonly changes: Changes;
  readonly kept: Kept;
}

/** What is chosen now: the catalogue's model, and the layers that were brought. */
export interface Chosen {
  readonly model: string;
  readonly shape: string;
}

/** A model or a log has arrived beside what was kept before. */
export function received(
  brought: BroughtModel | BroughtLog,
  before: Kept,
  chosen: Chosen,
): Received {
  return brought.kind === "log"
    ? receivedLog(brought, before, chosen)
    : receivedModel(brought, before);
}

/**
 * A log takes the place of the log before. Its settings apply once its model is known: brought, or
 * one of the catalogue's; else they would make a headline about another model.
 */
function receivedLog(log: BroughtLog, before: Kept, { model, shape }: Chosen): Received {
  const modelId = shape === "" ? log.modelId : null;
  const known = shape !== "" || modelId !== null;
  const changes = known ? { ...(modelId === null ? {} : { model: modelId }), ...log.changes } : {};
  return {
    clear: before.setBy.log,
    changes,
    kept: {
      ...before,
      status: { kind: "log", name: log.name },
      log: { ...log, modelId },
      setBy: { ...before.setBy, log: Object.keys(changes) },
      modelThen: model,
    },
  };
}

/**
 * A model takes back all that earlier files have set, and is laid beside the log that waited for
 * it: one that came before any model and names none of the catalogue's.
 */
function receivedModel(model: BroughtModel, before: Kept): Received {
  const log = before.model === null && before.log?.modelId === null ? before.log : null;
  const settings = log?.changes ?? {};
  return {
    clear: [...before.setBy.model, ...before.setBy.log],
    changes: { ...model.changes, ...settings },
    kept: {
      ...before,
      status: { kind: "model", name: model.name },
      model,
      log,
      setBy: { model: Object.keys(model.changes), log: Object.keys(settings) },
    },
  };
}
