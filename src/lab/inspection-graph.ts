import { Graph } from "../onnx/graph.ts";
import type { LayerGraph } from "../onnx/layer-graph.ts";
import { languageModel } from "./language-model.ts";
import { ModelScope } from "./model-scope.ts";
import type { ModelShape } from "./model-shape.ts";

/**
 * What attention works with while a text of so many tokens is read at once.
 *
 * In: `tokens`, `previous` [tokens], `parameters`, tables. Out, of each layer: `0.q` [nHeads · tokens,
 * head by head, headDim], `0.k` and `0.vNew` [nKv, tokens, headDim], after RoPE.
 * @throws RangeError for a model that caches a latent: it has no keys and values by head
 */
export function inspectionGraph(shape: ModelShape, tokens: number): LayerGraph {
  if (shape.attention.kind === "latent") throw new RangeError("a latent is no head's key or value");
  const graph = new Graph();
  const scope = new ModelScope(
    graph,
    shape,
    { tokens, capacity: 0, dtype: "float32" },
    { isLookedInto: true },
  );
  const input = (name: string) => scope.input(name, [tokens]);
  languageModel(scope, input("tokens"), input("previous"));
  return scope.build();
}
