import { z } from "astro/zod";
import { type DataMistake, throwMistakes, zodMistakes } from "./data-mistake.ts";
import { layerGroupsSchema } from "./layer-schema.ts";
import type { PaperConflict, PaperTable, VhaData } from "./quality.ts";
import type { VhaScores } from "./vha-scores.ts";

const text = z.string().trim().min(1);
const id = z.string().regex(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/, "expected a kebab-case id");
const url = z.string().regex(/^https:\/\/[^\s]+$/, "expected an https URL without spaces");
const date = z.iso.date("expected an ISO date");
const count = z.int().positive();
const score = z.number().positive().max(100);
const points = z.number().min(-20).max(20);
const bilingual = z.strictObject({ ko: text, en: text });
const standing = {
  status: z.enum(["read", "recomputed", "not-checkable"]),
  reason: bilingual,
};

const paperId = z.enum(["gqa-2023", "shazeer-2019", "deepseek-v2-7b", "deepseek-v2-mla"]);

const tableSchema: z.ZodType<PaperTable> = z.strictObject({
  ...standing,
  id: paperId,
  reference: id,
  arxiv: z.string().regex(/^\d{4}\.\d{5}$/, "expected an arXiv number"),
  title: text,
  table: text,
  url,
  checked: date,
  note: bilingual,
  axisNotes: z.strictObject({ time: bilingual.optional(), bytes: bilingual.optional() }).optional(),
  wording: z
    .array(
      z.strictObject({
        in: z.enum(["abstract", "section", "caption"]),
        part: text.optional(),
        text,
      }),
    )
    .nonempty(),
  columns: z
    .array(
      z.strictObject({
        id,
        name: text,
        better: z.enum(["higher", "lower"]),
        time: id.optional(),
        note: bilingual.optional(),
      }),
    )
    .nonempty(),
  timeUnit: z.enum(["s", "µs"]).optional(),
  shape: z.strictObject({ ...standing, url, checked: date }).optional(),
  rows: z
    .array(
      z.strictObject({
        id,
        name: text,
        variant: z.enum(["mha", "gqa", "mqa", "mla"]),
        group: id.optional(),
        layers: layerGroupsSchema.optional(),
        printedValues: count.optional(),
        scores: z.record(id, score),
        times: z.record(id, z.number().positive()).optional(),
      }),
    )
    .min(2),
});

/** What papers measured, or an error naming file, table and field of each mistake. */
export function validatePapers(json: unknown, file: string): readonly PaperTable[] {
  const parsed = z.array(tableSchema).safeParse(json);
  if (!parsed.success) throwMistakes(file, zodMistakes(parsed.error, json));
  const tables = parsed.data ?? [];
  throwMistakes(file, [
    ...twice(tables.map((table) => table.id)).map((entry) => ({
      entry,
      field: "id",
      expected: "unique, found twice",
      found: entry,
    })),
    ...tables.flatMap(tableMistakes),
  ]);
  return tables;
}

/** What is wrong between the columns and the rows of one table. */
function tableMistakes(table: PaperTable): DataMistake[] {
  const { id: entry, arxiv, columns, rows, timeUnit } = table;
  const found: DataMistake[] = [];
  const refuse = (field: string, expected: string, value: unknown) =>
    found.push({ entry, field, expected, found: value });
  for (const [field, ids] of Object.entries({ columns, rows })) {
    const repeated = twice(ids.map((of) => of.id));
    if (repeated.length > 0) refuse(field, "expected unique ids", repeated);
  }
  if (!table.url.includes(arxiv)) refuse("url", `expected the address of ${arxiv}`, table.url);
  const known = columns.map((column) => column.id);
  const searches = columns.flatMap(({ time }) => time ?? []);
  if (searches.length > 0 && timeUnit === undefined) refuse("timeUnit", "expected one", timeUnit);
  for (const [index, row] of rows.entries()) {
    for (const name of Object.keys(row.scores)) {
      if (!known.includes(name)) refuse(`rows[${index}].scores`, "expected a column", name);
    }
    for (const name of Object.keys(row.times ?? {})) {
      if (!searches.includes(name)) refuse(`rows[${index}].times`, "expected a column's", name);
    }
    if (row.layers && !table.shape) refuse("shape", "expected with layers", undefined);
  }
  return found;
}

const twice = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

const conflictSide = z.strictObject({
  table: paperId,
  models: text,
  rows: z.tuple([id, id, id]),
});

const conflictSchema: z.ZodType<PaperConflict> = z.strictObject({
  sides: z.tuple([conflictSide, conflictSide]),
  notes: z.array(bilingual).nonempty(),
});

/** Two of the papers that do not agree, or an error naming file and field of each mistake. */
export function validateConflict(
  json: unknown,
  file: string,
  tables: readonly PaperTable[],
): PaperConflict {
  const conflict = parseOne(conflictSchema, json, file);
  throwMistakes(
    file,
    conflict.sides.flatMap(({ table, rows }): DataMistake[] => {
      const known = tables.find(({ id: of }) => of === table)?.rows ?? [];
      const expected = `expected MHA, GQA and MQA of ${table}`;
      const found = rows.map((row) => known.find(({ id: of }) => of === row)?.variant);
      const right = found.join() === "mha,gqa,mqa";
      return right ? [] : [{ entry: table, field: "rows", expected, found: rows }];
    }),
  );
  return conflict;
}

function parseOne<T>(schema: z.ZodType<T>, json: unknown, file: string): T {
  const parsed = z.tuple([schema]).safeParse([json]);
  if (!parsed.success) throwMistakes(file, zodMistakes(parsed.error, [json]));
  return parsed.data?.[0] as T;
}

const heads = z.tuple([count, count, count]);
const scale = z.enum(["0.6B", "1.7B", "4B"]);
const variant = z.enum(["gqa", "vha"]);

const scoresSchema: z.ZodType<VhaScores> = z.strictObject({
  url,
  checked: date,
  tasks: z.array(text).min(2),
  runs: z.array(
    z.strictObject({
      table: z.enum(["first", "second"]),
      scale,
      variant,
      heads,
      printedAverage: score,
      scores: z.array(score),
    }),
  ),
  ladder: z.strictObject({
    scale,
    rows: z.array(z.strictObject({ id, variant, heads, points })).nonempty(),
    step: points,
  }),
});

/** What is published of VHA but its scores by task. */
type VhaRest = Omit<VhaData, keyof VhaScores>;

const restSchema: z.ZodType<VhaRest> = z.strictObject({
  headDim: count,
  standing: z.strictObject({
    runs: z.strictObject(standing),
    differences: z.strictObject(standing),
    summary: z.strictObject(standing),
    arithmetic: z.strictObject(standing),
  }),
  notes: z.strictObject({ rank: bilingual, "30b": bilingual }),
  mixture: z.strictObject({ scale: text, points }),
  ranks: z.strictObject({
    scale,
    rows: z.array(z.strictObject({ rank: count, average: score })).nonempty(),
  }),
  categories: z.strictObject({
    scale: text,
    rows: z.array(z.strictObject({ id, gqa: points, mla: points })).nonempty(),
    printed: z.strictObject({ gqa: points, mla: points }),
  }),
  longContext: z.strictObject({
    scale: text,
    rows: z.array(z.strictObject({ id, gqa: score, vha: score })).nonempty(),
    helmet: z.strictObject({
      wins: z.int().nonnegative(),
      ties: z.int().nonnegative(),
      losses: z.int().nonnegative(),
    }),
  }),
  norms: z.strictObject({ startScale: score, premixPeak: score, groupPeak: score }),
});

/** What is published of VHA beside its scores, or an error naming file and field of each mistake. */
export const validateVha = (json: unknown, file: string): VhaRest =>
  parseOne(restSchema, json, file);

/** The scores of VHA, or an error naming file and field of each mistake. */
export function validateVhaScores(json: unknown, file: string): VhaScores {
  const data = parseOne(scoresSchema, json, file);
  const { runs, tasks } = data;
  throwMistakes(
    file,
    runs.flatMap((run, index): DataMistake[] => {
      const entry = `runs[${index}]`;
      if (run.scores.length !== tasks.length) {
        const expected = `expected one score for each of ${tasks.length} tasks`;
        return [{ entry, field: "scores", expected, found: run.scores }];
      }
      const same = ({ table, scale: size, variant: of }: VhaScores["runs"][number]) =>
        table === run.table && size === run.scale && of === run.variant;
      if (runs.findIndex(same) === index) return [];
      return [{ entry, field: "", expected: "a run of its own", found: run.scale }];
    }),
  );
  return data;
}
