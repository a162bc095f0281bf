import type { Deployment } from "../engines/engine.ts";
import type { ExpandedHeads } from "../engines/llama-cpp-buffers.ts";
import type { LlamaCppMla, LlamaCppVersion } from "../engines/llama-cpp-versions.ts";
import type { FormatName } from "../formats.ts";
import type { LayerGroup } from "../layers.ts";

/** What one GPU had and what was taken from it, as printed; GiB. */
export interface LoggedBudget {
  readonly totalGiB: number;
  readonly utilization: number;
  /** The utilization was set with more decimals than were printed. */
  readonly utilizationRounded?: boolean;
  readonly weightsGiB: number;
  readonly nonTorchGiB: number;
  readonly activationGiB: number;
}

/** A start of vLLM or SGLang: what it was told, and what it printed. */
export interface CapacityStart {
  readonly engine: "vllm" | "sglang";
  /** Engine and version whose rules apply, as `parseEngine` reads them: `vllm@0.11`. */
  readonly readAs: string;
  /** Settings left out are the engine's defaults. */
  readonly settings: Partial<
    Pick<
      Deployment,
      | "tp"
      | "dcp"
      | "maxModelLen"
      | "maxBatchedTokens"
      | "blockSize"
      | "speculativeTokens"
      | "stateMode"
      | "hybrid"
    >
  > & {
    /** Default `bf16`. */
    readonly format?: FormatName;
  };
  readonly budget?: LoggedBudget;
  /** Memory of the host for blocks that are moved out, a GPU; GiB. */
  readonly hostGiB?: number;
  readonly printed: {
    readonly availableGiB?: number;
    readonly blocks?: number;
    readonly kvTokens?: number;
    readonly concurrency?: number;
    readonly cpuBlocks?: number;
  };
  /** By how much the printed GiB may be off, where that is not half of its last digit. */
  readonly availableRounding?: number;
}

/** A start of llama.cpp: what it was told, and the MiB it printed. */
export interface BufferStart {
  readonly engine: "llama.cpp" | "ik_llama.cpp";
  readonly readAs: LlamaCppVersion;
  /** Settings left out are the engine's defaults. */
  readonly settings: {
    readonly ctx: number;
    readonly slots?: number;
    readonly unified?: boolean;
    readonly ubatch?: number;
    readonly typeK?: string;
    readonly typeV?: string;
    readonly mla?: LlamaCppMla;
  };
  readonly printed: {
    readonly totalMib?: number;
    /** Caches without and with a window, and of states. */
    readonly fullMib?: number;
    readonly swaMib?: number;
    readonly recurrentMib?: number;
    /** K and V (or the latent and its copy) apart. */
    readonly kMib?: number;
    readonly vMib?: number;
  };
}

/** A start of an engine that left its numbers in a log. */
export type LoggedStart = CapacityStart | BufferStart;

/** Whether the engine fills a memory with blocks, instead of sizing buffers for a context. */
export const isCapacityStart = <Start extends LoggedStart>(
  start: Start,
): start is Start & CapacityStart => start.engine === "vllm" || start.engine === "sglang";

/** The model that was started. */
export interface StartedModel {
  readonly layers: readonly LayerGroup[];
  readonly draftLayers?: readonly LayerGroup[];
  /** MLA: the heads the latent expands to. */
  readonly expanded?: ExpandedHeads;
}
