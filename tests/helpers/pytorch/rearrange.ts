import { count, einsum, reshape, type Tensor } from "./tensor.ts";

/**
 * Axes in another order, joined or with an axis of length 1 put in, as einops writes it:
 * "c h d -> h d c", "m h d -> m (h d)", "t d -> 1 t d".
 */
export function rearrange(tensor: Tensor, pattern: string): Tensor {
  const [from = "", to = ""] = pattern.split(" -> ");
  const names = from.split(" ");
  const sizes = new Map(names.map((name, axis) => [name, tensor.dims[axis]]));
  if (names.length !== tensor.dims.length) {
    throw new RangeError(`"${from}" is not [${tensor.dims}]`);
  }
  const order = to.match(/[A-Za-z]\w*/g) ?? [];
  const groups = to.match(/\([^)]*\)|\S+/g) ?? [];
  const dims = groups.map((group) =>
    count((group.match(/[A-Za-z]\w*/g) ?? []).map((name) => sizes.get(name) ?? Number.NaN)),
  );
  const letterOf = (name: string) => String.fromCharCode(97 + names.indexOf(name));
  const spec = `${names.map(letterOf).join("")}->${order.map(letterOf).join("")}`;
  return reshape(einsum(spec, [tensor]), dims);
}
