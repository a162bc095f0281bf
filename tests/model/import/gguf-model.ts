import { importGguf } from "../../../src/model/import/gguf/import-gguf.ts";
import { readGguf } from "../../../src/model/import/gguf/read-gguf.ts";
import type { CacheLayer, LayerGroup } from "../../../src/model/layers.ts";
import {
  bools,
  type GgufFile,
  ggufBytes,
  readerOf,
  text,
  u32,
  u32s,
  type Written,
} from "./gguf-writer.ts";

export type Values = Readonly<
  Record<string, number | readonly number[] | readonly boolean[] | Written>
>;

/** A file whose keys begin with a name that nobody knows: only the keys may count. */
export async function model(values: Values, file: GgufFile = {}, options = {}) {
  const written: Record<string, Written> = { "general.architecture": text("nobody") };
  for (const [key, value] of Object.entries(values)) {
    written[`nobody.${key}`] =
      typeof value === "number"
        ? u32(value)
        : "type" in value
          ? value
          : typeof value[0] === "boolean"
            ? bools(value as readonly boolean[])
            : u32s(value as readonly number[]);
  }
  const bytes = ggufBytes({ ...file, values: written });
  return importGguf(await readGguf(readerOf(bytes).read, bytes.length), options);
}

export const attention = (nKv: number, headDim: number, more = {}): CacheLayer => ({
  ...{ kind: "heads", nKv, headDim },
  ...more,
});
export const group = (count: number, layer: CacheLayer): LayerGroup => ({ count, layer });
export const codes = ({ notes }: { readonly notes: readonly { readonly code: string }[] }) =>
  notes.map(({ code }) => code);

export const llama = {
  block_count: 32,
  context_length: 131_072,
  embedding_length: 4096,
  "attention.head_count": 32,
  "attention.head_count_kv": 8,
};
export const repeated = <T>(count: number, pattern: readonly T[]): T[] =>
  Array.from({ length: count }, (_, i) => pattern[i % pattern.length] as T);

export const ssm = {
  "ssm.conv_kernel": 4,
  "ssm.inner_size": 6144,
  "ssm.state_size": 128,
  "ssm.time_step_rank": 48,
  "ssm.group_count": 16,
};
