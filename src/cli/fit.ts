import { engineNames } from "../model/engines/engine.ts";
import { parseEngine } from "../model/engines/select.ts";
import { wrongUsage } from "./cli-error.ts";
import type { CliModel } from "./cli-model.ts";
import { fitBlocks } from "./fit-blocks.ts";
import { fitLlamaCpp } from "./fit-llama-cpp.ts";
import { optionSpecs } from "./options.ts";
import type { Options } from "./parse-options.ts";

/**
 * What an engine has room for, as `headcount fit --json` prints it.
 * @throws CliError on an engine that is none, and on an option that it does not have.
 */
export function fitOf(model: CliModel, options: Options) {
  const text = options.text("engine");
  if (text === null) throw wrongUsage("needs-engine");
  const engine = engineNamed(text);
  if (!engine) {
    throw wrongUsage("unknown-engine", { found: text, known: engineNames.join(", ") });
  }
  const { name, version } = engine;
  for (const spec of optionSpecs) {
    if (!("engines" in spec) || !options.has(spec.name)) continue;
    if ((spec.engines === "llama.cpp") === (name === "llama.cpp")) continue;
    throw wrongUsage(spec.engines === "llama.cpp" ? "only-llama-cpp" : "not-llama-cpp", {
      option: spec.name,
      engine: name,
    });
  }
  return name === "llama.cpp"
    ? fitLlamaCpp(version, model, options)
    : fitBlocks({ name, version }, model, options);
}

/** ik_llama.cpp is llama.cpp by its own rules. */
const engineNamed = (text: string) =>
  text === "ik_llama.cpp"
    ? { name: "llama.cpp" as const, version: "ik_llama.cpp" }
    : parseEngine(text);
