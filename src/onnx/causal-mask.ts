import type { Graph, Value } from "./graph.ts";
import type { LayerUse } from "./layer-graph.ts";

/** What is added to a score so that its weight is 0. */
export const hidden = { float32: -1e9, float16: -6e4 } as const;

/** [rows, tokens]: 0 up to a row's own token, `hidden` after it; rows count the tokens again and again. */
export function causalMask(graph: Graph, { tokens, dtype }: LayerUse, rows: number): Value {
  const values = Array.from({ length: rows * tokens }, (_, at) =>
    at % tokens <= Math.floor(at / tokens) % tokens ? 0 : hidden[dtype],
  );
  return graph.constant(dtype, [rows, tokens], values);
}
