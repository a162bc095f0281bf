import { type Derivation, derivation, type Step } from "../derivation.ts";
import { exactCount, exactProduct } from "../exact.ts";
import type { CacheFormat } from "../formats.ts";
import type { LayerGroup } from "../layers.ts";
import { bytesPerGiB } from "../units.ts";
import { type CellBytes, sglangCell } from "./sglang-cell.ts";
import { type StatePool, sglangStatePool } from "./sglang-states.ts";

/** A start of SGLang. Bytes are of one GPU. */
export interface SglangPlan {
  readonly layers: readonly LayerGroup[];
  /** Layers of an EAGLE or MTP draft: they cost what the model's own layers cost on average. */
  readonly draftLayers?: readonly LayerGroup[];
  readonly format: CacheFormat;
  readonly tp: number;
  readonly pp: number;
  /** Data parallel attention: the heads are split over `tp / dp` GPUs. Default 1. */
  readonly dp?: number;
  /** What one GPU gives to the caches; the smallest over the GPUs where they differ. */
  readonly availableBytes: number;
  /** Tokens of a page. Default 1. */
  readonly pageSize?: number;
  /** Bytes of a value of the model (bf16: 2): convolution states are kept in it. Default 2. */
  readonly elementBytes?: number;
  /** `--swa-full-tokens-ratio`. Default 0.8. */
  readonly swaFullTokensRatio?: number;
  /** `--mamba-full-memory-ratio`: bytes of states to bytes of KV. Default 0.9. */
  readonly mambaFullMemoryRatio?: number;
  /** `--max-mamba-cache-size`, in states of a sequence. */
  readonly maxMambaCacheSize?: number;
  /** `--max-running-requests`, and draft tokens: their states in between are set aside too. */
  readonly maxRunningRequests?: number;
  readonly speculativeDraftTokens?: number;
}

export interface SglangCapacity {
  /** Bytes of one more token on the fullest GPU, in every layer that grows. */
  readonly bytesPerTokenPerGpu: number;
  /** `max_total_num_tokens`: tokens of the layers without a window, as printed. */
  readonly kvTokens: number;
  /** Tokens of the layers with a window; null where all layers share one pool. */
  readonly swaTokens: number | null;
  /** `max_mamba_cache_size`: states that fit; null without state layers. */
  readonly stateSlots: number | null;
  /** Bytes allocated for K and for V, one page more than the tokens; a latent counts as K. */
  readonly kBytes: number;
  readonly vBytes: number;
  /** Both in GiB, which the log calls GB. */
  readonly kvGiB: number;
  /** Tokens a layer with a window keeps; null where all layers share one pool. */
  readonly window: number | null;
  readonly steps: readonly Step[];
}

/**
 * Tokens SGLang has room for. Every token costs the same bytes in all layers; layers with a window
 * have a pool of their own that keeps a fixed share of the tokens; states are set aside before.
 * Sources: SGLang `model_executor/pool_configurator.py` (`DefaultPoolConfigurator`,
 * `HybridSWAPoolConfigurator`), `model_runner_kv_cache_mixin.py` (`handle_max_mamba_cache`),
 * `mem_cache/memory_pool.py` (`KV Cache is allocated`).
 * @throws RangeError on a count that is none, EngineError on a model without a cache that grows.
 */
export function sglangCapacity(plan: SglangPlan): SglangCapacity {
  const d = derivation();
  const { pageSize = 1 } = plan;
  for (const count of [plan.tp, plan.pp, plan.dp ?? 1, pageSize]) {
    if (exactCount(count) === 0) throw new RangeError("not a count: 0");
  }
  const states = sglangStatePool(plan, d);
  const cell = sglangCell(plan, d);
  const available = states ? kvBytes(plan.availableBytes, states, d) : plan.availableBytes;
  const kvTokens = tokens(available, cell, pageSize, d);
  const swaTokens = cell.ratio === null ? null : windowTokens(kvTokens, cell.ratio, pageSize, d);
  const pools = [
    { slots: kvTokens + pageSize, k: cell.k, v: cell.v },
    { slots: (swaTokens ?? 0) + pageSize, k: cell.swaK, v: cell.swaV },
  ];
  const kBytes = exactCount(pools.reduce((sum, { slots, k }) => sum + exactProduct(slots, k), 0));
  const vBytes = exactCount(pools.reduce((sum, { slots, v }) => sum + exactProduct(slots, v), 0));
  return {
    bytesPerTokenPerGpu: cell.growth,
    kvTokens,
    swaTokens,
    stateSlots: states?.slots ?? null,
    kBytes,
    vBytes,
    kvGiB: (kBytes + vBytes) / bytesPerGiB,
    window: cell.window,
    steps: d.steps,
  };
}

function kvBytes(availableBytes: number, states: StatePool, d: Derivation): number {
  return d.add({
    name: "kv_available_bytes",
    unit: "B",
    formula: "max(0, state_and_kv_bytes − slots × state_bytes)",
    terms: {
      state_and_kv_bytes: availableBytes - states.draftBytes,
      slots: states.slots,
      state_bytes: states.bytes,
    },
    value: Math.max(0, availableBytes - states.draftBytes - states.slots * states.bytes),
  });
}

function tokens(available: number, cell: CellBytes, pageSize: number, d: Derivation): number {
  return d.add({
    name: "kv_tokens",
    unit: "tokens",
    formula: "floor(floor(kv_available_bytes / cell_bytes) / page_size) × page_size",
    terms: { kv_available_bytes: available, cell_bytes: cell.bytes, page_size: pageSize },
    value: Math.floor(Math.floor(available / cell.bytes) / pageSize) * pageSize,
  });
}

function windowTokens(kvTokens: number, ratio: number, pageSize: number, d: Derivation): number {
  return d.add({
    name: "swa_tokens",
    unit: "tokens",
    formula: "floor(floor(kv_tokens × swa_ratio) / page_size) × page_size",
    terms: { kv_tokens: kvTokens, swa_ratio: ratio, page_size: pageSize },
    value: Math.floor(Math.floor(kvTokens * ratio) / pageSize) * pageSize,
  });
}
