import type { LayerGroup } from "../model/layers.ts";
import type { DataMistake } from "./data-mistake.ts";
import type { ModelEntry } from "./model-entry.ts";

/** K and V projections (for MLA, the projection into the latent): the least a layer must hold. */
function cacheProjectionParams(layers: readonly LayerGroup[], hiddenSize: number): number {
  return layers.reduce((sum, { count, layer }) => {
    const values =
      layer.kind === "latent"
        ? layer.latentDim + layer.ropeDim
        : layer.nKv * (layer.headDim + (layer.valueDim ?? layer.headDim));
    return sum + count * hiddenSize * values;
  }, 0);
}

const shapeOf = (model: ModelEntry): string =>
  JSON.stringify([model.layers, model.nHeads, model.headDim, model.hiddenSize]);

function layerMistakes(model: ModelEntry): DataMistake[] {
  const { id: entry, nHeads, headDim, maxContext } = model;
  return model.layers.flatMap(({ layer }, index): DataMistake[] => {
    if (layer.kind === "latent") return [];
    const mistakes: DataMistake[] = [];
    const at = (key: string): string => `layers[${index}].layer.${key}`;
    if (nHeads !== null && nHeads % layer.nKv !== 0) {
      const expected = `expected a divisor of nHeads ${nHeads}`;
      mistakes.push({ entry, field: at("nKv"), expected, found: layer.nKv });
    }
    if (layer.headDim !== headDim) {
      const expected = `expected the model's headDim ${headDim}`;
      mistakes.push({ entry, field: at("headDim"), expected, found: layer.headDim });
    }
    if (layer.windowTokens !== undefined && maxContext && layer.windowTokens >= maxContext) {
      const expected = `expected less than maxContext ${maxContext}`;
      mistakes.push({ entry, field: at("windowTokens"), expected, found: layer.windowTokens });
    }
    return mistakes;
  });
}

function modelMistakes(model: ModelEntry, models: readonly ModelEntry[]): DataMistake[] {
  const { id: entry, layers, hiddenSize, params } = model;
  const mistakes = layerMistakes(model);
  const refuse = (field: keyof ModelEntry, expected: string): void => {
    mistakes.push({ entry, field, expected, found: model[field] });
  };

  const kinds = new Set(layers.map(({ layer }) => layer.kind));
  if (kinds.size > 1) refuse("layers", "expected layers of one kind");
  if (kinds.has("latent") !== (model.expanded !== undefined)) {
    refuse("expanded", "expected with latent layers and only with them");
  }
  if (hiddenSize !== null && cacheProjectionParams(layers, hiddenSize) >= params) {
    refuse("params", "expected more than the K and V projections alone");
  }
  if ((model.paramsBasis === "published") !== (model.paramsSource !== undefined)) {
    refuse("paramsSource", "expected with published parameters and only with them");
  }
  if (model.verified !== (model.evidence === "config")) {
    refuse("verified", `expected ${model.evidence === "config"} for evidence ${model.evidence}`);
  }
  if (model.longContextTwin !== undefined) {
    const twin = models.find((other) => other.id === model.longContextTwin);
    if (!twin) refuse("longContextTwin", "expected the id of an entry");
    else if (shapeOf(twin) !== shapeOf(model)) {
      refuse("longContextTwin", "expected an entry of the same geometry");
    } else if ((twin.maxContext ?? 0) <= (model.maxContext ?? 0)) {
      refuse("longContextTwin", "expected an entry with a longer context");
    }
  }
  return mistakes;
}

/** What is wrong between the fields of one model, or between two models. */
export const geometryMistakes = (models: readonly ModelEntry[]): DataMistake[] =>
  models.flatMap((model) => modelMistakes(model, models));
