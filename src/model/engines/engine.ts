import type { Step } from "../derivation.ts";
import type { CacheFormat } from "../formats.ts";
import type { LayerGroup } from "../layers.ts";

export const engineNames = ["vllm", "sglang", "llama.cpp", "ideal"] as const;
export type EngineName = (typeof engineNames)[number];

/** A model as one serves it: what every engine needs to size its cache. Bytes are of one GPU. */
export interface Deployment {
  /** The model's layers in order. */
  readonly layers: readonly LayerGroup[];
  /** Layers of the draft model or MTP head; counted when `speculativeTokens` is not 0. */
  readonly draftLayers?: readonly LayerGroup[];
  readonly format: CacheFormat;
  /** Bytes of a value of the model itself (bf16: 2): convolution states are kept in it. */
  readonly elementBytes: number;
  /** GPUs that split the heads, the layers, the tokens. */
  readonly tp: number;
  readonly pp: number;
  readonly dcp: number;
  /** What one GPU gives to the cache; the smallest over the GPUs where they differ. */
  readonly availableBytes: number;
  /** Longest context of a request in tokens; `null` where nobody set one. */
  readonly maxModelLen: number | null;
  /** Tokens of one step, over all requests. */
  readonly maxBatchedTokens: number;
  /** Tokens of a block (page); `null` for the engine's own choice. */
  readonly blockSize: number | null;
  readonly speculativeTokens: number;
  /** vLLM: how Mamba states are cached for prefixes (`mamba_cache_mode`). */
  readonly stateMode: "none" | "align" | "all";
  /** Layers of different kinds share one pool of blocks; off: windows are kept as full layers. */
  readonly hybrid: boolean;
}

/** What an engine would print, and how that comes about. */
export interface Capacity {
  /** Bytes of one more token on the fullest GPU, windows not yet full. */
  readonly bytesPerTokenPerGpu: number;
  readonly blockSize: number | null;
  /** Blocks of one GPU; `null` for engines without blocks. */
  readonly blocks: number | null;
  /** Tokens, as the engine prints them. */
  readonly kvTokens: number;
  /** Requests of the longest context at once, unrounded; `null` without a longest context. */
  readonly concurrency: number | null;
  /** Whole requests of the longest context; `null` without one. */
  readonly requests: number | null;
  readonly steps: readonly Step[];
}

/** A deployment an engine refuses, or a quantity that must be given. */
export class EngineError extends Error {
  readonly code: "pages-do-not-unify" | "no-cache" | "tokens-unbounded";
  constructor(code: EngineError["code"], message: string) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}

/** What a deployment is when nothing is said about it. */
export const deploymentDefaults = {
  elementBytes: 2,
  tp: 1,
  pp: 1,
  dcp: 1,
  maxModelLen: null,
  maxBatchedTokens: 8192,
  blockSize: null,
  speculativeTokens: 0,
  stateMode: "none",
  hybrid: true,
} as const satisfies Partial<Deployment>;

/** The layers in use: the model's, and the drafter's where there is one. */
export const servedLayers = (plan: Deployment): readonly LayerGroup[] =>
  plan.speculativeTokens > 0 ? [...plan.layers, ...(plan.draftLayers ?? [])] : plan.layers;
