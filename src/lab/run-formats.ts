import { type CacheFormats, type MatrixFormat, matrixCodec } from "../model/quant/matrix-format.ts";
import { cachedValues, type ModelShape } from "./model-shape.ts";

/** Formats in which the small models are judged. */
export const runFormatNames = [
  "fp16",
  "fp8",
  "int8",
  "int4",
  "int3",
  "int2",
  "int4-channel",
  "int2-channel",
] as const;
export type RunFormatName = (typeof runFormatNames)[number];

/** Those in which a token is stored as soon as it is there, so that a text can go on from it. */
export const perTokenFormatNames = ["fp16", "fp8", "int8", "int4", "int3", "int2"] as const;
export type PerTokenFormatName = (typeof perTokenFormatNames)[number];

/** As many as a head of the smaller models has, so that every model's scale serves as many numbers. */
const group = 8;
const integers = (bits: number) => ({ kind: "integers", bits, group, symmetric: false }) as const;
const alike = (rows: MatrixFormat["rows"]): CacheFormats => {
  const format = { rows, along: "channels" } as const;
  return { k: format, v: format };
};
/** Keys per channel: a group of tokens is stored when its last one is there. */
const perChannel = (bits: number): CacheFormats => ({
  k: { rows: integers(bits), along: "tokens", blockTokens: group },
  v: { rows: integers(bits), along: "channels" },
});

/**
 * - `fp16`, `fp8`: each number by itself, fp8 (E4M3) without a scale.
 * - `int8` to `int2`: per token in groups of 8 channels, with a float16 scale and zero point each. A
 *   latent and its RoPE key have groups of their own.
 * - `int4-channel`, `int2-channel`: the same, with keys per channel in groups of 8 tokens; up to 7 of
 *   the newest keys are still in float16.
 */
export const runFormats: Readonly<Record<RunFormatName, CacheFormats>> = {
  fp16: alike({ kind: "float", type: "fp16" }),
  fp8: alike({ kind: "float", type: "fp8" }),
  int8: alike(integers(8)),
  int4: alike(integers(4)),
  int3: alike(integers(3)),
  int2: alike(integers(2)),
  "int4-channel": perChannel(4),
  "int2-channel": perChannel(2),
};

/** A latent is key and value at once: keys of its own it does not have. */
export const formatsOf = ({ attention }: ModelShape): readonly RunFormatName[] =>
  attention.kind === "latent"
    ? runFormatNames.filter((name) => !name.endsWith("-channel"))
    : runFormatNames;

/**
 * Bytes that all layers keep for a token, scales included: the whole cache over the tokens in it, each
 * as long as a text of `context` tokens grows.
 */
export function storedBytesPerToken(shape: ModelShape, name: RunFormatName): number {
  const { k, v } = runFormats[name];
  const values = cachedValues(shape);
  const parts: readonly (readonly [MatrixFormat, number])[] =
    shape.attention.kind === "latent"
      ? [[v, values]]
      : [
          [k, values / 2],
          [v, values / 2],
        ];
  let [bytes, tokens] = [0, 0];
  for (let length = 1; length <= shape.context; length++) {
    tokens += length;
    for (const [format, width] of parts) bytes += matrixCodec(format).bytes(length, width);
  }
  return (shape.layers * bytes) / tokens;
}
