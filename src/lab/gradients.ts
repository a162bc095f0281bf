import type { Graph, Value } from "../onnx/graph.ts";
import { Add } from "../onnx/ops/add.ts";
import { Expand } from "../onnx/ops/expand.ts";
import { vjps } from "./vjp/table.ts";

/**
 * Gradients of a scalar, as further nodes of the same graph: reverse-mode differentiation. The nodes
 * are walked backwards, and each operator's vector-Jacobian product says what its inputs get.
 *
 * @param loss one number: any shape of one element
 * @param wrt what to differentiate by; what lies before these is constant
 * @returns one for each of `wrt`, of its shape
 * @throws RangeError where an operator between `wrt` and `loss` has no derivative here
 */
export function gradients(graph: Graph, loss: Value, wrt: readonly Value[]): readonly Value[] {
  if (loss.dims.some((length) => length !== 1)) throw new RangeError(`loss is [${loss.dims}]`);
  const forward = [...graph.nodes];
  const depends = new Set(wrt);
  for (const { inputs, outputs } of forward) {
    if (!inputs.some((input) => input && depends.has(input))) continue;
    for (const output of outputs) depends.add(output);
  }
  const one = graph.constant("float32", loss.dims, [1]);
  const arrived = new Map<Value, Value>([[loss, one]]);
  for (const node of forward.toReversed()) {
    const gradient = arrived.get(node.outputs[0] as Value);
    const needed = node.inputs.map((input) => input !== null && depends.has(input));
    if (!gradient || !needed.includes(true)) continue;
    const vjp = vjps[node.operator];
    if (!vjp) throw new RangeError(`no derivative of ${node.operator}`);
    const readers = () => forward.filter(({ inputs }) => inputs.includes(node.outputs[0] as Value));
    const parts = vjp(graph, node, gradient, needed, readers);
    for (const [i, part] of parts.entries()) {
      const input = node.inputs[i];
      if (!part || !input || !needed[i]) continue;
      const before = arrived.get(input);
      arrived.set(input, before ? Add(graph, before, part) : part);
    }
  }
  const zeros = (dims: readonly number[]): Value =>
    Expand(graph, graph.constant("float32", [1], [0]), dims);
  return wrt.map((value) => arrived.get(value) ?? zeros(value.dims));
}
