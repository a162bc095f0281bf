import { type RotaryPairs, rotaryPartner } from "../../model/attention/rotary.ts";
import type { Value } from "../graph.ts";
import type { LayerScope } from "../layer-scope.ts";
import { Add } from "../ops/add.ts";
import { MatMul } from "../ops/mat-mul.ts";
import { Mul } from "../ops/mul.ts";

/** Cosines and sines of the positions, each [positions, dim]: computed in float64, not by the device. */
export interface Rotation {
  readonly cos: Value;
  readonly sin: Value;
  readonly pairs: RotaryPairs;
}

/** The tables of the new tokens, as inputs `cos` and `sin`. */
export const rotationInputs = (layer: LayerScope, dim: number, pairs: RotaryPairs): Rotation => ({
  cos: layer.input("cos", [layer.use.tokens, dim]),
  sin: layer.input("sin", [layer.use.tokens, dim]),
  pairs,
});

/** RoPE on x […, positions, dim]: x · cos + (x · partners) · sin, where a matrix of ±1 swaps partners. */
export function rotate(layer: LayerScope, x: Value, { cos, sin, pairs }: Rotation): Value {
  const { graph } = layer;
  const partners = partnerMatrix(layer, x.dims.at(-1) as number, pairs);
  return Add(graph, Mul(graph, x, cos), Mul(graph, MatMul(graph, x, partners), sin));
}

/** The same on x […, dim, positions], with tables [dim, positions]. */
export function rotateColumns(layer: LayerScope, x: Value, { cos, sin, pairs }: Rotation): Value {
  const { graph } = layer;
  const dim = x.dims.at(-2) as number;
  const partners = partnerMatrix(layer, dim, pairs, "from the left");
  return Add(graph, Mul(graph, x, cos), Mul(graph, MatMul(graph, partners, x), sin));
}

function partnerMatrix(
  layer: LayerScope,
  dim: number,
  pairs: RotaryPairs,
  side: "from the left" | "from the right" = "from the right",
): Value {
  const values = new Array<number>(dim * dim).fill(0);
  for (let d = 0; d < dim; d++) {
    const { partner, sign } = rotaryPartner(d, dim, pairs);
    values[side === "from the right" ? partner * dim + d : d * dim + partner] = sign;
  }
  return layer.constant([dim, dim], values);
}
