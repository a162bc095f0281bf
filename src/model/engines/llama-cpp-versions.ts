/**
 * What is stored of an MLA layer: the latent and its RoPE key once; the latent a second time, as V
 * (transposed in ik_llama.cpp's `-mla 1`); or K and V of every head.
 */
export type LlamaCppMla = "latent" | "latent+transposed" | "expanded";

/** What changed between versions of llama.cpp and decides the size of its cache. */
export interface LlamaCppRules {
  /** Layers with a window have a smaller cache of their own. */
  readonly windowCache: boolean;
  /** Without a unified cache every slot has a stream of its own. */
  readonly streams: boolean;
  /** Cells are padded to 256; else to 256 with flash attention and to 32 without. */
  readonly alwaysPad256: boolean;
  /** Without flash attention V of every layer is as wide as the widest. */
  readonly widensV: boolean;
  /** A sparse indexer's keys have a cache. */
  readonly indexerCache: boolean;
  /** What is stored of MLA unless the start says otherwise. */
  readonly mla: LlamaCppMla;
}

const one: LlamaCppRules = {
  windowCache: false,
  streams: false,
  alwaysPad256: false,
  widensV: false,
  indexerCache: false,
  mla: "expanded",
};
const latent: LlamaCppRules = { ...one, mla: "latent+transposed" };
const windows: LlamaCppRules = { ...latent, windowCache: true };
const streams: LlamaCppRules = { ...windows, streams: true, widensV: true };
const padded: LlamaCppRules = { ...streams, alwaysPad256: true };
const withoutV: LlamaCppRules = { ...padded, mla: "latent" };

/**
 * Rules by the month they came to llama.cpp's main branch, with the pull request:
 * - `2024-05`: one cache for all layers and slots, padded to 256 or 32
 *   (https://github.com/ggml-org/llama.cpp/pull/7257);
 * - `2025-04`: MLA as one latent, K and V (https://github.com/ggml-org/llama.cpp/pull/12801);
 * - `2025-05`: windows (https://github.com/ggml-org/llama.cpp/pull/13194);
 * - `2025-07`: a stream a slot (https://github.com/ggml-org/llama.cpp/pull/14363);
 * - `2025-11`: always 256 (https://github.com/ggml-org/llama.cpp/pull/17046);
 * - `2026-01`: no V beside a latent (https://github.com/ggml-org/llama.cpp/pull/19067);
 * - `newest`: also the indexer's keys (https://github.com/ggml-org/llama.cpp/pull/21149);
 * - `ik_llama.cpp`: a fork that keeps the one cache and stores the latent alone with `-mla 2` and
 *   `-mla 3` (its `llama_kv_cache_init`).
 */
export const llamaCppVersions = {
  "2024-05": one,
  "2025-04": latent,
  "2025-05": windows,
  "2025-07": streams,
  "2025-11": padded,
  "2026-01": withoutV,
  newest: { ...withoutV, indexerCache: true },
  "ik_llama.cpp": { ...one, mla: "latent" },
} as const satisfies Readonly<Record<string, LlamaCppRules>>;
export type LlamaCppVersion = keyof typeof llamaCppVersions;
