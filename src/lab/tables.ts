import { type RotaryPairs, rotaryTables } from "../model/attention/rotary.ts";
import type { ModelShape } from "./model-shape.ts";

/** Dimension that RoPE turns, and how it pairs. */
const rotation = ({ headDim, attention }: ModelShape): { dim: number; pairs: RotaryPairs } =>
  attention.kind === "latent"
    ? { dim: attention.ropeDim, pairs: "neighbours" }
    : { dim: headDim, pairs: "halves" };

/** Inputs `cos` and `sin` of `tokens` tokens from a position on, each [tokens, dim]. */
export function positionTables(shape: ModelShape, tokens: number, from = 0) {
  const { dim, pairs } = rotation(shape);
  const positions = Array.from({ length: tokens }, (_, i) => from + i);
  return rotaryTables(positions, dim, { pairs });
}
