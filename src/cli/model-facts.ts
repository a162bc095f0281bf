import type { CliModel } from "./cli-model.ts";

/** What the JSON of every command says of its model. */
export function modelFacts(model: CliModel) {
  const { from, id, name, maxContext, params, notes, source } = model;
  return { from, id, name, maxContext, params, notes, ...(source ? { source } : {}) };
}
