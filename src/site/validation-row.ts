import { type ModelEntry, modelById } from "../data/index.ts";
import { type ValidationRow, validationRows } from "../data/validation.ts";
import type { StartedModel } from "../model/validation/logged-start.ts";
import { type Validation, validate } from "../model/validation/validate.ts";

/** A published start beside what we predict for it. */
export interface ValidatedRow {
  readonly row: ValidationRow;
  /** Null where the source does not name the model and its numbers do not tell it. */
  readonly model: ModelEntry | null;
  readonly validation: Validation;
}

/** Layers that all keep every token: what can be said of a model that nobody names. */
const anyModel: StartedModel = {
  layers: [{ count: 1, layer: { kind: "heads", nKv: 1, headDim: 1 } }],
};

/** A model of the catalogue as an engine starts it. */
export const startedModel = (model: ModelEntry | null): StartedModel => {
  if (model === null) return anyModel;
  const { layers, draftLayers, expanded, nHeads } = model;
  return {
    layers,
    ...(draftLayers ? { draftLayers } : {}),
    ...(expanded && nHeads ? { expanded: { nHeads, ...expanded } } : {}),
  };
};

/** Every published start, predicted. */
export const validatedRows: readonly ValidatedRow[] = validationRows.map((row) => {
  const model = row.model === null ? null : modelById(row.model);
  return { row, model, validation: validate(row, startedModel(model)) };
});

/** The page's count of itself. */
export interface ValidationCounts {
  readonly rows: number;
  readonly logs: number;
  readonly within: number;
  /** Reproduced, and with no freedom left by rounding. */
  readonly exact: number;
  readonly exceptions: number;
  readonly checks: number;
}

/** Counts of starts, of addresses, and of the starts that are reproduced. */
export function validationCounts(rows: readonly ValidatedRow[]): ValidationCounts {
  const within = rows.filter(({ validation }) => validation.within);
  return {
    rows: rows.length,
    logs: new Set(rows.map(({ row }) => row.url)).size,
    within: within.length,
    exact: within.filter(({ validation }) => isExact(validation)).length,
    exceptions: rows.filter(({ row }) => row.exception).length,
    checks: rows.reduce((sum, { validation }) => sum + validation.checks.length, 0),
  };
}

/** Whether every number is predicted without an interval. */
export const isExact = ({ checks }: Validation): boolean =>
  checks.every(({ low, high }) => low === high);
