import type { BackendChoice } from "../onnx/protocol.ts";
import type { Quality } from "./evaluator.ts";
import type { StoredQuality } from "./judge-formats.ts";
import type { PerTokenFormatName, RunFormatName } from "./run-formats.ts";
import type { Sampling } from "./sampling.ts";
import type { Progress } from "./trainer.ts";
import type { Pooling } from "./upcycle/pool-heads.ts";

/** A shipped model continues a text, with its cache and, to compare, without. */
export interface DecodeRequest {
  readonly kind: "decode";
  readonly backend: BackendChoice;
  /** Name of a shipped model. */
  readonly model: string;
  readonly prompt: readonly number[];
  /** Tokens to add. */
  readonly tokens: number;
  readonly sampling: Sampling;
  /** How the cache is stored; `null` is as it is computed. */
  readonly format: PerTokenFormatName | null;
}

/** A shipped MHA model, its heads pooled, is trained on. */
export interface UptrainRequest {
  readonly kind: "uptrain";
  readonly backend: BackendChoice;
  readonly model: string;
  readonly nKv: number;
  readonly pooling: Pooling;
  /** Texts in a batch. */
  readonly texts: number;
  /** The last step. */
  readonly steps: number;
  /** Steps after which it is judged on held-out texts; before the first and after the last it is too. */
  readonly judgeAt: readonly number[];
  readonly heldOut: { readonly texts: number; readonly batches: number };
  readonly seed: number;
  /** Where an earlier run of the same request stopped. */
  readonly progress: Progress | null;
}

/** A shipped model reads a text, and its attention is looked into. */
export interface InspectRequest {
  readonly kind: "inspect";
  readonly backend: BackendChoice;
  /** Name of a shipped model with keys and values by head: not one that caches a latent. */
  readonly model: string;
  readonly text: readonly number[];
}

/** A shipped model is judged with its cache stored in each of some formats. */
export interface JudgeRequest {
  readonly kind: "judge";
  readonly backend: BackendChoice;
  readonly model: string;
  readonly formats: readonly RunFormatName[];
}

export type LabRequest = DecodeRequest | UptrainRequest | InspectRequest | JudgeRequest;

export const isLabRequest = (request: { readonly kind: string }): request is LabRequest =>
  ["decode", "uptrain", "inspect", "judge"].includes(request.kind);

/** A shipped model on its way. */
export interface ModelEvent {
  readonly kind: "model";
  readonly loaded: number;
  readonly total: number;
}

/** What one token of the text left behind, for each layer. */
export interface TokenTrace {
  /** [layers][heads][tokens so far] */
  readonly weights: readonly (readonly Float32Array[])[];
  /** [layers]: what the layer cached for it, K then V, or the latent then its RoPE key. */
  readonly cached: readonly Float32Array[];
}

/** One step of decoding; the first takes in the prompt. */
export interface TokenEvent {
  readonly kind: "token";
  /** Tokens that this step took in, and where the first of them stands in the text. */
  readonly taken: readonly number[];
  readonly from: number;
  /** The token chosen to follow. */
  readonly next: number;
  /** The likeliest to follow, with their probability at temperature 1. */
  readonly likeliest: readonly { readonly id: number; readonly probability: number }[];
  /** What the same dice would have chosen without a cache. */
  readonly nextWithout: number;
  readonly traces: readonly TokenTrace[];
  readonly cachedMs: number;
  readonly uncachedMs: number;
  /** Tokens whose keys and values were computed in this step, in each layer. */
  readonly projected: { readonly cached: number; readonly uncached: number };
  /** Bytes of the cache that are filled after it. */
  readonly filledBytes: number;
  /** Largest difference between the two ways' logits, and the largest logit. */
  readonly difference: number;
  readonly largestLogit: number;
  /** The same of all that is cached, against the rows that were computed anew without a cache. */
  readonly rowDifference: number;
  readonly largestRow: number;
}

/** One step of training. */
export interface TrainedEvent {
  readonly kind: "trained";
  readonly step: number;
  readonly of: number;
  readonly loss: number;
  readonly milliseconds: number;
  readonly tokens: number;
}

/** How well the model does by now, on texts it is not trained on. */
export interface JudgedEvent {
  readonly kind: "judged";
  readonly step: number;
  readonly quality: Quality;
}

/**
 * Where the run stands, enough to go on from, with what is to tell of the step that took it there: a
 * step that is told is one that is not done twice, whatever happens next.
 */
export interface ProgressEvent {
  readonly kind: "progress";
  readonly progress: Progress;
  readonly told: readonly (TrainedEvent | JudgedEvent)[];
}

/** What one layer's attention works with, after RoPE; head by head, token by token. */
export interface LayerHeads {
  /** [nHeads, tokens, headDim] */
  readonly q: Float32Array;
  /** [nKv, tokens, headDim] */
  readonly k: Float32Array;
  readonly v: Float32Array;
}

export interface InspectedEvent {
  readonly kind: "inspected";
  readonly layers: readonly LayerHeads[];
}

/** How a model does with its cache in a format; first comes the cache as it is, with `null`. */
export interface FormatEvent {
  readonly kind: "format";
  readonly model: string;
  readonly format: RunFormatName | null;
  readonly quality: StoredQuality;
}

export type LabEvent = ModelEvent | TokenEvent | ProgressEvent | InspectedEvent | FormatEvent;
