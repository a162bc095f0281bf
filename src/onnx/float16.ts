import { float16, fromMinifloat, toMinifloat } from "../model/quant/minifloat.ts";

/** The sixteen bits of the nearest fp16, ties to even; beyond 65,504 infinity, as arithmetic has it. */
export const toFloat16 = (value: number): number =>
  toMinifloat(float16, value, float16.infinity ?? undefined);

/** The number that sixteen bits of fp16 stand for. */
export const fromFloat16 = (bits: number): number => fromMinifloat(float16, bits);
