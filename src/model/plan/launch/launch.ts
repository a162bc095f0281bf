import type { PlanRequest } from "../plan-request.ts";
import type { Sized } from "../sized.ts";

export const launchNames = ["vllm", "sglang", "llama.cpp", "k8s"] as const;
/** Where a plan is started: an engine on its machines, or vLLM on Kubernetes. */
export type LaunchName = (typeof launchNames)[number];

/** What flags are for. */
export const reasons = [
  ...(["model", "tp", "pp", "node", "longest", "memory", "places", "budget"] as const),
  ...(["weights-online", "weights-file", "cache", "keys", "values", "tokens", "unified"] as const),
  ...(["attention", "layers", "split", "host", "port"] as const),
] as const;
export type Reason = (typeof reasons)[number];

/** A flag of an engine, as it stands in the command; `value` is `null` where it takes none. */
export interface Flag {
  readonly name: string;
  readonly value: string | null;
  readonly reason: Reason;
}

/** A plan as something that starts an engine. */
export interface Launch {
  readonly file: string;
  readonly text: string;
  readonly flags: readonly Flag[];
  /** Tokens that the engine will print for the cache of one copy. */
  readonly kvTokens: number;
}

/** Why an engine cannot be started so. */
export interface NoLaunch {
  readonly problem: "one-machine" | "no-room" | "no-format" | "no-gpu";
}

/** What is started: one copy, how many of them, and where the model is. */
export interface Launched {
  readonly request: PlanRequest;
  readonly sized: Sized;
  readonly replicas: number;
  /** A directory or a name on the hub; see `isModelPath`. */
  readonly model: string;
}

/** Safe in a shell, in YAML and as a path: letters, digits and `. _ - /`. */
export const isModelPath = (text: string): boolean =>
  /^[A-Za-z0-9/._][A-Za-z0-9/._-]{0,199}$/.test(text) && /[A-Za-z0-9]/.test(text);

export const flag = (name: string, value: string | number | null, reason: Reason): Flag => ({
  ...{ name, value: value === null ? null : String(value) },
  reason,
});

/** Copies that run on one machine, and machines, the last of which may have fewer. */
export function machinesOf({ request, sized, replicas }: Launched): {
  readonly copies: number;
  readonly machines: number;
} {
  if (sized.pp > 1) return { copies: 1, machines: replicas * sized.pp };
  const most = Math.max(1, Math.floor(request.gpu.perNode / sized.tp));
  const machines = Math.ceil(replicas / most);
  return { copies: Math.ceil(replicas / machines), machines };
}

/** A script that starts the copies of one machine: a command, its flags, and where it answers. */
export interface Script {
  /** `NAME=value` and other lines that come first. */
  readonly setup: readonly string[];
  readonly program: string;
  readonly flags: readonly Flag[];
  readonly port: number;
}

/** The script, and its flags with what several copies need beside. */
export function scriptOf(
  launched: Launched,
  { setup, program, flags, port }: Script,
): Pick<Launch, "text" | "flags"> {
  const { request, sized, replicas } = launched;
  const { copies } = machinesOf(launched);
  const isAlone = replicas === 1 || sized.pp > 1;
  const all = [
    ...flags,
    flag("--host", "0.0.0.0", "host"),
    flag("--port", isAlone ? port : `$((${port} + copy))`, "port"),
  ];
  const command = commandLines(program, all);
  const visible = request.gpu.vendor === "AMD" ? "HIP_VISIBLE_DEVICES" : "CUDA_VISIBLE_DEVICES";
  const devices = Array.from({ length: sized.tp }, (_, i) => `$((${sized.tp} * copy + ${i}))`);
  const lines = [
    ...["#!/usr/bin/env bash", "set -eu"],
    ...machineComment(launched),
    ...setup,
    ...(isAlone
      ? command
      : [
          `COPIES=${copies}`,
          "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT",
          "for ((copy = 0; copy < COPIES; copy++)); do",
          `  export ${visible}="${devices.join(",")}"`,
          ...command.map((line, i) => `  ${line}${i === command.length - 1 ? " &" : ""}`),
          ...["done", "wait -n"],
        ]),
  ];
  return { text: `${lines.join("\n")}\n`, flags: all };
}

/** Lines of a command: program first, a flag with its value a line. */
function commandLines(program: string, flags: readonly Flag[]): readonly string[] {
  const words = [program, ...flags.map((one) => `  ${flagText(one)}`)];
  return words.map((line, i) => (i < words.length - 1 ? `${line} \\` : line));
}

export const flagText = ({ name, value }: Flag): string =>
  value === null ? name : `${name} ${value}`;

/** Which machine of a group runs the script, and where the first one is. */
export const rankLines = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: parameters of the shell.
  'RANK="${1:?rank of this machine in its group, 0 for the head}"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: parameters of the shell.
  'HEAD="${2:?address of the head}"',
];

/** vLLM and SGLang round weights to 8 bits as they load them; of 4 bits they have to be already. */
export function checkpointComment({ request, sized }: Launched): readonly string[] {
  return sized.weights === "int4" && request.model.stored !== "int4"
    ? ["# MODEL has to be a file with weights of 4 bits; the engine finds that out by itself."]
    : [];
}

/** How many machines run the script, where it is not one. */
function machineComment(launched: Launched): readonly string[] {
  const { copies, machines } = machinesOf(launched);
  const { replicas, sized } = launched;
  if (machines === 1) return [];
  if (sized.pp > 1) {
    const each = replicas > 1 ? `, ${replicas} groups of ${sized.pp}` : "";
    return [`# ${machines} machines${each}; on each: bash FILE RANK HEAD-ADDRESS`];
  }
  const last = replicas - copies * (machines - 1);
  const rest = last === copies ? "" : `; on the last one COPIES=${last}`;
  return [`# ${machines} machines behind a load balancer${rest}.`];
}
