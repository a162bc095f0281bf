import type { Backend, Held } from "../onnx/backend/backend.ts";
import { CachedGraph } from "../onnx/cached-graph.ts";
import { paddedTokens } from "./decoder.ts";
import { inspectionGraph } from "./inspection-graph.ts";
import type { ModelShape } from "./model-shape.ts";
import type { LayerHeads } from "./protocol.ts";
import { positionTables } from "./tables.ts";

/**
 * Queries, keys and values of every layer and head while a model reads a text.
 * @throws RangeError for a text that is empty or longer than the model reads, and for a latent
 */
export async function inspect(
  backend: Backend,
  shape: ModelShape,
  parameters: Held,
  text: readonly number[],
): Promise<readonly LayerHeads[]> {
  const { context, layers, headDim } = shape;
  if (text.length === 0 || text.length > context) {
    throw new RangeError(`${text.length} tokens; this model reads 1 to ${context}`);
  }
  const tokens = paddedTokens(text.length, shape);
  const definition = {
    key: `inspect ${JSON.stringify(shape)}`,
    graph: () => inspectionGraph(shape, tokens),
  };
  const graph = new CachedGraph(
    backend,
    definition,
    { dtype: "float32", capacity: context },
    { parameters },
  );
  const id = (at: number) => text[Math.min(Math.max(at, 0), text.length - 1)] as number;
  const places = Array.from({ length: tokens }, (_, i) => i);
  try {
    const { read } = await graph.run(tokens, () => ({
      tokens: places.map(id),
      previous: places.map((at) => id(at - 1)),
      ...positionTables(shape, tokens, 0),
    }));
    /** Without the padding: head by head, the first tokens of each. */
    const heads = async (name: string) => {
      const all = await read(name);
      const [padded, own] = [tokens * headDim, text.length * headDim];
      const count = all.length / padded;
      const cut = new Float32Array(count * own);
      for (let h = 0; h < count; h++) cut.set(all.subarray(h * padded, h * padded + own), h * own);
      return cut;
    };
    const found: LayerHeads[] = [];
    for (let layer = 0; layer < layers; layer++) {
      const [q, k, v] = [
        await heads(`${layer}.q`),
        await heads(`${layer}.k`),
        await heads(`${layer}.vNew`),
      ];
      found.push({ q, k, v });
    }
    return found;
  } finally {
    graph.free();
  }
}
