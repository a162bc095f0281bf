import { newestTokens } from "../../model/formats.ts";
import { keepsNewest, type MatrixFormat } from "../../model/quant/matrix-format.ts";
import { float16 } from "../../model/quant/minifloat.ts";
import { columnsOf } from "../blocks/heads.ts";
import type { Graph, Value } from "../graph.ts";
import { roundToMinifloat } from "./round.ts";
import { storedRows } from "./stored-rows.ts";

/** What a query reads of a token: stored in the format, or still in float16. */
export interface Stored {
  /** […batch, tokens, channels] */
  readonly old: Value;
  /** The same tokens in float16; `null` where every token is stored as soon as it is there. */
  readonly young: Value | null;
}

/** @param x […batch, tokens, channels] */
export function storedMatrix(graph: Graph, x: Value, format: MatrixFormat): Stored {
  const { rows, along } = format;
  const turned = along === "tokens" ? columnsOf(graph, x) : x;
  const stored = storedRows(graph, turned, rows);
  return {
    old: along === "tokens" ? columnsOf(graph, stored) : stored,
    young: keepsNewest(format) ? roundToMinifloat(graph, x, float16) : null,
  };
}

/** [rows, tokens]: 1 where a row's own token reads a token as stored; rows count the tokens again and again. */
export function oldMask(format: MatrixFormat, rows: number, tokens: number): readonly number[] {
  return Array.from({ length: rows * tokens }, (_, at) => {
    const sofar = (Math.floor(at / tokens) % tokens) + 1;
    return at % tokens < sofar - newestTokens(format, sofar) ? 1 : 0;
  });
}
