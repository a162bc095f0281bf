import { seededNormal } from "../../model/attention/seeded-normal.ts";
import { type DecodeAttentionShape, decodeAttentionDims } from "../graphs/decode-attention.ts";
import type { Steps } from "../measure.ts";

/** One layer's decode step, ready to run on one backend. */
export interface Rig extends Steps {
  /** Bytes really held for K and V. */
  readonly kvBytes: number;
  /** What the last step computed: [nKv, nHeads / nKv, headDim]. */
  output(): Promise<Float32Array>;
  dispose(): Promise<void>;
}

export interface Operands {
  readonly q: Float32Array<ArrayBuffer>;
  readonly k: Float32Array<ArrayBuffer>;
  readonly v: Float32Array<ArrayBuffer>;
}

export function seededOperands(shape: DecodeAttentionShape, seed: number): Operands {
  const dims = decodeAttentionDims(shape);
  const values = (which: number, sizes: readonly number[]) =>
    seededNormal(
      seed * 3 + which,
      sizes.reduce((a, b) => a * b, 1),
    );
  return { q: values(0, dims.q), k: values(1, dims.k), v: values(2, dims.v) };
}

export function largestError(values: ArrayLike<number>, reference: Float64Array): number {
  const errors = reference.map((expected, i) => Math.abs((values[i] ?? Number.NaN) - expected));
  return errors.reduce((a, b) => Math.max(a, b), 0);
}
