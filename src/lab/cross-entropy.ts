import type { Graph, Value } from "../onnx/graph.ts";
import { Add } from "../onnx/ops/add.ts";
import { Exp } from "../onnx/ops/exp.ts";
import { Log } from "../onnx/ops/log.ts";
import { Mul } from "../onnx/ops/mul.ts";
import { ReduceMax, ReduceSum } from "../onnx/ops/reduce.ts";
import { Reshape } from "../onnx/ops/reshape.ts";
import { Sub } from "../onnx/ops/sub.ts";
import { detached } from "./detached.ts";
import { oneHot } from "./one-hot.ts";

/**
 * −ln of the probability that each target was given: ln Σ exp(logits − m) + m − the target's logit,
 * for any m; the largest logit keeps exp from overflowing. (LogSoftmax would leave the GPU: the
 * runtime has it on the CPU alone.)
 * @param logits […batch, tokens, vocabulary]
 * @param targets […batch, tokens]
 * @returns […batch, tokens], in nats
 */
export function crossEntropy(graph: Graph, logits: Value, targets: Value): Value {
  const axis = [logits.dims.length - 1];
  const vocabulary = logits.dims.at(-1) as number;
  const most = detached(graph, ReduceMax(graph, logits, axis));
  const sum = ReduceSum(graph, Exp(graph, Sub(graph, logits, most)), axis);
  const own = ReduceSum(graph, Mul(graph, logits, oneHot(graph, targets, vocabulary)), axis);
  return Reshape(graph, Sub(graph, Add(graph, Log(graph, sum), most), own), targets.dims);
}
