import { commandAfter, flagValue, hasFlag, keyedMatch } from "./flags.ts";
import type { LogLine } from "./lines.ts";
import { parseCount, parseDecimal, parseLength, parseName, parseSwitch } from "./numbers.ts";
import type { VllmSettings } from "./server-log.ts";
import { believed, type Settings } from "./settings.ts";

export type VllmFields = VllmSettings & {
  readonly version: string | null;
  readonly model: string | null;
};

export const noVllmFields: VllmFields = {
  version: null,
  model: null,
  tp: null,
  pp: null,
  dp: null,
  dcp: null,
  dtype: null,
  kvCacheDtype: null,
  maxModelLen: null,
  maxBatchedTokens: null,
  maxNumSeqs: null,
  blockSize: null,
  gpuMemoryUtilization: null,
  speculativeTokens: null,
  prefixCaching: null,
  hybridManagerDisabled: null,
  mambaPadPercent: null,
  paddingLayers: null,
};

type Parse<T> = (text: string | undefined) => T | null;
interface Source<K extends keyof VllmFields> {
  readonly field: K;
  readonly parse: Parse<VllmFields[K] & {}>;
  /** Names in a configuration, and flags of a command. */
  readonly keys: readonly string[];
  readonly flags: readonly string[];
}

function source<K extends keyof VllmFields>(
  field: K,
  parse: Parse<VllmFields[K] & {}>,
  keys: readonly string[],
  short: readonly string[] = [],
): Source<K> {
  return {
    field,
    parse,
    keys,
    flags: [...keys.map((key) => `--${key.replaceAll("_", "-")}`), ...short],
  };
}

const sources = [
  source("model", parseName, ["model", "model_tag"]),
  source("tp", parseCount, ["tensor_parallel_size"], ["-tp"]),
  source("pp", parseCount, ["pipeline_parallel_size"], ["-pp"]),
  source("dp", parseCount, ["data_parallel_size"], ["-dp"]),
  source("dcp", parseCount, ["decode_context_parallel_size"], ["-dcp"]),
  source("dtype", parseName, ["dtype"]),
  source("kvCacheDtype", parseName, ["kv_cache_dtype"]),
  source("maxModelLen", parseLength, ["max_seq_len", "max_model_len"]),
  source("maxBatchedTokens", parseLength, ["max_num_batched_tokens"]),
  source("maxNumSeqs", parseCount, ["max_num_seqs"]),
  source("blockSize", parseCount, ["block_size"]),
  source("gpuMemoryUtilization", parseDecimal, ["gpu_memory_utilization"], ["-gmu"]),
  source("speculativeTokens", parseCount, ["num_speculative_tokens", "num_spec_tokens"]),
  source("prefixCaching", parseSwitch, ["enable_prefix_caching"]),
  source("hybridManagerDisabled", parseSwitch, ["disable_hybrid_kv_cache_manager"]),
] as const;

/** Reads a configuration or a list of arguments in Python's repr. */
export function readVllmConfig(found: Settings<VllmFields>, line: LogLine, weight: number): void {
  for (const each of sources) readKeyed(found, each, line, weight);
}

function readKeyed<K extends keyof VllmFields>(
  found: Settings<VllmFields>,
  { field, keys, parse }: Source<K>,
  line: LogLine,
  weight: number,
): void {
  const match = keyedMatch(line.text, ...keys);
  const value = parse(match?.value);
  if (value !== null) found.put(field, value, weight, line, match?.at);
}

/** Reads a command that starts vLLM; false where the line is none. */
export function readVllmCommand(found: Settings<VllmFields>, line: LogLine): boolean {
  const words = vllmCommand(line.text);
  if (!words) return false;
  for (const each of sources) readFlag(found, each, words, line);
  // The model stands first, or after options that the loop above has read.
  const first = words[0];
  if (first && !first.startsWith("-")) found.put("model", first, believed.command, line);
  if (hasFlag(words, "--enable-prefix-caching")) switchOn(found, "prefixCaching", true, line);
  if (hasFlag(words, "--no-enable-prefix-caching")) switchOn(found, "prefixCaching", false, line);
  if (hasFlag(words, "--disable-hybrid-kv-cache-manager")) {
    switchOn(found, "hybridManagerDisabled", true, line);
  }
  const speculative = keyedMatch(words.join(" "), "num_speculative_tokens");
  const tokens = parseCount(speculative?.value);
  if (tokens !== null) found.put("speculativeTokens", tokens, believed.command, line);
  return true;
}

function readFlag<K extends keyof VllmFields>(
  found: Settings<VllmFields>,
  { field, flags, parse }: Source<K>,
  words: readonly string[],
  line: LogLine,
): void {
  const value = parse(flagValue(words, ...flags));
  if (value !== null) found.put(field, value, believed.command, line);
}

function switchOn(
  found: Settings<VllmFields>,
  field: "prefixCaching" | "hybridManagerDisabled",
  on: boolean,
  line: LogLine,
): void {
  found.put(field, on, believed.command, line);
}

const serve = /(?:^|[\s/"'`])vllm serve(?=\s)/;
const programs = /\S*vllm\.entrypoints\.[\w.]+|\S*vllm\/vllm-openai\S*|\S*vllm-openai:\S+/;

function vllmCommand(text: string): readonly string[] | null {
  if (text.includes("vllm serve")) return commandAfter(text, serve);
  if (text.includes("vllm.entrypoints") || text.includes("vllm-openai")) {
    const words = commandAfter(text, programs);
    // A traceback names these modules too.
    return words?.some((word) => word.startsWith("--")) ? words : null;
  }
  return null;
}
