import { elementFormats } from "../model/formats.ts";
import { type NamedFormat, servedFormat } from "../model/import/compare/served-format.ts";
import { wrongUsage } from "./cli-error.ts";
import type { CliModel } from "./cli-model.ts";

/**
 * The cache's format by name; "auto" or none gives what the model's file fixes, else its own type.
 * @throws CliError on a name that is none.
 */
export function kvFormat(name: string | null, model: CliModel): NamedFormat {
  const found = servedFormat(name, model);
  if (found) return found;
  throw wrongUsage("unknown-format", {
    found: name ?? "",
    known: ["auto", ...Object.keys(elementFormats), "int4-g64"].join(", "),
  });
}
