import { z } from "astro/zod";
import { type DataMistake, throwMistakes, zodMistakes } from "./data-mistake.ts";
import { geometryMistakes } from "./geometry-mistakes.ts";
import type { GpuEntry } from "./gpu-entry.ts";
import { layerGroupsSchema, storedLayersSchema } from "./layer-schema.ts";
import type { Bilingual, ModelEntry, RoutedExperts, UnlistedModel } from "./model-entry.ts";
import { type StoredModel, toModelEntry } from "./stored-model.ts";

const id = z.string().regex(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/, "expected a kebab-case id");
const text = z.string().trim().min(1);
const url = z.string().regex(/^https:\/\/[^\s]+$/, "expected an https URL without spaces");
const date = z.iso.date("expected an ISO date");
const count = z.int().positive();
const bilingual = z.strictObject({ ko: text, en: text });

const expertsSchema: z.ZodType<RoutedExperts> = z.strictObject({
  count: count.min(2).max(100_000),
  active: count.max(1000),
  params: count.max(1e14),
});

const modelSchema: z.ZodType<StoredModel> = z.strictObject({
  id,
  name: text,
  organization: text,
  korean: z.boolean(),
  layers: storedLayersSchema,
  nHeads: count.max(1024).nullable(),
  headDim: count.max(1024),
  expanded: z.strictObject({ dK: count.max(1024), dV: count.max(1024) }).optional(),
  hiddenSize: count.nullable(),
  params: count.min(1e6).max(1e14),
  paramsBasis: z.enum(["computed", "published"]),
  paramsSource: url.optional(),
  activeParams: count.optional(),
  stored: z.enum(["fp8", "int4"]).optional(),
  experts: expertsSchema.optional(),
  draftLayers: layerGroupsSchema.optional(),
  maxContext: count.nullable(),
  longContextTwin: id.optional(),
  verified: z.boolean(),
  evidence: z.enum(["config", "paper", "class-default", "metadata"]),
  source: url,
  checked: date,
});

const gpuSchema: z.ZodType<GpuEntry> = z.strictObject({
  id,
  name: text,
  vendor: text,
  memoryBytes: count.min(1e9).max(1e13),
  bandwidthBytesPerSecond: count.min(1e10).max(1e14),
  peakFlopsBf16: count.min(1e12).max(1e17).nullable(),
  source: url,
  checked: date,
  note: bilingual.optional(),
});

const unlistedSchema: z.ZodType<UnlistedModel> = z.strictObject({
  name: text,
  organization: text,
  korean: z.boolean(),
  missing: bilingual,
  source: url.optional(),
});

function duplicates(values: readonly string[], field: string): DataMistake[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) === index
      ? []
      : [{ entry: value, field, expected: "unique, found twice", found: value }],
  );
}

function parse<T>(schema: z.ZodType<T>, json: unknown, file: string): readonly T[] {
  const parsed = z.array(schema).safeParse(json);
  if (!parsed.success) throwMistakes(file, zodMistakes(parsed.error, json));
  return parsed.data as readonly T[];
}

/** The catalogue in `json`, or an error naming file, entry and field of each mistake. */
export function validateModels(json: unknown, file: string): readonly ModelEntry[] {
  const models = parse(modelSchema, json, file).map(toModelEntry);
  const ids = models.map((model) => model.id);
  throwMistakes(file, [...duplicates(ids, "id"), ...geometryMistakes(models)]);
  return models;
}

/** The accelerators in `json`, or an error naming file, entry and field of each mistake. */
export function validateGpus(json: unknown, file: string): readonly GpuEntry[] {
  const gpus = parse(gpuSchema, json, file);
  const ids = gpus.map((gpu) => gpu.id);
  throwMistakes(file, duplicates(ids, "id"));
  return gpus;
}

/** The models left out, none of which may stand in the catalogue too. */
export function validateUnlisted(
  json: unknown,
  file: string,
  models: readonly ModelEntry[] = [],
): readonly UnlistedModel[] {
  const unlisted = parse(unlistedSchema, json, file);
  const names = [...models, ...unlisted].map((model) => model.name);
  throwMistakes(file, duplicates(names, "name"));
  return unlisted;
}

/** The notes by the id of their model, which must stand in the catalogue. */
export function validateNotes(
  json: unknown,
  file: string,
  models: readonly ModelEntry[],
): Readonly<Record<string, Bilingual>> {
  const parsed = z.record(id, bilingual).safeParse(json);
  if (!parsed.success) throwMistakes(file, zodMistakes(parsed.error, json));
  const ids = models.map((model) => model.id);
  const strays = Object.keys(parsed.data ?? {}).filter((entry) => !ids.includes(entry));
  const expected = "expected the id of a model";
  throwMistakes(
    file,
    strays.map((entry) => ({ entry, field: "", expected, found: entry })),
  );
  return parsed.data ?? {};
}
