import type { Value } from "../graph.ts";
import type { CachePart, LayerScope } from "../layer-scope.ts";
import { Add } from "../ops/add.ts";
import { MatMul } from "../ops/mat-mul.ts";
import { Mul } from "../ops/mul.ts";
import { Sub } from "../ops/sub.ts";
import { columnsOf, joinHeads, splitHeads } from "./heads.ts";
import { scaled } from "./scaled.ts";
import { weigh } from "./weigh.ts";

interface Operands {
  /** […batch, nKv, rows, headDim]: the queries that share a KV head are rows of one matrix. */
  readonly q: Value;
  /** […batch, nKv, tokens, headDim] */
  readonly k: Value;
  readonly v: Value;
}

/**
 * Queries against the cache and the new tokens. K is cached as columns and V as rows, so that each is
 * read once, as it lies, and neither is copied out to the query heads.
 * @returns the heads' outputs […batch, nKv, rows, headDim] and their weights
 *   […batch, nKv, rows, capacity + tokens]
 */
export function attendHeads(layer: LayerScope, { q, k, v }: Operands) {
  const { graph } = layer;
  const [heads = 0, , dim = 0] = k.dims.slice(-3);
  // V leaves as it is cached; K is cached as columns.
  layer.tell("q", q);
  layer.tell("k", k);
  const keys = kept(layer, "k", k);
  const values = kept(layer, "v", v);
  const columns = columnsOf(graph, keys.old);
  const pastK = layer.cache("k", { order: "columns", heads, dim }, columns);
  const pastV = layer.cache("v", { order: "rows", heads, dim }, values.old);
  const queries = scaled(layer, q, dim);
  const rows = q.dims.at(-2) as number;
  const ownScores = MatMul(graph, queries, columns);
  const weights = weigh(layer, {
    cached: pastK && MatMul(graph, queries, pastK),
    fresh: keys.young
      ? keys.young.mixed(rows, ownScores, (young) =>
          MatMul(graph, queries, columnsOf(graph, young)),
        )
      : ownScores,
  });
  const fresh = values.young
    ? values.young.summed(rows, weights.fresh, values.old)
    : MatMul(graph, weights.fresh, values.old);
  const output =
    weights.cached && pastV ? Add(graph, MatMul(graph, weights.cached, pastV), fresh) : fresh;
  return { output, weights: weights.all };
}

/**
 * Heads as the cache gives them back, all of them together a row of it.
 * @param heads […batch, nKv, tokens, headDim]
 */
function kept(layer: LayerScope, part: CachePart, heads: Value) {
  const { graph } = layer;
  if (!layer.stored) return { old: heads, young: null };
  const stored = layer.stored(part, joinHeads(graph, heads));
  const count = heads.dims.at(-3) as number;
  const old = splitHeads(graph, stored.old, count);
  if (!stored.young) return { old, young: null };
  const young = splitHeads(graph, stored.young, count);
  const split = (rows: number, of: Value) => {
    const byOld = Mul(graph, of, stored.isOld(rows));
    return { byOld, byYoung: Sub(graph, of, byOld) };
  };
  return {
    old,
    young: {
      /** Scores of tokens as each query reads them. */
      mixed(rows: number, ofOld: Value, scores: (keys: Value) => Value): Value {
        const { byOld } = split(rows, ofOld);
        return Add(graph, byOld, split(rows, scores(young)).byYoung);
      },
      /** Values of tokens as each query reads them, summed by its weights. */
      summed(rows: number, weights: Value, values: Value): Value {
        const { byOld, byYoung } = split(rows, weights);
        return Add(graph, MatMul(graph, byOld, values), MatMul(graph, byYoung, young));
      },
    },
  };
}
