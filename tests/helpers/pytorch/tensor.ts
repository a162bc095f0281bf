/** Numbers in row-major order. */
export interface Tensor {
  readonly dims: readonly number[];
  readonly data: Float64Array;
}

export const count = (dims: readonly number[]): number => dims.reduce((a, b) => a * b, 1);

export const shapeText = (dims: readonly number[]): string => `[${dims.join(", ")}]`;

const same = (a: readonly number[], b: readonly number[]) => a.join() === b.join();

/** The same numbers under another shape. */
export function reshape({ dims, data }: Tensor, to: readonly number[]): Tensor {
  if (count(to) === data.length) return { dims: to, data };
  throw new RangeError(`${shapeText(dims)} has no view ${shapeText(to)}`);
}

/** Number by number. Shapes have to be equal: stretching would hide a wrong one. */
export function combine(a: Tensor, b: Tensor, of: (x: number, y: number) => number): Tensor {
  if (!same(a.dims, b.dims)) {
    throw new RangeError(`${shapeText(a.dims)} and ${shapeText(b.dims)} are not alike`);
  }
  return { dims: a.dims, data: a.data.map((value, i) => of(value, b.data[i] as number)) };
}

export const map = ({ dims, data }: Tensor, of: (value: number) => number): Tensor => ({
  dims,
  data: data.map(of),
});

/** Each row of the last axis by itself; `row` counts them. */
export function mapRows(
  { dims, data }: Tensor,
  of: (values: Float64Array, row: number) => ArrayLike<number>,
): Tensor {
  const width = dims.at(-1) ?? 1;
  const result = new Float64Array(data.length);
  for (let row = 0; row * width < data.length; row++) {
    result.set(of(data.subarray(row * width, (row + 1) * width), row), row * width);
  }
  return { dims, data: result };
}

/**
 * Sum of products by letters, as `torch.einsum` has it: "tc,chd->thd".
 * @throws RangeError when a letter stands for two sizes, or letters and axes do not match
 */
export function einsum(spec: string, operands: readonly Tensor[]): Tensor {
  const [inputs = "", output = ""] = spec.split("->");
  const terms = inputs.split(",");
  const sizes = new Map<string, number>();
  const fail = (): never => {
    const shapes = operands.map(({ dims }) => shapeText(dims)).join(" and ");
    throw new RangeError(`einsum "${spec}" does not fit ${shapes}`);
  };
  if (terms.length !== operands.length) fail();
  for (const [i, { dims }] of operands.entries()) {
    const letters = [...(terms[i] as string)];
    if (letters.length !== dims.length) fail();
    for (const [axis, letter] of letters.entries()) {
      const size = dims[axis] as number;
      if ((sizes.get(letter) ?? size) !== size) fail();
      sizes.set(letter, size);
    }
  }
  const letters = [...new Set(output), ...[...sizes.keys()].filter((of) => !output.includes(of))];
  if (new Set(output).size !== output.length || letters.length !== sizes.size) fail();
  const dims = [...output].map((letter) => sizes.get(letter) as number);
  const strides = [output, ...terms].map((term) => stridesOf(term, letters, sizes));
  const data = new Float64Array(count(dims));
  const lengths = letters.map((letter) => sizes.get(letter) as number);
  const index = lengths.map(() => 0);
  const places = strides.map(() => 0);
  for (let left = count(lengths); left > 0; left--) {
    let product = 1;
    for (let i = 0; i < operands.length; i++) {
      product *= (operands[i] as Tensor).data[places[i + 1] as number] as number;
    }
    data[places[0] as number] = (data[places[0] as number] as number) + product;
    for (let axis = lengths.length - 1; axis >= 0; axis--) {
      const wraps = index[axis] === (lengths[axis] as number) - 1;
      const steps = wraps ? -(index[axis] as number) : 1;
      index[axis] = (index[axis] as number) + steps;
      for (let i = 0; i < places.length; i++) {
        places[i] = (places[i] as number) + steps * (strides[i]?.[axis] as number);
      }
      if (!wraps) break;
    }
  }
  return { dims, data };
}

/** How far apart neighbours along each letter lie in a term; 0 where the term does not have it. */
function stridesOf(
  term: string,
  letters: readonly string[],
  sizes: ReadonlyMap<string, number>,
): readonly number[] {
  return letters.map((letter) => {
    const at = term.indexOf(letter);
    if (at < 0) return 0;
    return count([...term.slice(at + 1)].map((behind) => sizes.get(behind) as number));
  });
}

const alphabet = "abcdefgh";

/** `a @ b`: vectors, matrices, and stacks of as many matrices. */
export function matmul(a: Tensor, b: Tensor): Tensor {
  const stack = alphabet.slice(0, Math.max(a.dims.length, b.dims.length, 2) - 2);
  const left = a.dims.length === 1 ? "k" : `${stack}ik`;
  const right = b.dims.length === 1 ? "k" : `${stack}kj`;
  const output =
    stack + left.slice(stack.length).replace("k", "") + right.slice(-1).replace("k", "");
  return einsum(`${left},${right}->${output}`, [a, b]);
}

/** One behind the other along an axis. */
export function cat(parts: readonly Tensor[], axis: number): Tensor {
  const [first] = parts;
  const others = (dims: readonly number[]) => dims.toSpliced(axis, 1);
  const alike = first && parts.every(({ dims }) => same(others(dims), others(first.dims)));
  if (!alike || axis >= first.dims.length) {
    const shapes = parts.map(({ dims }) => shapeText(dims)).join(" and ");
    throw new RangeError(`${shapes} do not join along axis ${axis}`);
  }
  const total = parts.reduce((sum, { dims }) => sum + (dims[axis] as number), 0);
  const blocks = count(first.dims.slice(0, axis));
  const data = Array.from({ length: blocks }, (_, block) =>
    parts.flatMap((part) => {
      const size = part.data.length / blocks;
      return [...part.data.subarray(block * size, (block + 1) * size)];
    }),
  ).flat();
  return { dims: first.dims.with(axis, total), data: Float64Array.from(data) };
}
