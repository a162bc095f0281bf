import type { Backend, Held } from "../onnx/backend/backend.ts";
import type { LayerGraph } from "../onnx/layer-graph.ts";
import type { ModelShape } from "./model-shape.ts";
import { positionTables } from "./tables.ts";

/**
 * Room on the backend for what a graph is fed, with the tables of positions in it already.
 * @param elsewhere inputs that somebody else holds
 */
export async function holdFeeds(
  backend: Backend,
  shape: ModelShape,
  { inputs, tokens }: LayerGraph,
  elsewhere: readonly string[],
): Promise<Readonly<Record<string, Held>>> {
  const tables: Record<string, ArrayLike<number>> = { ...positionTables(shape, tokens) };
  const feeds: Record<string, Held> = {};
  for (const [name, dims] of Object.entries(inputs)) {
    if (elsewhere.includes(name)) continue;
    const values = tables[name];
    feeds[name] = await (values
      ? backend.hold("float32", dims, values)
      : backend.room("float32", dims));
  }
  return feeds;
}
