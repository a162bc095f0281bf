import { parseCount, parseDecimal } from "./numbers.ts";
import type { VllmRank, VllmRefusal } from "./server-log.ts";
import type { VllmFields } from "./vllm-settings.ts";

export type RankField = Exclude<keyof VllmRank, "rank">;
type Parse = (text: string | undefined) => number | null;

/** A number a line prints: for a rank, for the whole server, or in an error. */
export interface Rule {
  /** Found in the line before the pattern is tried. */
  readonly needle: string;
  readonly pattern: RegExp;
  /** What each group of the pattern is. */
  readonly takes: readonly Take[];
}
type Take =
  | { readonly to: "rank"; readonly field: RankField; readonly parse: Parse }
  | {
      readonly to: "server";
      readonly field: keyof VllmFields;
      readonly parse: (text: string | undefined) => unknown;
    }
  | { readonly to: "concurrencyLen" | "blocks"; readonly field: string; readonly parse: Parse }
  | { readonly to: "refused"; readonly field: keyof VllmRefusal; readonly parse: Parse };

const gib = (field: RankField): Take => ({ to: "rank", field, parse: parseDecimal });
const count = (field: RankField): Take => ({ to: "rank", field, parse: parseCount });
const server = (field: keyof VllmFields, parse: (text: string | undefined) => unknown): Take => ({
  to: "server",
  field,
  parse,
});
const refused = (field: keyof VllmRefusal, parse: Parse): Take => ({ to: "refused", field, parse });

/** Spaces may be gone where a terminal wrapped the line, so a space in `source` matches none too. */
function rule(needle: string, source: string, ...takes: readonly Take[]): Rule {
  const pattern = source
    .replaceAll(" ", "\\s*")
    .replaceAll("<n>", "(\\d[\\d,]{0,20})")
    .replaceAll("<x>", "(-?\\d+(?:[.,]\\d+)?)")
    .replaceAll("<gib>", "(-?\\d+(?:[.,]\\d+)?)\\s*[GM]i?[Bb]");
  return { needle, pattern: new RegExp(pattern, "gi"), takes };
}

const name = (text: string | undefined) => text ?? null;
const yes = (text: string | undefined) => (text === undefined ? null : true);

/**
 * The lines of vLLM over its versions, in the order in which they are believed where two print
 * the same quantity. "GB" of the early ones is 2^30 bytes too.
 */
export const vllmRules: readonly Rule[] = [
  rule("KV cache size", "KV cache size: <n> tokens", count("kvTokens")),
  rule(
    "concurrency",
    "Maximum concurrency for <n> tokens per request: ~?<x>x",
    { to: "concurrencyLen", field: "concurrencyLen", parse: parseCount },
    { to: "rank", field: "concurrency", parse: parseDecimal },
  ),
  rule("CPU blocks", "# \\w+ blocks: <n>, # CPU blocks: <n>", count("blocks"), count("cpuBlocks")),
  rule("PU blocks", "# GPU blocks: <n>(?!,? # CPU|[\\d,])", count("blocks")),
  rule("num_gpu_blocks_override", "num_gpu_blocks=[1-9]\\d* with num_gpu_blocks_override=<n>", {
    to: "blocks",
    field: "blocks",
    parse: parseCount,
  }),
  rule("num_gpu_blocks", "num_gpu_blocks is : <n>", {
    to: "blocks",
    field: "blocks",
    parse: parseCount,
  }),
  rule("KV cache memory", "Available KV cache memory: <gib>", gib("availableGiB")),
  rule("reserved for KV", "reserved for KV Cache is <gib>", gib("availableGiB")),
  rule("available_kv_cache_memory", "available_kv_cache_memory=? <gib>", gib("availableGiB")),
  rule("kv_cache_size", "kv_cache_size=<gib>", gib("availableGiB")),
  rule("kv cache memory in use", "Current kv cache memory in use is <gib>", gib("availableGiB")),
  rule("total_gpu_memory", "total_gpu_memory \\(<gib>\\)", gib("totalGiB")),
  rule("total_gpu_memory", "total_gpu_memory=? <gib>", gib("totalGiB")),
  rule(
    "Free memory on device",
    "Free memory on device[^(]{0,20}\\([\\d.]+/<gib>\\)",
    gib("totalGiB"),
  ),
  rule(
    "gpu_memory_utilization",
    "gpu_memory_utilization(?: \\(|=|\\s)<x>",
    server("gpuMemoryUtilization", parseDecimal),
  ),
  rule(
    "Desired GPU memory",
    "Desired GPU memory utilization is \\(<x>,",
    server("gpuMemoryUtilization", parseDecimal),
  ),
  rule(
    "desired GPU memory",
    "desired GPU memory utilization \\(<x>,",
    server("gpuMemoryUtilization", parseDecimal),
  ),
  rule("loading took", "Model loading took <gib>", gib("weightsGiB")),
  rule("weights took", "Loading model weights took <gib>", gib("weightsGiB")),
  rule("weights take", "model weights take <gib>", gib("weightsGiB")),
  rule("for weight", "Actual usage is <gib> for weight", gib("weightsGiB")),
  rule("non_torch_memory", "non_torch_memory(?: takes|=|) <gib>", gib("nonTorchGiB")),
  rule("non-torch memory", "<gib> for non-torch memory", gib("nonTorchGiB")),
  rule(
    "activation peak",
    "PyTorch activation peak memory(?: takes)? <gib>",
    gib("activationPeakGiB"),
  ),
  rule("peak activation", "<gib> for peak activation", gib("activationPeakGiB")),
  rule(
    "Graph capturing",
    "Graph capturing finished in \\d+ secs?\\.?, took <gib>",
    gib("cudaGraphGiB"),
  ),
  rule("CUDAGraph memory", "<gib> for CUDAGraph memory", gib("cudaGraphGiB")),
  rule("CUDA graph pool", "CUDA graph pool memory: <gib> \\(actual\\)", gib("cudaGraphGiB")),
  rule("graph memory", "Estimated CUDA graph memory: <gib>", gib("cudaGraphGiB")),
  rule(
    "max_num_batched_tokens",
    "enabled with max_num_batched_tokens=<n>",
    server("maxBatchedTokens", parseCount),
  ),
  rule("max model len", "Using max model len <n>", server("maxModelLen", parseCount)),
  rule(
    "attention block size",
    "Setting attention block size to <n> tokens",
    server("blockSize", parseCount),
  ),
  rule(
    "mamba page size",
    "Padding mamba page size by <x>%",
    server("mambaPadPercent", parseDecimal),
  ),
  rule("padding layers", "Add <n> padding layers", server("paddingLayers", parseCount)),
  rule(
    "data type to store kv cache",
    "Using (\\w+) data type to store kv cache",
    server("kvCacheDtype", name),
  ),
  rule("KV cache format", "Using DeepSeek's (\\w+) KV cache format", server("kvCacheDtype", name)),
  rule(
    "ybrid",
    "(Hybrid KV cache manager is disabled|Turning off hybrid kv cache manager)",
    server("hybridManagerDisabled", yes),
  ),
  rule(
    "vLLM API server version",
    "vLLM API server version (\\d+\\.[\\w.+]+)",
    server("version", name),
  ),
  rule("LLM engine (v", "LLM engine \\(v([\\w.+]+)\\)", server("version", name)),
  rule("█", "█ version (\\d+\\.[\\w.+]+)", server("version", name)),
  rule(
    "max seq len",
    "max seq len \\(<n>\\), \\(?<gib> KV cache is needed, which is larger than the available KV cache memory \\(<gib>\\)",
    refused("maxModelLen", parseCount),
    refused("neededGiB", parseDecimal),
    refused("availableGiB", parseDecimal),
  ),
  rule(
    "maximum model length",
    "estimated maximum model length is <n>",
    refused("estimatedMaxLen", parseCount),
  ),
  rule(
    "max seq len",
    "max seq len \\(<n>\\) is larger than the maximum number of tokens that can be stored in KV cache \\(<n>\\)",
    refused("maxModelLen", parseCount),
    refused("kvTokens", parseCount),
  ),
];
