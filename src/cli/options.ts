export const commandNames = ["size", "fit", "read-log", "simulate", "plan"] as const;
export type CommandName = (typeof commandNames)[number];

/** Under which heading `--help` lists an option. */
export type OptionGroup =
  | "model"
  | "cache"
  | "memory"
  | "engine"
  | "llama.cpp"
  | "traffic"
  | "simulation"
  | "output";

/**
 * `count` is a whole number from 1, `number` one from 0, `decimal` any number from 0, `flag` takes
 * no value. `engines`: the option is for `llama.cpp` alone, or for all but it.
 */
export interface OptionSpec {
  readonly name: string;
  readonly kind: "count" | "number" | "decimal" | "text" | "flag";
  readonly value?: string;
  readonly group: OptionGroup;
  readonly commands: readonly CommandName[];
  readonly engines?: "llama.cpp" | "blocks";
}

const all = commandNames;
const sizes = ["size", "fit"] as const;
const size = ["size"] as const;
const fit = ["fit"] as const;
const ofModels = ["size", "fit", "read-log", "plan"] as const;
const plan = ["plan"] as const;
const fitsAndPlans = ["fit", "plan"] as const;
const simulate = ["simulate"] as const;

function option<const N extends string, const K extends OptionSpec["kind"]>(
  name: N,
  kind: K,
  value: string,
  group: OptionGroup,
  commands: readonly CommandName[],
  engines?: OptionSpec["engines"],
) {
  return { name, kind, value, group, commands, ...(engines ? { engines } : {}) };
}

/** Every option, in the order `--help` lists them. */
export const optionSpecs = [
  option("config", "text", "FILE", "model", ofModels),
  option("model", "text", "ID", "model", ofModels),
  option("gguf", "text", "FILE", "model", ofModels),
  option("dtype", "text", "T", "model", sizes),
  option("tokens", "count", "N", "cache", size),
  option("batch", "count", "N", "cache", size),
  option("kv-format", "text", "F", "cache", ["size", "fit", "plan"], "blocks"),
  option("tp", "count", "N", "cache", sizes, "blocks"),
  option("engine", "text", "E", "engine", fit),
  option("pp", "count", "N", "engine", fit, "blocks"),
  option("dp", "count", "N", "engine", fit, "blocks"),
  option("dcp", "count", "N", "engine", fit, "blocks"),
  option("max-model-len", "count", "N", "engine", fitsAndPlans, "blocks"),
  option("max-batched-tokens", "count", "N", "engine", fit, "blocks"),
  option("block-size", "count", "N", "engine", fit, "blocks"),
  option("speculative-tokens", "number", "N", "engine", fit, "blocks"),
  option("state-mode", "text", "M", "engine", fit, "blocks"),
  option("no-hybrid", "flag", "", "engine", fit, "blocks"),
  option("available-gib", "decimal", "X", "memory", fit),
  option("gpu", "text", "ID", "memory", fitsAndPlans, "blocks"),
  option("count", "count", "N", "memory", fit, "blocks"),
  option("utilization", "decimal", "X", "memory", fit, "blocks"),
  option("total-gib", "decimal", "X", "memory", fit, "blocks"),
  option("weights-format", "text", "F", "memory", fitsAndPlans, "blocks"),
  option("weights-gib", "decimal", "X", "memory", fit, "blocks"),
  option("non-torch-gib", "decimal", "X", "memory", fit, "blocks"),
  option("activation-gib", "decimal", "X", "memory", fit, "blocks"),
  option("cuda-graph-gib", "decimal", "X", "memory", fit, "blocks"),
  option("ctx", "count", "N", "llama.cpp", fit, "llama.cpp"),
  option("slots", "count", "N", "llama.cpp", fit, "llama.cpp"),
  option("ubatch", "count", "N", "llama.cpp", fit, "llama.cpp"),
  option("type-k", "text", "F", "llama.cpp", fit, "llama.cpp"),
  option("type-v", "text", "F", "llama.cpp", fit, "llama.cpp"),
  option("unified", "flag", "", "llama.cpp", fit, "llama.cpp"),
  option("swa-full", "flag", "", "llama.cpp", fit, "llama.cpp"),
  option("no-flash-attention", "flag", "", "llama.cpp", fit, "llama.cpp"),
  option("mla", "text", "M", "llama.cpp", fit, "llama.cpp"),
  option("rate", "decimal", "R", "traffic", plan),
  option("prompt", "count", "N", "traffic", plan),
  option("output", "count", "N", "traffic", plan),
  option("ttft-ms", "count", "N", "traffic", plan),
  option("tpot-ms", "count", "N", "traffic", plan),
  option("most-gpus", "count", "N", "memory", plan),
  option("per-node", "count", "N", "memory", plan),
  option("split-loss", "decimal", "P", "memory", plan),
  option("price", "decimal", "X", "memory", plan),
  option("scenario", "text", "FILE", "simulation", simulate),
  option("trace", "text", "FILE", "simulation", simulate),
  option("seed", "number", "N", "simulation", ["simulate", "plan"]),
  option("emit", "text", "E", "output", plan),
  option("path", "text", "P", "output", plan),
  option("json", "flag", "", "output", all),
  option("lang", "text", "L", "output", all),
  option("help", "flag", "", "output", all),
] as const satisfies readonly OptionSpec[];

type Spec = (typeof optionSpecs)[number];
export type OptionName = Spec["name"];
export type NamesOf<K extends OptionSpec["kind"]> = Extract<Spec, { kind: K }>["name"];

/** Options of a command, `--help` included. */
export const optionsOf = (command: CommandName): readonly Spec[] =>
  optionSpecs.filter(({ commands }) => (commands as readonly CommandName[]).includes(command));
