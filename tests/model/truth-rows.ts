import assert from "node:assert/strict";
import type { FormatName } from "../../src/model/formats.ts";
import type {
  BufferStart,
  CapacityStart,
  LoggedBudget,
} from "../../src/model/validation/logged-start.ts";

/** A row of the logs of vLLM and SGLang, as far as it is read here. */
export interface TruthCapacity {
  readonly url: string;
  readonly engine: "vllm" | "sglang";
  readonly engine_version: string | null;
  readonly model: string | null;
  readonly model_stated: boolean;
  readonly gpu: string | null;
  readonly tp: number;
  readonly dcp: number | null;
  readonly kv_cache_dtype: string;
  readonly max_model_len: number | null;
  readonly gpu_memory_utilization: number | null;
  readonly total_gpu_gib: number | null;
  readonly weights_gib: number | null;
  readonly non_torch_gib: number | null;
  readonly activation_peak_gib: number | null;
  readonly available_kv_gib: number | null;
  readonly num_gpu_blocks: number | null;
  readonly num_cpu_blocks: number | null;
  readonly block_size: number | null;
  readonly kv_tokens: number | null;
  readonly max_concurrency: number | null;
  readonly max_num_batched_tokens: number | null;
  readonly semantics: string;
  readonly notes: string | null;
}

/** A row of the logs of llama.cpp, as far as it is read here. */
export interface TruthBuffers {
  readonly url: string;
  readonly engine: "llama.cpp" | "ik_llama.cpp";
  readonly model: string;
  readonly model_stated: boolean;
  readonly n_ctx: number;
  readonly n_seq: number | null;
  readonly kv_unified: boolean | null;
  readonly n_ubatch: number | null;
  readonly type_k: string;
  readonly type_v: string | null;
  readonly parts: readonly { readonly kind: string; readonly logged_mib: number | null }[];
  readonly total_mib: number;
}

/** A record without the entries that are null or undefined. */
function known<T extends object>(entries: { readonly [K in keyof T]: T[K] | null }): T {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value != null)) as T;
}

/** What the row says of the cache's type, as formats are named here. */
function formatOf(text: string): FormatName | null {
  if (text.includes("656 B")) return "fp8_ds_mla";
  if (/^fp8/.test(text)) return "fp8";
  assert.match(text, /^(?:auto|bf16)/);
  return null;
}

/** Whose rules apply: a row that prints its GPU blocks and is older than 0.9, or of no version, is V0's. */
function readAs({ engine, engine_version, num_gpu_blocks }: TruthCapacity): string {
  if (engine === "sglang") return "sglang";
  const version = /\d+\.\d+(?:\.\d+)*/.exec(engine_version ?? "")?.[0] ?? null;
  const old = version === null || /^0\.[0-8](?:\.|$)/.test(version);
  if (num_gpu_blocks !== null && old) return "vllm@0.7";
  return version === null ? "vllm" : `vllm@${version}`;
}

/** A row of vLLM or SGLang as a start; its geometry is not read. */
export function capacityStart(row: TruthCapacity): CapacityStart {
  const { total_gpu_gib, weights_gib, non_torch_gib, activation_peak_gib } = row;
  const budget =
    row.gpu_memory_utilization !== null && total_gpu_gib !== null && activation_peak_gib !== null
      ? ({
          totalGiB: total_gpu_gib,
          utilization: row.gpu_memory_utilization,
          // A notebook set the fraction by its own arithmetic; the engine prints two decimals.
          ...(/notebook/.test(row.notes ?? "") ? { utilizationRounded: true } : {}),
          weightsGiB: weights_gib ?? Number.NaN,
          nonTorchGiB: non_torch_gib ?? Number.NaN,
          activationGiB: activation_peak_gib,
        } satisfies LoggedBudget)
      : null;
  const swapped = row.num_cpu_blocks === null ? null : row.semantics === "blis" ? 8 : 4;
  return known<CapacityStart>({
    engine: row.engine,
    readAs: readAs(row),
    settings: known<CapacityStart["settings"]>({
      tp: row.tp,
      dcp: row.dcp,
      maxModelLen: row.max_model_len,
      maxBatchedTokens: row.max_num_batched_tokens,
      blockSize: row.block_size,
      format: formatOf(row.kv_cache_dtype),
      // Without memory only the arithmetic can be checked, that of one pool for all layers.
      hybrid: row.semantics === "no_avail" ? false : null,
    }),
    budget,
    hostGiB: swapped,
    printed: known<CapacityStart["printed"]>({
      availableGiB: row.available_kv_gib,
      blocks: row.num_gpu_blocks,
      kvTokens: row.kv_tokens,
      concurrency: row.max_concurrency,
      cpuBlocks: row.num_cpu_blocks,
    }),
    availableRounding: /two rounded values: \+-0\.01/.test(row.notes ?? "") ? 0.01 : null,
  });
}

const partNames: Readonly<Record<string, keyof BufferStart["printed"]>> = {
  full: "fullMib",
  swa: "swaMib",
  recurrent_state: "recurrentMib",
  K: "kMib",
  V: "vMib",
  "mla_latent+rope": "kMib",
  mla_latent_transposed: "vMib",
};

/** What of MLA is kept, as the printed lines tell: one line, two as 576 to 512, or all heads. */
function mlaOf(parts: TruthBuffers["parts"]): BufferStart["settings"]["mla"] {
  const [k = 0, v = 0] = parts.map((part) => part.logged_mib ?? 0);
  if (parts.length === 1) return "latent";
  return v / k > 0.8 ? "latent+transposed" : "expanded";
}

/** A row of llama.cpp as a start; its geometry is not read. `latent`: its model has MLA. */
export function bufferStart(row: TruthBuffers, latent: boolean): BufferStart {
  const printed = row.parts.map(({ kind, logged_mib }) => [partNames[kind], logged_mib] as const);
  // Where the model has windows and one part was printed, the total is that part's.
  return {
    engine: row.engine,
    readAs: row.engine === "ik_llama.cpp" ? "ik_llama.cpp" : "newest",
    settings: known<BufferStart["settings"]>({
      ctx: row.n_ctx,
      slots: row.n_seq,
      unified: row.kv_unified,
      ubatch: row.n_ubatch,
      typeK: row.type_k,
      typeV: row.type_v ?? row.type_k,
      mla: latent ? (mlaOf(row.parts) ?? null) : null,
    }),
    printed: Object.fromEntries([
      ...printed.filter(([, mib]) => mib !== null),
      ...(row.parts.length === 1 && row.parts[0]?.kind === "full"
        ? []
        : [["totalMib", row.total_mib]]),
    ]),
  };
}
