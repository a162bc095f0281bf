import { z } from "astro/zod";
import { type DataMistake, throwMistakes, zodMistakes } from "./data-mistake.ts";
import type { ModelEntry } from "./model-entry.ts";
import type { ValidationRow } from "./validation.ts";

const text = z.string().trim().min(1);
const count = z.int().positive();
const size = z.number().positive().max(1e7);
const bilingual = z.strictObject({ ko: text, en: text });

const published = {
  id: z.string().regex(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/, "expected a kebab-case id"),
  version: text.nullable(),
  model: text.nullable(),
  modelName: text.nullable(),
  modelStated: z.literal(false).optional(),
  gpu: text.optional(),
  fitted: z
    .array(z.enum(["hostGiB", "hybrid", "mla"]))
    .nonempty()
    .optional(),
  note: bilingual.optional(),
  exception: bilingual.optional(),
  url: z.string().regex(/^https:\/\/[^\s]+$/, "expected an https URL without spaces"),
  checked: z.iso.date("expected an ISO date"),
};

const capacitySchema = z.strictObject({
  ...published,
  engine: z.enum(["vllm", "sglang"]),
  readAs: z.string().regex(/^(?:vllm|sglang)(?:@\d+(?:\.\d+)*)?$/, "expected vllm@0.11 or sglang"),
  settings: z.strictObject({
    tp: count.optional(),
    dcp: count.optional(),
    maxModelLen: count.optional(),
    maxBatchedTokens: count.optional(),
    blockSize: count.optional(),
    speculativeTokens: count.optional(),
    stateMode: z.enum(["none", "align", "all"]).optional(),
    hybrid: z.boolean().optional(),
    format: z.enum(["bf16", "fp8", "fp8_ds_mla"]).optional(),
  }),
  budget: z
    .strictObject({
      totalGiB: size,
      utilization: z.number().positive().max(1),
      utilizationRounded: z.literal(true).optional(),
      weightsGiB: size,
      nonTorchGiB: size,
      activationGiB: size,
    })
    .optional(),
  hostGiB: size.optional(),
  printed: z.strictObject({
    availableGiB: size.optional(),
    blocks: count.optional(),
    kvTokens: count.optional(),
    concurrency: size.optional(),
    cpuBlocks: count.optional(),
  }),
  availableRounding: size.optional(),
});

const type = z.enum(["f16", "q8_0", "q4_0", "iq4_nl", "q8_KV"]);
const bufferSchema = z.strictObject({
  ...published,
  engine: z.enum(["llama.cpp", "ik_llama.cpp"]),
  readAs: z.enum(["newest", "ik_llama.cpp"]),
  settings: z.strictObject({
    ctx: count,
    slots: count.optional(),
    unified: z.boolean().optional(),
    ubatch: count.optional(),
    typeK: type.optional(),
    typeV: type.optional(),
    mla: z.enum(["latent", "latent+transposed", "expanded"]).optional(),
  }),
  printed: z.strictObject({
    totalMib: size.optional(),
    fullMib: size.optional(),
    swaMib: size.optional(),
    recurrentMib: size.optional(),
    kMib: size.optional(),
    vMib: size.optional(),
  }),
});

const rowSchema: z.ZodType<ValidationRow> = z.discriminatedUnion("engine", [
  capacitySchema,
  bufferSchema,
]) as unknown as z.ZodType<ValidationRow>;

/** The starts in `json`, or an error naming file, entry and field of each mistake. */
export function validateStarts(
  json: unknown,
  file: string,
  models: readonly Pick<ModelEntry, "id">[],
): readonly ValidationRow[] {
  const parsed = z.array(rowSchema).safeParse(json);
  if (!parsed.success) throwMistakes(file, zodMistakes(parsed.error, json));
  const rows = parsed.data ?? [];
  const known = new Set(models.map(({ id }) => id));
  throwMistakes(file, [
    ...rows.flatMap((row, i) => rowMistakes(row, known, rows.slice(0, i))),
    ...repeated(rows),
  ]);
  return rows;
}

function rowMistakes(
  { id, model, printed, modelName }: ValidationRow,
  known: ReadonlySet<string>,
  before: readonly ValidationRow[],
): DataMistake[] {
  const found: DataMistake[] = [];
  const mistake = (field: string, expected: string, value: unknown) =>
    found.push({ entry: id, field, expected, found: value });
  if (before.some((row) => row.id === id)) mistake("id", "unique, found twice", id);
  if (model !== null && !known.has(model)) mistake("model", "expected the id of a model", model);
  if (model === null && modelName !== null) mistake("model", "a model for a name", modelName);
  if (Object.keys(printed).length === 0) mistake("printed", "at least one number", printed);
  return found;
}

/** The same start twice: one source may hold several, but not with the same numbers. */
function repeated(rows: readonly ValidationRow[]): DataMistake[] {
  const seen = new Set<string>();
  return rows.flatMap((row): DataMistake[] => {
    const key = JSON.stringify([row.url, row.modelName, row.settings, row.printed]);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ entry: row.id, field: "", expected: "a start of its own", found: row.url }];
  });
}
