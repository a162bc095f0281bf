import type { IntegerGroups } from "../../model/quant/integer-rows.ts";
import { floatTypes, type RowFormat } from "../../model/quant/matrix-format.ts";
import { float16 } from "../../model/quant/minifloat.ts";
import type { Graph, Value } from "../graph.ts";
import { Abs } from "../ops/abs.ts";
import { Add } from "../ops/add.ts";
import { Equal } from "../ops/compare.ts";
import { Concat } from "../ops/concat.ts";
import { Div } from "../ops/div.ts";
import { Mul } from "../ops/mul.ts";
import { ReduceMax } from "../ops/reduce.ts";
import { Reshape } from "../ops/reshape.ts";
import { Slice } from "../ops/slice.ts";
import { Sub } from "../ops/sub.ts";
import { clamped, roundHalfEven, roundToMinifloat } from "./round.ts";

/**
 * Rows as they come back from storage, […, values]: the numbers that `src/model/quant` decodes, made
 * with the graph's own operators in float32. The packed bytes themselves are not here: what the graph
 * holds is what they stand for.
 */
export function storedRows(graph: Graph, x: Value, format: RowFormat): Value {
  if (format.kind === "float") return roundToMinifloat(graph, x, floatTypes[format.type]);
  const axis = x.dims.length - 1;
  const values = x.dims.at(-1) as number;
  const { group } = format;
  const whole = Math.floor(values / group) * group;
  const parts: Value[] = [];
  if (whole > 0) {
    const lead = x.dims.slice(0, -1);
    const split = Reshape(graph, Slice(graph, x, axis, 0, whole), [...lead, whole / group, group]);
    parts.push(Reshape(graph, storedGroup(graph, split, format), [...lead, whole]));
  }
  if (whole < values) parts.push(storedGroup(graph, Slice(graph, x, axis, whole, values), format));
  return parts.length === 1 ? (parts[0] as Value) : Concat(graph, parts, axis);
}

/** Each row is a group of its own. */
function storedGroup(graph: Graph, x: Value, { bits, symmetric }: IntegerGroups): Value {
  const axis = [x.dims.length - 1];
  const scalar = (value: number) => graph.constant("float32", [], [value]);
  const inFloat16 = (value: Value) => roundToMinifloat(graph, value, float16);
  const zero = scalar(0);
  const most = symmetric ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
  const largest = ReduceMax(graph, symmetric ? Abs(graph, x) : x, axis);
  const negated = Sub(graph, zero, x);
  const least = symmetric ? zero : Sub(graph, zero, ReduceMax(graph, negated, axis));
  const from = symmetric ? zero : inFloat16(least);
  const scale = inFloat16(Div(graph, Sub(graph, largest, least), scalar(most)));
  // A group of one value has a scale of 0, by which nothing is divided.
  const divisor = Add(graph, scale, Equal(graph, scale, zero));
  const steps = roundHalfEven(graph, Div(graph, Sub(graph, x, from), divisor));
  const codes = clamped(graph, steps, symmetric ? -most : 0, most);
  return Add(graph, from, Mul(graph, codes, scale));
}
