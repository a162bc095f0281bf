import type { VirtualOrder } from "../../model/attention/virtual-head-attention.ts";
import type { ValuesOf } from "../params.ts";
import type { params } from "./params.ts";

export type VhaValues = ValuesOf<typeof params>;
export type Fault = VhaValues["break"];

/** What a fault changes: the layer as it is trained, or the way it is absorbed. */
interface FaultEffect {
  readonly order: VirtualOrder;
  readonly mix: "transposed" | "untransposed";
  /** The parameter at whose 0 the fault would do no harm, or along which its harm is drawn. */
  readonly axis: "alpha" | "beta";
}

export const faults: Readonly<Record<Fault, FaultEffect>> = {
  none: { order: "premix-first", mix: "transposed", axis: "alpha" },
  "norm-first": { order: "norm-first", mix: "transposed", axis: "alpha" },
  silu: { order: "silu", mix: "transposed", axis: "alpha" },
  untransposed: { order: "premix-first", mix: "untransposed", axis: "beta" },
};

/** At these places a fault changes nothing: the identity commutes with a norm, and is its transpose. */
export const isHarmless = (values: Pick<VhaValues, "break" | "alpha" | "beta">): boolean =>
  (values.break === "norm-first" && values.alpha === 0) ||
  (values.break === "untransposed" && values.beta === 0);
