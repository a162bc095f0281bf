import { elementFormats, type FormatName } from "../formats.ts";
import { float32Rows, floatRows, scaledFp8Rows, scaledInt8Rows } from "./float-rows.ts";
import { mxfp4Rows, nvfp4Rows } from "./fp4-blocks.ts";
import { fp8LatentRows } from "./fp8-latent-rows.ts";
import { integerRows } from "./integer-rows.ts";
import { llamaBlocks } from "./llama-blocks.ts";
import { type MatrixCodec, perToken } from "./matrix-codec.ts";
import { matrixCodec } from "./matrix-format.ts";
import { bfloat16, e4m3fn, float16 } from "./minifloat.ts";
import type { RowCodec } from "./row-codec.ts";

const asymmetric = (bits: number, group: number) => integerRows({ bits, group, symmetric: false });

const rows = {
  fp32: float32Rows,
  fp16: floatRows(float16),
  bf16: floatRows(bfloat16),
  fp8: floatRows(e4m3fn),
  fp8_per_token_head: scaledFp8Rows,
  int8_per_token_head: scaledInt8Rows,
  fp8_ds_mla: fp8LatentRows(64),
  int8: asymmetric(8, 128),
  int4: asymmetric(4, 32),
  int2: asymmetric(2, 32),
  nvfp4: nvfp4Rows,
  mxfp4: mxfp4Rows,
  ...llamaBlocks,
} as const satisfies Partial<Record<FormatName, RowCodec>>;

/** Formats with a codec. Of `iq4_nl` and `q8_KV` only the size is known here. */
export type CodecName = keyof typeof rows | "kivi-4" | "kivi-2";

export const codecNames = [...Object.keys(rows), "kivi-4", "kivi-2"] as readonly CodecName[];

/** How K and V of a head are stored in that format: as many bytes as `rowsBytes` says. */
export function cacheCodec(name: CodecName): { readonly k: MatrixCodec; readonly v: MatrixCodec } {
  if (name === "kivi-4" || name === "kivi-2") return kivi(name);
  const codec = perToken(rows[name]);
  return { k: codec, v: codec };
}

function kivi(name: "kivi-4" | "kivi-2") {
  const { keys, newestTokens, bits, groupValues } = elementFormats[name];
  const rows = { kind: "integers", bits, group: groupValues, symmetric: false } as const;
  const { blockTokens } = keys;
  return {
    k: matrixCodec({ rows, along: "tokens", blockTokens }),
    v: matrixCodec({ rows, along: "channels", newestTokens }),
  };
}
