import { elementFormats, type FormatName } from "../formats.ts";

/** A type of llama.cpp's cache: `blockBytes` for `blockValues` values, `rowBytes` once a row. */
export interface LlamaCppType {
  readonly blockValues: number;
  readonly blockBytes: number;
  readonly rowBytes: number;
}

/** What `--cache-type-k` and `-v` take, and the format each stands for. */
const names: Readonly<Record<string, FormatName>> = {
  f32: "fp32",
  f16: "fp16",
  bf16: "bf16",
  q8_0: "q8_0",
  q5_1: "q5_1",
  q5_0: "q5_0",
  q4_1: "q4_1",
  q4_0: "q4_0",
  iq4_nl: "iq4_nl",
  q8_KV: "q8_KV",
};

/** The names of the types, as llama.cpp writes them. */
export const llamaCppTypeNames: readonly string[] = Object.keys(names);

/**
 * The type of that name (ggml `ggml-common.h`; `q8_KV` is ik_llama.cpp's).
 * @throws RangeError on a name that is none.
 */
export function llamaCppType(name: string): LlamaCppType {
  const format = Object.hasOwn(names, name) ? names[name] : undefined;
  if (format === undefined) throw new RangeError(`not a cache type of llama.cpp: ${name}`);
  const {
    bits,
    ...rest
  }: { bits: number; groupValues?: number; groupBytes?: number; rowBytes?: number } =
    elementFormats[format];
  const blockValues = rest.groupValues ?? 1;
  return {
    blockValues,
    blockBytes: (blockValues * bits) / 8 + (rest.groupBytes ?? 0),
    rowBytes: rest.rowBytes ?? 0,
  };
}
