import type { ModelEntry } from "../data/index.ts";
import { planModelOf } from "../data/plan-model.ts";
import { deploymentDefaults } from "../model/engines/engine.ts";
import type { ComparedModel } from "../model/import/compare-log.ts";
import type { ImportedModel, ImportNote } from "../model/import/config/import-config.ts";
import type { GgufModel } from "../model/import/gguf/import-gguf.ts";
import { parameterCount } from "../model/parameters.ts";
import { ownPlanModel } from "../model/plan/own-model.ts";
import type { PlanModel } from "../model/plan/plan-request.ts";

/** A model as a command works with it, wherever it comes from. */
export interface CliModel extends ComparedModel {
  readonly from: "config" | "catalogue" | "gguf";
  /** The file, or the catalogue's id. */
  readonly id: string;
  /** As the file or the catalogue names it; `null` where it does not. */
  readonly name: string | null;
  /** Query heads; `null` where not known. */
  readonly nHeads: number | null;
  readonly maxContext: number | null;
  readonly params: number | null;
  /** How the file says that the weights are quantized. */
  readonly quantization: string | null;
  /** Average bits of a weight as the quantization says; `null` where it does not. */
  readonly weightBits: number | null;
  readonly notes: readonly ImportNote[];
  /** For a plan; `null` where its parameters are not known. */
  readonly plan: PlanModel | null;
  /** Catalogue only: where the figures come from, and when they were checked. */
  readonly source?: { readonly url: string; readonly checked: string; readonly verified: boolean };
}

export function fromConfig(model: ImportedModel, file: string): CliModel {
  const { expanded, nHeads } = model;
  return {
    from: "config",
    id: file,
    name: model.name ?? model.modelType,
    layers: model.layers,
    draftLayers: model.draftLayers,
    // Engines load a file of 32 bits in 16.
    elementBytes: deploymentDefaults.elementBytes,
    kvCacheFormat: model.kvCacheFormat,
    expanded: expanded && nHeads !== null ? { nHeads, ...expanded } : null,
    nHeads,
    maxContext: model.maxContext,
    params: model.blueprint && parameterCount(model.blueprint).total,
    quantization: model.quantization,
    weightBits: model.weightBits,
    plan: ownPlanModel(model),
    notes: model.notes,
  };
}

export function fromGguf(model: GgufModel, file: string): CliModel {
  return {
    from: "gguf",
    id: file,
    name: model.name ?? model.architecture,
    layers: model.layers,
    draftLayers: model.draftLayers,
    elementBytes: deploymentDefaults.elementBytes,
    kvCacheFormat: null,
    expanded: model.expanded,
    nHeads: model.nHeads,
    maxContext: model.maxContext,
    params: null,
    quantization: null,
    weightBits: null,
    plan: null,
    notes: model.notes,
  };
}

export function fromCatalogue(entry: ModelEntry): CliModel {
  const { expanded, nHeads } = entry;
  return {
    from: "catalogue",
    id: entry.id,
    name: entry.name,
    layers: entry.layers,
    draftLayers: entry.draftLayers ?? [],
    elementBytes: deploymentDefaults.elementBytes,
    kvCacheFormat: null,
    expanded: expanded && nHeads !== null ? { nHeads, ...expanded } : null,
    nHeads,
    maxContext: entry.maxContext,
    params: entry.params,
    quantization: null,
    weightBits: null,
    plan: planModelOf(entry),
    notes: [],
    source: { url: entry.source, checked: entry.checked, verified: entry.verified },
  };
}
