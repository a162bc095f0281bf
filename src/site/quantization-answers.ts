import { elementFormats, rowBytes } from "../model/formats.ts";
import { floatRows } from "../model/quant/float-rows.ts";
import { integerRows } from "../model/quant/integer-rows.ts";
import { e4m3fn } from "../model/quant/minifloat.ts";
import type { RowCodec } from "../model/quant/row-codec.ts";
import { bitsOverTokens, requestsIn } from "./quantization-rows.ts";

/** Numbers as they come back. */
function storedAs(codec: RowCodec, numbers: readonly number[]): readonly number[] {
  const bytes = new Uint8Array(codec.rowBytes(numbers.length));
  codec.encode(Float32Array.from(numbers), bytes);
  const back = new Float32Array(numbers.length);
  codec.decode(bytes, back);
  return [...back];
}

/** Different values left of 31 numbers from −1 to 1 that share their 4 bits' scale with a 20. */
function levelsBesideLoud(): number {
  const quiet = Array.from({ length: 31 }, (_, i) => (i - 15) / 15);
  const four = integerRows({ bits: 4, group: 32, symmetric: false });
  return new Set(storedAs(four, [...quiet, 20]).slice(0, 31)).size;
}

/** Whether KIVI's cache is longer (1) or shorter (−1) after the token that fills a block. */
function changeAtBlockEnd(): number {
  const bytes = (tokens: number) => tokens * bitsOverTokens("kivi-2", tokens);
  return Math.sign(bytes(1024) - bytes(1023));
}

/** The answers to the checkpoints on quantization. */
export const quantizationAnswers = {
  "requests-int4": () => requestsIn("int4"),
  "block-of-q4-0": () => rowBytes(elementFormats.q4_0, 32),
  "levels-beside-loud": levelsBesideLoud,
  "change-at-block-end": changeAtBlockEnd,
  "fp8-of-600": () => storedAs(floatRows(e4m3fn), [600])[0] ?? 0,
} as const;
