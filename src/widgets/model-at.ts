import { type ModelEntry, modelById } from "../data/index.ts";
import { formatInteger } from "../i18n/format.ts";
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

/** What was read to know this model's shape. */
export const basisOf = (model: ModelEntry, t: Translate): string => t(`basis.${model.evidence}`);

/** What a reader should know about a model at a context that it was not made for; or nothing. */
export function contextNote(id: string, contextTokens: number, t: Translate): string {
  const chosen = modelById(id);
  const shown = modelAt(id, contextTokens);
  const said: string[] = [];
  if (shown !== chosen) {
    const most = formatInteger(chosen.maxContext ?? 0, t.lang);
    said.push(t("twin", { model: shown.name, most }));
  }
  if (shown.maxContext !== null && contextTokens > shown.maxContext) {
    const most = formatInteger(shown.maxContext, t.lang);
    said.push(t("beyond-training", { model: shown.name, most }));
  }
  return said.join(" ");
}
