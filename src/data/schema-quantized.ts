import { z } from "astro/zod";
import { type DataMistake, throwMistakes, zodMistakes } from "./data-mistake.ts";
import type { QuantizedTable } from "./quantized-quality.ts";

const text = z.string().trim().min(1);
const id = z.string().regex(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/, "expected a kebab-case id");

const tableSchema: z.ZodType<QuantizedTable> = z.strictObject({
  id: z.enum(["kivi-axes", "kivi-errors", "kvquant-perplexity", "kvquant-long"]),
  reference: id,
  arxiv: z.string().regex(/^\d{4}\.\d{5}$/, "expected an arXiv number"),
  title: text,
  table: z.string().regex(/^\d+(?:, \d+)*$/, "expected the numbers of tables"),
  url: z.string().regex(/^https:\/\/[^\s]+$/, "expected an https URL without spaces"),
  checked: z.iso.date("expected an ISO date"),
  columns: z
    .array(
      z.strictObject({
        id,
        name: text.nullable(),
        better: z.enum(["higher", "lower"]),
        decimals: z.int().min(0).max(3),
      }),
    )
    .nonempty(),
  groups: z
    .array(
      z.strictObject({
        model: text.nullable(),
        variant: z.enum(["mha", "gqa", "mqa"]).nullable(),
        rows: z
          .array(
            z.strictObject({
              id: z.enum([
                "bits16",
                ...["int4-tt", "int2-tt", "int2-cc", "int2-tc", "int2-ct"],
                ...["int4-tt-whole", "int3-tt-whole"],
                ...["kivi-4", "kivi-2", "nuq4-1", "nuq3-1", "nuq2-1"],
                ...["error-k", "error-weights", "error-v", "error-output"],
              ] as const),
              values: z.array(z.number().nonnegative().max(1000)),
            }),
          )
          .min(2),
      }),
    )
    .nonempty(),
});

/** What papers measured with a quantized cache, or an error naming the field of each mistake. */
export function validateQuantized(json: unknown, file: string): readonly QuantizedTable[] {
  const parsed = z.array(tableSchema).safeParse(json);
  if (!parsed.success) throwMistakes(file, zodMistakes(parsed.error, json));
  const tables = parsed.data ?? [];
  throwMistakes(file, [...repeated("id", tables, ""), ...tables.flatMap(tableMistakes)]);
  return tables;
}

/** What is wrong between the columns and the rows of one table. */
function tableMistakes({ id: entry, arxiv, url, columns, groups }: QuantizedTable): DataMistake[] {
  const address: DataMistake = {
    ...{ entry, field: "url", expected: `expected the address of ${arxiv}`, found: url },
  };
  const models = groups.map(({ model }) => ({ id: String(model) }));
  return [
    ...(url.includes(arxiv) ? [] : [address]),
    ...repeated("columns", columns, entry),
    ...repeated("groups", models, entry),
    ...groups.flatMap(({ rows }, index) => repeated(`groups[${index}].rows`, rows, entry)),
    ...groups.flatMap(({ rows }, index) =>
      rows.flatMap((row, at): DataMistake[] => {
        if (row.values.length === columns.length) return [];
        const expected = `expected one for each of ${columns.length} columns`;
        const field = `groups[${index}].rows[${at}].values`;
        return [{ entry, field, expected, found: row.values }];
      }),
    ),
  ];
}

function repeated(
  field: string,
  all: readonly { readonly id: string }[],
  entry: string,
): readonly DataMistake[] {
  const ids = all.map((one) => one.id);
  return ids
    .filter((value, index) => ids.indexOf(value) !== index)
    .map((found) => ({ entry: entry || found, field, expected: "unique, found twice", found }));
}
