import type { CacheFormats } from "../model/quant/matrix-format.ts";
import { Graph } from "../onnx/graph.ts";
import type { LayerGraph, LayerUse } from "../onnx/layer-graph.ts";
import { languageModel } from "./language-model.ts";
import { ModelScope } from "./model-scope.ts";
import type { ModelShape } from "./model-shape.ts";

/**
 * New tokens of one text, after what is cached.
 *
 * In, beside `parameters`, tables, mask and caches: `tokens`, `previous` [tokens]. Out: `logits`
 * [tokens, vocabulary]; the new tokens' entries of the caches; and for each layer `weights0` …
 * [heads, tokens, capacity + tokens], however the kind of attention shapes them.
 * @param formats how each token's entries are stored, on their own: the caches hold what comes back
 */
export function decodingGraph(
  shape: ModelShape,
  use: LayerUse,
  formats?: CacheFormats,
): LayerGraph {
  const graph = new Graph();
  const scope = new ModelScope(graph, shape, use, { formats });
  const input = (name: string) => scope.input(name, [use.tokens]);
  const { logits, weights } = languageModel(scope, input("tokens"), input("previous"));
  scope.output("logits", logits);
  for (const [layer, value] of weights.entries()) scope.output(`weights${layer}`, value);
  return scope.build();
}
