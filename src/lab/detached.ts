import type { Graph, Value } from "../onnx/graph.ts";

/** The same numbers, through which no gradient passes: differentiation takes them as constant. */
export const detached = (graph: Graph, x: Value): Value => graph.node("Identity", [x], x.dims);
