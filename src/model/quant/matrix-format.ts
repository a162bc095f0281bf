import { newestTokens } from "../formats.ts";
import { floatRows } from "./float-rows.ts";
import { type IntegerGroups, integerRows } from "./integer-rows.ts";
import { type MatrixCodec, perChannel, perToken, withNewest } from "./matrix-codec.ts";
import { e4m3fn, e5m2, float16 } from "./minifloat.ts";

/** Small floats that need no scale, by name. */
export const floatTypes = { fp16: float16, fp8: e4m3fn, fp8_e5m2: e5m2 } as const;

/** How numbers that lie one after the other are stored. */
export type RowFormat =
  | { readonly kind: "float"; readonly type: keyof typeof floatTypes }
  | ({ readonly kind: "integers" } & IntegerGroups);

/** How the K or the V of a layer is stored, in words that a codec and a graph both understand. */
export interface MatrixFormat {
  readonly rows: RowFormat;
  /** Scales are shared along a token's channels, or along the tokens of a channel. */
  readonly along: "channels" | "tokens";
  /** So many of the newest tokens stay in float16. */
  readonly newestTokens?: number;
  /** Tokens stay in float16 until so many are there, and then leave together. */
  readonly blockTokens?: number;
}

/** Formats of K and of V. */
export interface CacheFormats {
  readonly k: MatrixFormat;
  readonly v: MatrixFormat;
}

const rowCodec = (rows: RowFormat) =>
  rows.kind === "float" ? floatRows(floatTypes[rows.type]) : integerRows(rows);

/** Whether some tokens are in float16 for a while. */
export const keepsNewest = ({ newestTokens, blockTokens }: MatrixFormat): boolean =>
  newestTokens !== undefined || blockTokens !== undefined;

/** @throws RangeError where a group of tokens could be written before its last token is there */
export function matrixCodec(format: MatrixFormat): MatrixCodec {
  const { rows, along, blockTokens } = format;
  const codec = rowCodec(rows);
  const newest = (tokens: number) => newestTokens(format, tokens);
  if (along === "channels")
    return keepsNewest(format) ? withNewest(perToken(codec), newest) : perToken(codec);
  if (rows.kind !== "integers" || !blockTokens || blockTokens % rows.group !== 0) {
    throw new RangeError(
      "groups along tokens are written whole: a block of whole groups is needed",
    );
  }
  return withNewest(perChannel(codec, rows.group), newest);
}
