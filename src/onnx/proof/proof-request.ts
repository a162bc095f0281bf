import type { GroupedShape } from "../../model/attention/grouped-attention.ts";
import type { LatentShape } from "../../model/attention/latent-attention.ts";
import type { VirtualOrder, VirtualShape } from "../../model/attention/virtual-head-attention.ts";
import type { FloatType } from "../backend/backend.ts";

/** A layer whose claim is to be proved, with seeded weights of a trained model's spread. */
export type ProofSubject =
  | { readonly what: "grouped"; readonly shape: GroupedShape }
  | {
      readonly what: "mla";
      readonly shape: LatentShape;
      readonly form: "naive" | "absorbed";
    }
  | {
      readonly what: "vha";
      readonly shape: VirtualShape;
      /** What runs: Premix and Postmix standing, or absorbed into plain GQA. */
      readonly form: "trained" | "absorbed";
      /** Norm of Premix − I in units of ‖I‖, and spread of A and B: 0.5 and 0.3 are trained sizes. */
      readonly alpha: number;
      readonly beta: number;
      readonly order: VirtualOrder;
      /** How Postmix is multiplied into W_O. */
      readonly mix: "transposed" | "untransposed";
    };

/**
 * One layer on one input: a prefill of `prefill` tokens, then `steps` decode steps with the cache
 * kept on the backend, every output held against the float64 reference of the trained form.
 */
export interface ProofRequest {
  readonly kind: "prove";
  readonly backend: "auto" | "webgpu" | "wasm";
  readonly dtype: FloatType;
  readonly subjects: readonly ProofSubject[];
  readonly prefill: number;
  readonly steps: number;
  readonly seed: number;
}

/** What one subject's run gave. */
export interface ProofEvent {
  readonly kind: "proof";
  /** Index of the subject in the request. */
  readonly subject: number;
  /** Largest difference from float64 over all outputs, and the same ÷ largest output. */
  readonly maxError: number;
  readonly relativeError: number;
  /** After each token from the prefill on: tokens cached, and bytes of the cache they fill. */
  readonly filled: readonly { readonly tokens: number; readonly bytes: number }[];
  /** Bytes held for the cache, whose room is rounded up to all tokens of the run. */
  readonly cacheBytes: number;
  /** Of the last token: weights over all tokens, for each query head. */
  readonly weights: readonly (readonly number[])[];
  /** Of the last token: what came out, and what float64 gives. */
  readonly output: readonly number[];
  readonly expected: readonly number[];
  /** Tensors the backend still holds once the subject has been put away: none of them its own. */
  readonly tensorsLeft: number;
}
