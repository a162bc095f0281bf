/** One thing that was read: `field` from the paste's line `number` (from 1), shown as `text`. */
export interface ReadLine {
  readonly number: number;
  /** Trimmed, without colours and prefixes, at most 200 characters. */
  readonly text: string;
  readonly field: string;
}

interface Common {
  readonly version: string | null;
  readonly model: string | null;
  readonly lines: readonly ReadLine[];
}

/** What one rank of vLLM printed; GiB as printed, two decimals or more. */
export interface VllmRank {
  /** The worker's own label ("TP1"), null where the lines carry none. */
  readonly rank: string | null;
  readonly availableGiB: number | null;
  readonly kvTokens: number | null;
  readonly blocks: number | null;
  readonly cpuBlocks: number | null;
  readonly concurrency: number | null;
  readonly totalGiB: number | null;
  readonly weightsGiB: number | null;
  readonly nonTorchGiB: number | null;
  readonly activationPeakGiB: number | null;
  readonly cudaGraphGiB: number | null;
}

/** The request vLLM refused to start for: one sequence of `maxModelLen` tokens does not fit. */
export interface VllmRefusal {
  readonly maxModelLen: number | null;
  readonly neededGiB: number | null;
  readonly availableGiB: number | null;
  /** Tokens the cache holds, where the error says so instead of GiB. */
  readonly kvTokens: number | null;
  /** The longest context that would fit, by the engine's own estimate. */
  readonly estimatedMaxLen: number | null;
}

/** The settings of vLLM that decide its cache; null where the paste does not say. */
export interface VllmSettings {
  readonly tp: number | null;
  readonly pp: number | null;
  readonly dp: number | null;
  readonly dcp: number | null;
  readonly dtype: string | null;
  readonly kvCacheDtype: string | null;
  readonly maxModelLen: number | null;
  readonly maxBatchedTokens: number | null;
  readonly maxNumSeqs: number | null;
  readonly blockSize: number | null;
  readonly gpuMemoryUtilization: number | null;
  readonly speculativeTokens: number | null;
  readonly prefixCaching: boolean | null;
  readonly hybridManagerDisabled: boolean | null;
  /** Percent by which a Mamba page was padded to the attention page. */
  readonly mambaPadPercent: number | null;
  readonly paddingLayers: number | null;
}

/** A start of vLLM. */
export interface VllmLog extends Common, VllmSettings {
  readonly engine: "vllm";
  readonly ranks: readonly VllmRank[];
  /** What the engine as a whole can use: the smallest over its ranks. */
  readonly printed: {
    readonly kvTokens: number | null;
    readonly concurrency: number | null;
    /** Tokens per request that `concurrency` is printed for. */
    readonly concurrencyLen: number | null;
    readonly blocks: number | null;
    readonly cpuBlocks: number | null;
    readonly availableGiB: number | null;
  };
  readonly refused: VllmRefusal | null;
}

/** What one rank of SGLang printed. Its "GB" is 2^30 bytes. */
export interface SglangRank {
  readonly rank: string | null;
  readonly tokens: number | null;
  readonly kGB: number | null;
  readonly vGB: number | null;
  /** K and V together. */
  readonly kvGB: number | null;
  /** Left after the pools were made. */
  readonly availGB: number | null;
}

/** The settings of SGLang that decide its cache; null where the paste does not say. */
export interface SglangSettings {
  readonly tp: number | null;
  readonly dp: number | null;
  readonly dtype: string | null;
  readonly kvCacheDtype: string | null;
  readonly pageSize: number | null;
  readonly contextLen: number | null;
  readonly memFractionStatic: number | null;
  readonly speculativeTokens: number | null;
}

/** A start of SGLang. */
export interface SglangLog extends Common, SglangSettings {
  readonly engine: "sglang";
  readonly ranks: readonly SglangRank[];
  readonly printed: {
    /** Tokens the pool of full attention holds: the smallest over the ranks. */
    readonly kvTokens: number | null;
    /** K and V of that pool on that rank; all pools together where only their sum is printed. */
    readonly kvGiB: number | null;
    /** Tokens of the sliding window's pool. */
    readonly swaTokens: number | null;
    /** Mamba: slots, and the GiB of convolution and state. Not part of the KV cache. */
    readonly mambaSlots: number | null;
    readonly mambaGiB: number | null;
    /** A second pool of the same rank with the same tokens: that of the draft model. */
    readonly draftGiB: number | null;
    readonly weightsGiB: number | null;
    readonly availableGiB: number | null;
  };
}

/** What a buffer of llama.cpp holds: "kv" where the log does not tell full from sliding window. */
export type CacheKind = "full" | "swa" | "kv" | "recurrent" | "indexer";

/** One cache of llama.cpp: its device lines are parts of `sizeMib`, not added to it. */
export interface CacheBuffer {
  /** The device, null where the cache lies on several or on none that is named. */
  readonly device: string | null;
  readonly kind: CacheKind;
  /** Cells of each stream. */
  readonly cells: number | null;
  readonly layers: number | null;
  readonly streams: number | null;
  readonly kMib: number | null;
  readonly vMib: number | null;
  readonly typeK: string | null;
  readonly typeV: string | null;
  readonly sizeMib: number | null;
  readonly parts: readonly { readonly device: string; readonly sizeMib: number }[];
}

/** The model as llama.cpp dumps it; a list where its layers differ. */
export interface LlamaGeometry {
  readonly architecture: string | null;
  readonly nCtxTrain: number | null;
  readonly nEmbd: number | null;
  readonly nLayer: number | null;
  readonly nHead: number | readonly number[] | null;
  readonly nHeadKv: number | readonly number[] | null;
  readonly nEmbdHeadK: number | readonly number[] | null;
  readonly nEmbdHeadV: number | readonly number[] | null;
  readonly nEmbdKGqa: number | readonly number[] | null;
  readonly nEmbdVGqa: number | readonly number[] | null;
  readonly nRot: number | readonly number[] | null;
  readonly nSwa: number | null;
  readonly nSwaPattern: number | null;
  readonly nExpert: number | null;
  readonly nExpertUsed: number | null;
  readonly kvLoraRank: number | null;
  readonly ssmDConv: number | null;
  readonly ssmDInner: number | null;
  readonly ssmDState: number | null;
  readonly ssmDtRank: number | null;
  readonly ssmNGroup: number | null;
}

/** The settings of llama.cpp that decide its cache; null where the paste does not say. */
export interface LlamaSettings {
  readonly nCtx: number | null;
  readonly nCtxPerSeq: number | null;
  readonly nSeqMax: number | null;
  readonly nBatch: number | null;
  readonly nUbatch: number | null;
  readonly flashAttention: boolean | null;
  readonly kvUnified: boolean | null;
  /** `--swa-full`: the sliding window's cache is as long as the other. */
  readonly swaFull: boolean | null;
  /** ik_llama.cpp's `-mla`. */
  readonly mlaMode: number | null;
  readonly typeK: string | null;
  readonly typeV: string | null;
}

/** One context of llama.cpp, or of a program made of it. */
export interface LlamaCppLog extends Common, LlamaSettings {
  readonly engine: "llama.cpp";
  readonly fork: "ik_llama.cpp" | "ollama" | null;
  /** The context of a draft model or of MTP layers beside another. */
  readonly draft: boolean;
  readonly nSwa: number | null;
  readonly geometry: LlamaGeometry;
  readonly buffers: readonly CacheBuffer[];
  readonly printed: {
    /** The KV caches added up, without the recurrent state. */
    readonly totalMib: number | null;
    /** The recurrent state, which is no KV cache. */
    readonly recurrentMib: number | null;
    /** By how much rounding may have moved `totalMib`. */
    readonly roundingMib: number;
    /** False where the log names a cache and breaks off before its size. */
    readonly complete: boolean;
  };
}

/** One server found in a paste. */
export type ServerLog = VllmLog | SglangLog | LlamaCppLog;
