import type { Text } from "../messages/text.ts";
import { type CommandName, commandNames, type OptionGroup, optionsOf } from "../options.ts";
import { columns } from "./columns.ts";

const examples: Readonly<Record<CommandName, readonly string[]>> = {
  size: [
    "headcount size --model llama-3-70b --tokens 8192",
    "headcount size --config config.json --kv-format fp8 --tp 4 --json",
  ],
  fit: [
    "headcount fit --config config.json --engine vllm@0.11 --available-gib 45.32 --tp 4",
    "headcount fit --model llama-3-70b --engine vllm --gpu h100 --count 4 --max-model-len 8192",
    "headcount fit --model gemma-3-27b --engine llama.cpp --ctx 32768 --slots 4 --type-k q8_0 --type-v q8_0",
  ],
  "read-log": [
    "headcount read-log server.log --config config.json",
    "docker logs vllm 2>&1 | headcount read-log - --model gpt-oss-120b",
  ],
  plan: [
    "headcount plan --model llama-3-70b --gpu h100-80g --rate 4 --prompt 500 --output 1500",
    "headcount plan --config config.json --gpu h200 --rate 2 --price 3.5 --json",
    "headcount plan --model llama-3-70b --gpu h100-80g --rate 4 --emit k8s > vllm.yaml",
  ],
  simulate: [
    "headcount simulate --scenario scenario.json --seed 1",
    "headcount simulate --scenario scenario.json --trace AzureLLMInferenceTrace_conv.csv --json",
  ],
};

/** `headcount --help`. */
export function overviewLines(text: Text): readonly string[] {
  return [
    text("about"),
    "",
    text("usage"),
    ...commandNames.map((command) => `  ${usageOf(command, text)}`),
    "",
    text("commands"),
    ...columns(commandNames.map((command) => [command, text(`command-${command}`)])),
    "",
    text("examples"),
    ...commandNames.map((command) => `  ${examples[command][0]}`),
    "",
    text("help-command"),
    text("exit-codes"),
  ];
}

function usageOf(command: CommandName, text: Text): string {
  const model = text("usage-model");
  switch (command) {
    case "size":
      return `headcount size ${model} [--tokens N] [--tp N] …`;
    case "fit":
      return `headcount fit ${model} --engine E [--available-gib X | --gpu ID] …`;
    case "read-log":
      return `headcount read-log FILE [${model}]`;
    case "plan":
      return `headcount plan ${model} --gpu ID --rate R [--emit vllm|sglang|llama.cpp|k8s] …`;
    case "simulate":
      return "headcount simulate --scenario FILE [--trace FILE] [--seed N]";
  }
}

const groups: readonly OptionGroup[] = [
  "model",
  "cache",
  "engine",
  "memory",
  "llama.cpp",
  "traffic",
  "simulation",
  "output",
];

/** `headcount COMMAND --help`. */
export function commandHelpLines(command: CommandName, text: Text): readonly string[] {
  const options = optionsOf(command);
  const width = Math.max(...options.map(({ name, value }) => name.length + value.length + 3));
  const listed = groups.flatMap((group) => {
    const own = options.filter((option) => option.group === group);
    if (own.length === 0) return [];
    const lines = own.map(({ name, value }) => {
      const left = `--${name}${value === "" ? "" : ` ${value}`}`;
      return `  ${left.padEnd(width)}  ${text(`option-${name}`)}`;
    });
    return ["", `${text(`group-${group}`)}:`, ...lines];
  });
  return [
    `headcount ${command}: ${text(`command-${command}`)}`,
    "",
    text("usage"),
    `  ${usageOf(command, text)}`,
    ...listed,
    "",
    text("examples"),
    ...examples[command].map((example) => `  ${example}`),
    "",
    ...(command === "size" ? [text("note-size")] : []),
    ...(command === "read-log" ? [text("note-read-log")] : []),
    ...(command !== "simulate" && command !== "read-log" ? [text("note-numbers")] : []),
    text("exit-codes"),
  ];
}
