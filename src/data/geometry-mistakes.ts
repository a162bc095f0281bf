import type { CacheLayer, LayerGroup } from "../model/layers.ts";
import type { DataMistake } from "./data-mistake.ts";
import { layerMistakes } from "./layer-mistakes.ts";
import type { ModelEntry } from "./model-entry.ts";

/** Width of the projections into the cache: the least a layer must hold for each hidden value. */
function cacheWidth(layer: CacheLayer): number {
  switch (layer.kind) {
    case "heads":
      return layer.nKv * (layer.headDim + (layer.valueDim ?? layer.headDim));
    case "latent":
      return (layer.latentHeads ?? 1) * layer.latentDim + layer.ropeDim + (layer.indexerDim ?? 0);
    case "tied":
      return layer.nKv * layer.headDim + layer.ropeDim;
    case "factored":
      return (layer.rankK + layer.rankV) * (layer.nHeads + layer.headDim);
    default:
      return 0;
  }
}

const cacheProjectionParams = (layers: readonly LayerGroup[], hiddenSize: number): number =>
  layers.reduce((sum, { count, layer }) => sum + count * hiddenSize * cacheWidth(layer), 0);

const shapeOf = (model: ModelEntry): string =>
  JSON.stringify([model.layers, model.nHeads, model.headDim, model.hiddenSize]);

type Refuse = (field: keyof ModelEntry, expected: string) => void;

function expertMistakes({ params, activeParams, experts }: ModelEntry, refuse: Refuse): void {
  if (!experts) {
    if (activeParams !== params) refuse("activeParams", "expected with experts and only with them");
    return;
  }
  if (experts.active >= experts.count) refuse("experts", "expected fewer active than there are");
  if (experts.params >= params) refuse("experts", `expected fewer than ${params} parameters`);
  const computed = params - experts.params * (1 - experts.active / experts.count);
  // A published count may leave out the embeddings, or know of dense layers that the total hides.
  if (Math.abs(activeParams / computed - 1) > 0.2) {
    refuse("activeParams", `expected about ${Math.round(computed)}`);
  }
}

function twinMistakes(model: ModelEntry, models: readonly ModelEntry[], refuse: Refuse): void {
  if (model.longContextTwin === undefined) return;
  const twin = models.find((other) => other.id === model.longContextTwin);
  if (!twin) refuse("longContextTwin", "expected the id of an entry");
  else if (shapeOf(twin) !== shapeOf(model)) {
    refuse("longContextTwin", "expected an entry of the same geometry");
  } else if ((twin.maxContext ?? 0) <= (model.maxContext ?? 0)) {
    refuse("longContextTwin", "expected an entry with a longer context");
  }
}

function modelMistakes(model: ModelEntry, models: readonly ModelEntry[]): DataMistake[] {
  const { id: entry, layers, hiddenSize, params } = model;
  const mistakes = layerMistakes(model);
  const refuse: Refuse = (field, expected) => {
    mistakes.push({ entry, field, expected, found: model[field] });
  };

  const latent = layers.some(({ layer }) => layer.kind === "latent");
  if (latent !== (model.expanded !== undefined)) {
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
  expertMistakes(model, refuse);
  twinMistakes(model, models, refuse);
  return mistakes;
}

/** What is wrong between the fields of one model, or between two models. */
export const geometryMistakes = (models: readonly ModelEntry[]): DataMistake[] =>
  models.flatMap((model) => modelMistakes(model, models));
