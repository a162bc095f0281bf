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
  /**
   * Bytes of a value of the model as the engine loads it (bf16: 2): convolution states are kept in
   * it. vLLM and SGLang load a file of 32 bits in 16 unless told otherwise.
   */
  readonly elementBytes: number;
  /** Query heads; a deployment that cannot split them is refused where they are known. */
  readonly nHeads?: number;
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
  /**
   * Layers with a window keep that: vLLM in groups of their own, SGLang in a second pool, which it
   * has for some classes of models only. Off: they keep all tokens.
   */
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

export const engineErrorCodes = [
  "pages-do-not-unify",
  "no-cache",
  "tokens-unbounded",
  "pp-above-layers",
  "dcp-not-divisor",
  "dcp-needs-more-gpus",
  "dcp-splits-no-group",
  "block-size",
] as const;

/** A deployment an engine refuses, or a quantity that must be given. */
export class EngineError extends Error {
  readonly code: (typeof engineErrorCodes)[number];
  /** Numbers for a sentence about it. */
  readonly terms: Readonly<Record<string, number>>;
  constructor(code: EngineError["code"], message: string, terms: EngineError["terms"] = {}) {
    super(message);
    this.name = "EngineError";
    this.code = code;
    this.terms = terms;
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
