import type { GpuEntry } from "./gpu-entry.ts";
import gpusJson from "./gpus.json" with { type: "json" };
import type { ModelEntry } from "./model-entry.ts";
import modelsJson from "./models.json" with { type: "json" };
import { type StoredModel, toModelEntry } from "./stored-model.ts";

export { example } from "./example.ts";
export type { GpuEntry } from "./gpu-entry.ts";
export type { Bilingual, Evidence, ModelEntry, RoutedExperts } from "./model-entry.ts";

// JSON widens `kind` to string; the build validates both files against schema.ts.
const stored = modelsJson as readonly unknown[] as readonly StoredModel[];
export const models: readonly ModelEntry[] = stored.map(toModelEntry);
export const gpus: readonly GpuEntry[] = gpusJson;

export const modelIds: readonly string[] = models.map((model) => model.id);
export const gpuIds: readonly string[] = gpus.map((gpu) => gpu.id);

const modelsById = new Map(models.map((model) => [model.id, model]));
const gpusById = new Map(gpus.map((gpu) => [gpu.id, gpu]));

function found<T>(kind: string, id: string, entry: T | undefined): T {
  if (entry === undefined) throw new RangeError(`no ${kind} with the id "${id}"`);
  return entry;
}

/** The model with this id. Throws a RangeError for an id that `modelIds` does not hold. */
export const modelById = (id: string): ModelEntry => found("model", id, modelsById.get(id));

/** The accelerator with this id. Throws a RangeError for an id that `gpuIds` does not hold. */
export const gpuById = (id: string): GpuEntry => found("GPU", id, gpusById.get(id));
