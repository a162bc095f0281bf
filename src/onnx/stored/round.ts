import { fromMinifloat, type Minifloat } from "../../model/quant/minifloat.ts";
import type { Graph, Value } from "../graph.ts";
import { Abs } from "../ops/abs.ts";
import { Add } from "../ops/add.ts";
import { Equal, GreaterOrEqual } from "../ops/compare.ts";
import { Div } from "../ops/div.ts";
import { Floor } from "../ops/floor.ts";
import { Max } from "../ops/max.ts";
import { Min } from "../ops/min.ts";
import { Mul } from "../ops/mul.ts";
import { ReduceSum } from "../ops/reduce.ts";
import { Reshape } from "../ops/reshape.ts";
import { Sub } from "../ops/sub.ts";

const scalar = (graph: Graph, value: number): Value => graph.constant("float32", [], [value]);

/** The nearest integer, ties to the even one. (ONNX has Round; runtimes have it on the CPU alone.) */
export function roundHalfEven(graph: Graph, x: Value): Value {
  const half = scalar(graph, 0.5);
  const up = Floor(graph, Add(graph, x, half));
  const isTie = Equal(graph, Sub(graph, up, x), half);
  const isOdd = Sub(graph, up, Mul(graph, scalar(graph, 2), Floor(graph, Mul(graph, up, half))));
  return Sub(graph, up, Mul(graph, isTie, isOdd));
}

/** Cut off below and above. */
export const clamped = (graph: Graph, x: Value, least: number, most: number): Value =>
  Min(graph, Max(graph, x, scalar(graph, least)), scalar(graph, most));

/**
 * The nearest value of a small float, ties to even, too large ones the largest: the step between its
 * values at each number is a sum over the powers of two that the number reaches, exact as they are.
 */
export function roundToMinifloat(graph: Graph, x: Value, type: Minifloat): Value {
  const largest = fromMinifloat(type, type.largest);
  const lowest = 1 - type.bias;
  const count = Math.floor(Math.log2(largest)) - lowest;
  const powers = Array.from({ length: count }, (_, i) => 2 ** (lowest + 1 + i));
  const least = 2 ** (lowest - type.mantissaBits);
  const more = powers.map((power) => power / 2 ** (type.mantissaBits + 1));
  const row = (values: readonly number[]) => graph.constant("float32", [values.length], values);
  const reached = GreaterOrEqual(graph, Reshape(graph, Abs(graph, x), [...x.dims, 1]), row(powers));
  const sum = ReduceSum(graph, Mul(graph, reached, row(more)), [x.dims.length]);
  const step = Add(graph, Reshape(graph, sum, x.dims), scalar(graph, least));
  const rounded = Mul(graph, roundHalfEven(graph, Div(graph, x, step)), step);
  return clamped(graph, rounded, -largest, largest);
}
