import { type ModelEntry, modelById } from "../data/index.ts";
import type { Translate } from "./translate.ts";

/**
 * The model to name at a context: its long-context twin of the same shape where the context is
 * longer than it was made for (Llama 3 70B at 131,072 tokens is Llama 3.1 70B).
 */
export function modelAt(id: string, contextTokens: number): ModelEntry {
  const model = modelById(id);
  const past = model.maxContext !== null && contextTokens > model.maxContext;
  return past && model.longContextTwin ? modelById(model.longContextTwin) : model;
}

/** Whether the context is longer than anything this shape was made for. */
export function isPastTraining(model: ModelEntry, contextTokens: number): boolean {
  return model.maxContext !== null && contextTokens > model.maxContext;
}

/** What was read to know this model's shape. */
export const basisOf = (model: ModelEntry, t: Translate): string =>
  t(model.verified ? "basis.verified" : "basis.unverified");
