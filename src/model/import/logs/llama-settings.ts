import { commandAfter, flagValue, hasFlag } from "./flags.ts";
import type { LogLine } from "./lines.ts";
import { parseCount, parseName, parseSwitch } from "./numbers.ts";
import type { LlamaGeometry, LlamaSettings } from "./server-log.ts";
import { believed, type Settings } from "./settings.ts";

export type LlamaFields = LlamaSettings & { readonly version: string | null };

export const noLlamaFields: LlamaFields = {
  version: null,
  nCtx: null,
  nCtxPerSeq: null,
  nSeqMax: null,
  nBatch: null,
  nUbatch: null,
  flashAttention: null,
  kvUnified: null,
  swaFull: null,
  mlaMode: null,
  typeK: null,
  typeV: null,
};

export type ModelFields = LlamaGeometry & {
  readonly name: string | null;
  readonly path: string | null;
};

export const noModelFields: ModelFields = {
  name: null,
  path: null,
  architecture: null,
  nCtxTrain: null,
  nEmbd: null,
  nLayer: null,
  nHead: null,
  nHeadKv: null,
  nEmbdHeadK: null,
  nEmbdHeadV: null,
  nEmbdKGqa: null,
  nEmbdVGqa: null,
  nRot: null,
  nSwa: null,
  nSwaPattern: null,
  nExpert: null,
  nExpertUsed: null,
  kvLoraRank: null,
  ssmDConv: null,
  ssmDInner: null,
  ssmDState: null,
  ssmDtRank: null,
  ssmNGroup: null,
};

const contextFields: Readonly<
  Record<string, [keyof LlamaFields, (text: string | undefined) => unknown]>
> = {
  n_ctx: ["nCtx", parseCount],
  n_ctx_per_seq: ["nCtxPerSeq", parseCount],
  n_ctx_seq: ["nCtxPerSeq", parseCount],
  n_seq_max: ["nSeqMax", parseCount],
  n_batch: ["nBatch", parseCount],
  n_ubatch: ["nUbatch", parseCount],
  flash_attn: ["flashAttention", parseSwitch],
  kv_unified: ["kvUnified", parseSwitch],
  mla_attn: ["mlaMode", parseCount],
};

/** Names of the function or program that prints a context's parameters. */
export const contextLine =
  /\bllama_(?:new_context_with_model|init_from_model|init_from_file|context\w*|model_load(?:_internal)?) ?: +(\w+) += *(\w+)/;

/** Reads "llama_context: n_ctx = 4096"; false where the line is none. */
export function readContextLine(found: Settings<LlamaFields>, line: LogLine): boolean {
  const match = contextLine.exec(line.text);
  const [field, parse] = contextFields[match?.[1] ?? ""] ?? [];
  if (!match || !field || !parse) return false;
  const value = parse(match[2]);
  if (value !== null)
    found.put(field as "nCtx", value as number, believed.result, line, match.index);
  return true;
}

type Values = number | readonly number[] | null;

/** "8", or the list of "[8, 8, 0, …]" where layers differ; an equal list is one number. */
export function parseCounts(text: string | undefined): Values {
  if (!text?.startsWith("[")) return parseCount(text);
  // A list that is cut off would be taken for a shorter one.
  if (!text.endsWith("]") || text.includes("...")) return null;
  const values = text
    .slice(1, -1)
    .split(",")
    .map((each) => parseCount(each.trim()));
  if (values.length > 4096 || values.some((value) => value === null)) return null;
  const counts = values as number[];
  return counts.every((value) => value === counts[0]) ? (counts[0] ?? null) : counts;
}

const geometryFields: Readonly<Record<string, keyof LlamaGeometry>> = {
  n_ctx_train: "nCtxTrain",
  n_embd: "nEmbd",
  n_layer: "nLayer",
  n_head: "nHead",
  n_head_kv: "nHeadKv",
  n_embd_head_k: "nEmbdHeadK",
  n_embd_head_v: "nEmbdHeadV",
  n_embd_k_gqa: "nEmbdKGqa",
  n_embd_v_gqa: "nEmbdVGqa",
  n_rot: "nRot",
  n_swa: "nSwa",
  n_swa_pattern: "nSwaPattern",
  n_expert: "nExpert",
  n_expert_used: "nExpertUsed",
  n_lora_kv: "kvLoraRank",
  kv_lora_rank: "kvLoraRank",
  ssm_d_conv: "ssmDConv",
  ssm_d_inner: "ssmDInner",
  ssm_d_state: "ssmDState",
  ssm_dt_rank: "ssmDtRank",
  ssm_n_group: "ssmNGroup",
};

/** Keys of a GGUF header, after the architecture's name. */
const headerFields: Readonly<Record<string, keyof LlamaGeometry>> = {
  context_length: "nCtxTrain",
  embedding_length: "nEmbd",
  block_count: "nLayer",
  "attention.head_count": "nHead",
  "attention.head_count_kv": "nHeadKv",
  "attention.key_length": "nEmbdHeadK",
  "attention.value_length": "nEmbdHeadV",
  "attention.sliding_window": "nSwa",
  "attention.kv_lora_rank": "kvLoraRank",
  "rope.dimension_count": "nRot",
  expert_count: "nExpert",
  expert_used_count: "nExpertUsed",
  "ssm.conv_kernel": "ssmDConv",
  "ssm.inner_size": "ssmDInner",
  "ssm.state_size": "ssmDState",
  "ssm.time_step_rank": "ssmDtRank",
  "ssm.group_count": "ssmNGroup",
};

const dumpLine =
  /\b(?:print_info|llm_load_print_meta|llama_model_load_internal) ?: +([\w. ]+?) += *([^\s].*)$/;
const headerLine = /\bllama_model_loader: - kv +\d+: +([\w.-]+) +(\w+(?:\[[^\]]*\])?) += +(.+)$/;
const layerLine = /\bllama_kv_cache\w*[:,] +layer +\d+: (.*=.*)$/;

/** Reads a line of the model's dump or header. */
export function readModelLine(model: Settings<ModelFields>, line: LogLine): boolean {
  const { text } = line;
  const dumped = dumpLine.exec(text);
  if (dumped) return readDump(model, dumped[1] ?? "", (dumped[2] ?? "").trim(), line);
  const header = headerLine.exec(text);
  if (header) return readHeader(model, header[1] ?? "", (header[3] ?? "").trim(), line);
  const layer = layerLine.exec(text);
  if (!layer) return false;
  for (const [, name = "", value] of (layer[1] ?? "").matchAll(/(\w+) = (\d+)/g)) {
    const field = geometryFields[name];
    if (field && model.values[field] === null)
      putCount(model, field, value, believed.command, line);
  }
  return true;
}

function readDump(
  model: Settings<ModelFields>,
  name: string,
  value: string,
  line: LogLine,
): boolean {
  if (name === "arch") model.put("architecture", parseName(value), believed.result, line);
  else if (name === "general.name") model.put("name", parseName(value), believed.result, line);
  else {
    const field = geometryFields[name];
    if (field) putCount(model, field, value, believed.result, line);
  }
  return true;
}

function readHeader(
  model: Settings<ModelFields>,
  key: string,
  value: string,
  line: LogLine,
): boolean {
  if (key === "general.architecture")
    model.put("architecture", parseName(value), believed.args, line);
  else if (key === "general.name") model.put("name", parseName(value), believed.args, line);
  else {
    const field = headerFields[key.slice(key.indexOf(".") + 1)];
    if (field) putCount(model, field, value, believed.args, line);
  }
  return true;
}

function putCount(
  model: Settings<ModelFields>,
  field: keyof LlamaGeometry,
  text: string | undefined,
  weight: number,
  line: LogLine,
): void {
  const value = parseCounts(text);
  if (value !== null) model.put(field as "nHeadKv", value, weight, line);
}

const programs =
  /(?:^|[\s/`"'\\])(?:llama-(?:server|cli|bench|perplexity|sweep-bench|batched-bench|mtmd-cli|run|simple|parallel|completion)|ollama_llama_server|ollama(?:\.exe)? runner)(?:\.exe)?(?=\s)/;

const flagged = [
  ["nCtx", parseCount, ["-c", "--ctx-size"]],
  ["nSeqMax", parseCount, ["-np", "--parallel"]],
  ["nBatch", parseCount, ["-b", "--batch-size"]],
  ["nUbatch", parseCount, ["-ub", "--ubatch-size"]],
  ["typeK", parseName, ["-ctk", "--cache-type-k", "--kv-cache-type"]],
  ["typeV", parseName, ["-ctv", "--cache-type-v", "--kv-cache-type"]],
  ["mlaMode", parseCount, ["-mla", "--mla-use"]],
  ["flashAttention", parseSwitch, ["-fa", "--flash-attn"]],
] as const;

/** Words of a command that starts a program of llama.cpp; null where the line is none. */
export function llamaCommand(text: string): readonly string[] | null {
  return text.includes("llama") ? commandAfter(text, programs) : null;
}

export function readLlamaCommand(
  found: Settings<LlamaFields>,
  model: Settings<ModelFields>,
  words: readonly string[],
  line: LogLine,
): void {
  for (const [field, parse, flags] of flagged) {
    const value = parse(flagValue(words, ...flags));
    // `-c 0` takes the model's own length.
    if (value !== null && value !== 0)
      found.put(field as "nCtx", value as number, believed.command, line);
  }
  if (hasFlag(words, "--swa-full")) found.put("swaFull", true, believed.command, line);
  if (hasFlag(words, "-kvu", "--kv-unified")) found.put("kvUnified", true, believed.command, line);
  const path = flagValue(words, "-m", "--model", "-hf", "-hfr", "--hf-repo");
  if (path) model.put("path", path, believed.command, line);
}
