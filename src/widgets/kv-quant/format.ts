import { floatRows } from "../../model/quant/float-rows.ts";
import { nvfp4Rows } from "../../model/quant/fp4-blocks.ts";
import { integerRows } from "../../model/quant/integer-rows.ts";
import {
  type MatrixCodec,
  perChannel,
  perToken,
  withNewest,
} from "../../model/quant/matrix-codec.ts";
import { e4m3fn, e5m2 } from "../../model/quant/minifloat.ts";
import type { LevelledRowCodec } from "../../model/quant/row-codec.ts";
import type { ValuesOf } from "../params.ts";
import { exampleChannels, exampleTokens } from "./example-size.ts";
import type { params } from "./params.ts";

export type QuantValues = ValuesOf<typeof params>;
export type Axis = QuantValues["axis"];
export const axes: readonly Axis[] = ["token", "channel"];

/** How numbers of a row are stored, and how many of them share a scale: all or none is `null`. */
export interface Format {
  readonly rows: LevelledRowCodec;
  readonly group: number | null;
}

const nvfp4Group = 16;
const floats = { fp8: floatRows(e4m3fn), "fp8-e5m2": floatRows(e5m2) } as const;

/** Along the chosen axis, or along the other: no group is longer than the example. */
export function formatOf(
  { format, group: asked, symmetric, axis: chosen }: QuantValues,
  axis: Axis = chosen,
): Format {
  const group = Math.min(asked, axis === "token" ? exampleChannels : exampleTokens);
  if (format === "fp8" || format === "fp8-e5m2") return { rows: floats[format], group: null };
  if (format === "nvfp4") return { rows: nvfp4Rows, group: nvfp4Group };
  const bits = Number(format.slice("int".length));
  return { rows: integerRows({ bits, group, symmetric }), group };
}

/** Tokens that wait in 16 bits until their group is full: a scale may use no later token. */
export const waiting = ({ group }: Format, axis: Axis, tokens: number): number =>
  group !== null && axis === "channel" ? tokens % group : 0;

/** Groups along a token's channels, or along tokens. */
export function codecOf(format: Format, axis: Axis): MatrixCodec {
  const { rows, group } = format;
  if (group === null || axis === "token") return perToken(rows);
  return withNewest(perChannel(rows, group), (tokens) => waiting(format, axis, tokens));
}
