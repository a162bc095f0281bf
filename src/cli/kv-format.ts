import { engineFormats } from "../model/engines/engine-formats.ts";
import { elementFormats, type FormatName } from "../model/formats.ts";
import {
  type NamedFormat,
  servedFormat,
  vllmFormat,
} from "../model/import/compare/served-format.ts";
import { wrongUsage } from "./cli-error.ts";
import type { CliModel } from "./cli-model.ts";
import type { FillingEngine } from "./fit-blocks.ts";

/**
 * The cache's format by name; "auto" or none gives what the model's file fixes, else the type that
 * the model is loaded in.
 * @param engine `null` for no engine, which has every format
 * @throws CliError on a name that is none, or none of the engine's.
 */
export function kvFormat(
  name: string | null,
  model: CliModel,
  engine: FillingEngine | null,
): NamedFormat {
  const found =
    engine?.name === "vllm" ? vllmFormat(name, model, engine.version) : servedFormat(name, model);
  const own = engine && engineFormats(engine.name, model.layers);
  const asked = name !== null && name !== "auto";
  if (found && (!asked || !own || own.includes(found.name as FormatName))) return found;
  const known = own ?? [...Object.keys(elementFormats), "int4-g64"];
  throw wrongUsage(found && engine ? "format-of-other-engine" : "unknown-format", {
    found: name ?? "",
    known: ["auto", ...known].join(", "),
    engine: engine?.name ?? "",
  });
}
