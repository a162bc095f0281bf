import { rmsNorm } from "../../../src/model/attention/rms-norm.ts";
import { rotaryTables, rotated } from "../../../src/model/attention/rotary.ts";
import { softmax } from "../../../src/model/attention/softmax.ts";
import type { Expression } from "./expression.ts";
import {
  cat,
  combine,
  count,
  einsum,
  map,
  mapRows,
  matmul,
  reshape,
  type Tensor,
} from "./tensor.ts";

export type Value = number | string | Tensor | readonly Value[];

export type Names = ReadonlyMap<string, Value>;

export const isTensor = (value: Value): value is Tensor =>
  typeof value === "object" && "dims" in value;

/**
 * Value of an expression, with numbers in its tensors: shapes follow from what is computed.
 * @throws RangeError where shapes do not fit, and on a name or an operation that there is not
 */
export function evaluate(expression: Expression, names: Names): Value {
  const of = (inner: Expression): Value => evaluate(inner, names);
  switch (expression.kind) {
    case "number":
    case "text":
      return expression.value;
    case "name":
      if (expression.name === "True") return 1;
      return names.get(expression.name) ?? fail(`no name ${expression.name}`);
    case "list":
      return expression.items.map(of);
    case "negative":
      return scale(of(expression.of), -1);
    case "attribute":
      return turned(tensor(of(expression.of)), expression.name);
    case "binary":
      return binary(expression.operator, of(expression.left), of(expression.right));
    case "call": {
      const items = expression.items.map(of);
      const named = Object.entries(expression.named).map(([name, value]) => [name, of(value)]);
      const all = expression.of === null ? items : [of(expression.of), ...items];
      const table = expression.of === null ? functions : methods;
      const call = table[expression.name] ?? fail(`no operation ${expression.name}`);
      return call(all, Object.fromEntries(named));
    }
  }
}

function fail(what: string): never {
  throw new RangeError(what);
}

const tensor = (value: Value | undefined): Tensor =>
  value !== undefined && isTensor(value) ? value : fail("not a tensor");
const number = (value: Value | undefined): number =>
  typeof value === "number" ? value : fail("not a number");
const numbers = (values: readonly Value[]) => values.map(number);

type Call = (items: readonly Value[], named: Readonly<Record<string, Value>>) => Value;

const functions: Readonly<Record<string, Call>> = {
  cat: ([parts], { dim }) => cat((parts as readonly Value[]).map(tensor), number(dim)),
  einsum: ([spec, ...operands]) => einsum(spec as string, operands.map(tensor)),
  eye: ([size]) => identity(number(size)),
  softmax: ([x], { dim }) =>
    dim === -1 ? mapRows(tensor(x), softmax) : fail(`softmax along ${dim}`),
  // Of a head, without a scale.
  norm: ([x]) =>
    mapRows(tensor(x), (head) =>
      rmsNorm(
        head,
        head.map(() => 1),
      ),
    ),
  rope: ([x]) => rope(tensor(x)),
  causal: ([scores]) => causal(tensor(scores)),
};

const methods: Readonly<Record<string, Call>> = {
  view: ([x, ...dims]) => reshape(tensor(x), numbers(dims)),
  reshape: ([x, ...dims]) => reshape(tensor(x), numbers(dims)),
  repeat: ([x, ...times]) => repeat(tensor(x), numbers(times)),
  mean: ([x], { dim }) => meanAlong(tensor(x), number(dim)),
  select: ([x, axis, at]) => select(tensor(x), number(axis), number(at)),
  amin: ([x], named) => extreme(tensor(x), named, Math.min),
  amax: ([x], named) => extreme(tensor(x), named, Math.max),
  // To the nearest, ties to the even one, as torch does.
  round: ([x]) =>
    map(tensor(x), (value) =>
      Math.abs(value % 1) === 0.5 ? 2 * Math.round(value / 2) : Math.round(value),
    ),
};

function binary(operator: string, left: Value, right: Value): Value {
  if (typeof left === "number" && typeof right === "number") {
    const result = arithmetic[operator]?.(left, right);
    return result ?? fail(`no operation ${operator}`);
  }
  if (operator === "@") return matmul(tensor(left), tensor(right));
  if (operator === "+") return combined(left, right, (a, b) => a + b);
  if (operator === "-") return combined(left, right, (a, b) => a - b);
  if (operator === "*") return combined(left, right, (a, b) => a * b);
  if (operator === "/" && typeof right === "number") return scale(left, 1 / right);
  if (operator === "/") return combined(left, right, (a, b) => a / b);
  return fail(`no operation ${operator} of tensors`);
}

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "//": (a, b) => Math.floor(a / b),
  "**": (a, b) => a ** b,
};

const scale = (value: Value, by: number): Value =>
  typeof value === "number" ? value * by : map(tensor(value), (of) => of * by);

/** Number by number; an axis of length 1 that was kept meets each of the other's. */
function combined(left: Value, right: Value, of: (a: number, b: number) => number): Tensor {
  const [a, b] = [tensor(left), tensor(right)];
  if (a.dims.length !== b.dims.length) return combine(a, b, of);
  const dims = a.dims.map((size, axis) => Math.max(size, b.dims[axis] as number));
  return combine(stretched(a, dims), stretched(b, dims), of);
}

const stretched = (x: Tensor, dims: readonly number[]): Tensor =>
  x.dims.reduce((so, size, axis) => (size === 1 ? cat(Array(dims[axis]).fill(so), axis) : so), x);

/** The smallest or largest across an axis, which is kept with length 1. */
function extreme(
  x: Tensor,
  { dim, keepdim }: Readonly<Record<string, Value>>,
  of: (...values: number[]) => number,
): Tensor {
  if (keepdim !== 1) return fail("an axis that is not kept");
  const axis = number(dim) < 0 ? x.dims.length + number(dim) : number(dim);
  const slices = Array.from({ length: x.dims[axis] ?? 0 }, (_, at) => select(x, axis, at));
  const found = slices.reduce((best, slice) => combine(best, slice, (a, b) => of(a, b)));
  return reshape(found, x.dims.with(axis, 1));
}

/** `.T` of a matrix, `.mT` of each matrix of a stack. */
function turned(x: Tensor, name: string): Tensor {
  const stack = "abcdefgh".slice(0, Math.max(x.dims.length - 2, 0));
  if (name !== "mT" && (name !== "T" || stack !== "")) return fail(`no ${name} of [${x.dims}]`);
  return einsum(`${stack}ij->${stack}ji`, [x]);
}

function identity(size: number): Tensor {
  const data = new Float64Array(size * size);
  for (let i = 0; i < size; i++) data[i * size + i] = 1;
  return { dims: [size, size], data };
}

/** Heads turned by RoPE; tokens are the first axis. */
function rope(x: Tensor): Tensor {
  const [tokens = 0, ...rest] = x.dims;
  const dim = rest.at(-1) ?? 0;
  const tables = rotaryTables([...Array(tokens).keys()], dim);
  const heads = count(rest) / dim;
  return mapRows(x, (head, row) => rotated(head, Math.floor(row / heads), tables));
}

/** […, query, key]: what comes after a query's own token is hidden. */
function causal(scores: Tensor): Tensor {
  const [queries = 0, keys = 0] = scores.dims.slice(-2);
  if (queries !== keys) return fail(`no causal half of [${scores.dims}]`);
  return mapRows(scores, (row, at) =>
    row.map((score, key) => (key > at % queries ? Number.NEGATIVE_INFINITY : score)),
  );
}

/** One slice across an axis, which is gone then. */
function select(x: Tensor, axis: number, at: number): Tensor {
  const size = x.dims[axis] ?? fail(`no axis ${axis} in [${x.dims}]`);
  if (at < 0 || at >= size) return fail(`no ${at} in an axis of ${size}`);
  const inner = count(x.dims.slice(axis + 1));
  const dims = x.dims.toSpliced(axis, 1);
  const data = Float64Array.from({ length: count(dims) }, (_, i) => {
    const outer = Math.floor(i / inner);
    return x.data[(outer * size + at) * inner + (i % inner)] as number;
  });
  return { dims, data };
}

/** The mean across an axis, which is gone then. */
function meanAlong(x: Tensor, axis: number): Tensor {
  const size = x.dims[axis] ?? fail(`no axis ${axis} in [${x.dims}]`);
  const slices = Array.from({ length: size }, (_, at) => select(x, axis, at));
  const sum = slices.reduce((total, slice) => combine(total, slice, (a, b) => a + b));
  return map(sum, (value) => value / size);
}

/** Copies along each axis, new axes in front, as `torch.Tensor.repeat`. */
function repeat(x: Tensor, times: readonly number[]): Tensor {
  const ahead = times.length - x.dims.length;
  if (ahead < 0) return fail(`[${times}] copies of [${x.dims}]`);
  let result = reshape(x, [...Array(ahead).fill(1), ...x.dims]);
  for (const [axis, copies] of times.entries()) {
    result = cat(Array(copies).fill(result), axis);
  }
  return result;
}
