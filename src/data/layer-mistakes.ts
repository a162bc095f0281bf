import type { CacheLayer, LayerGroup } from "../model/layers.ts";
import type { DataMistake } from "./data-mistake.ts";
import type { ModelEntry } from "./model-entry.ts";

type Told = readonly [key: string, expected: string, found: unknown];

/** What is wrong with one layer of a model, by key of the layer. */
function toldOf(layer: CacheLayer, { nHeads, maxContext }: ModelEntry): Told[] {
  const told: Told[] = [];
  if ((layer.kind === "heads" || layer.kind === "tied") && nHeads !== null && nHeads % layer.nKv) {
    told.push(["nKv", `expected a divisor of nHeads ${nHeads}`, layer.nKv]);
  }
  if (layer.kind === "factored" && nHeads !== null && layer.nHeads !== nHeads) {
    told.push(["nHeads", `expected the model's nHeads ${nHeads}`, layer.nHeads]);
  }
  if (layer.kind === "heads") {
    const { windowTokens, chunkTokens } = layer;
    if (windowTokens !== undefined && chunkTokens !== undefined) {
      told.push(["chunkTokens", "expected no chunk beside a window", chunkTokens]);
    }
    for (const [key, tokens] of Object.entries({ windowTokens, chunkTokens })) {
      if (tokens !== undefined && maxContext && tokens >= maxContext) {
        told.push([key, `expected less than maxContext ${maxContext}`, tokens]);
      }
    }
  }
  if (layer.kind === "state") {
    const { convChannels, convGroups, groupChannels, convTaps } = layer;
    if ((convGroups === undefined) !== (groupChannels === undefined)) {
      told.push(["groupChannels", "expected with convGroups and only with them", groupChannels]);
    }
    if ((convChannels === 0) !== (convTaps === 0)) {
      told.push(["convTaps", `expected to suit ${convChannels} convChannels`, convTaps]);
    }
  }
  return told;
}

const keepsTokens = ({ kind }: CacheLayer): boolean =>
  kind !== "state" && kind !== "shared" && kind !== "none";

const same = (one: CacheLayer, other: CacheLayer | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What is wrong with a model's layers, one by one and in their order. */
export function layerMistakes(model: ModelEntry): DataMistake[] {
  const { id: entry, layers, headDim } = model;
  const mistakes: DataMistake[] = [];
  const ofLayers = (expected: string): void => {
    mistakes.push({ entry, field: "layers", expected, found: kindsOf(layers) });
  };

  for (const [index, { layer }] of layers.entries()) {
    if (layers.findIndex((other) => same(layer, other.layer)) === index) {
      for (const [key, expected, found] of toldOf(layer, model)) {
        mistakes.push({ entry, field: `layers[${index}].layer.${key}`, expected, found });
      }
    }
  }
  if (layers.some(({ layer }, index) => same(layer, layers[index + 1]?.layer))) {
    ofLayers("expected equal neighbours in one group");
  }
  if (!layers.some(({ layer }) => keepsTokens(layer)))
    ofLayers("expected a layer that keeps tokens");
  const shared = layers.findIndex(({ layer }) => layer.kind === "shared");
  if (shared >= 0 && !layers.slice(0, shared).some(({ layer }) => keepsTokens(layer))) {
    ofLayers("expected a cache before the layers that share it");
  }
  const heads = layers.flatMap(({ layer }) =>
    layer.kind === "heads" || layer.kind === "tied" ? [layer.headDim] : [],
  );
  if (heads.length > 0 && !heads.includes(headDim)) {
    const expected = `expected a layer with the model's headDim ${headDim}`;
    mistakes.push({ entry, field: "headDim", expected, found: heads[0] });
  }
  return mistakes;
}

const kindsOf = (layers: readonly LayerGroup[]): string[] => [
  ...new Set(layers.map(({ layer }) => layer.kind)),
];
