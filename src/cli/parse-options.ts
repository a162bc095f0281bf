import { wrongUsage } from "./cli-error.ts";
import { nearest } from "./nearest.ts";
import { parseDecimal, parseWhole } from "./numbers.ts";
import {
  type CommandName,
  type NamesOf,
  type OptionName,
  type OptionSpec,
  optionSpecs,
  optionsOf,
} from "./options.ts";

/** The options of a command line; `null` and `false` for those it does not have. */
export interface Options {
  has(name: OptionName): boolean;
  whole(name: NamesOf<"count" | "number">): number | null;
  decimal(name: NamesOf<"decimal">): number | null;
  text(name: NamesOf<"text">): string | null;
  flag(name: NamesOf<"flag">): boolean;
}

export interface Parsed {
  readonly options: Options;
  /** What is no option: files. */
  readonly words: readonly string[];
}

/**
 * Reads `--name value`, `--name=value` and words; the last of an option given twice counts, and
 * after `--` everything is a word.
 * @throws CliError on an option the command has not, without its value or with a wrong one.
 */
export function parseOptions(command: CommandName, args: readonly string[]): Parsed {
  const specs = new Map<string, OptionSpec>(optionsOf(command).map((spec) => [spec.name, spec]));
  const found = new Map<string, string | number | true>();
  const words: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--") {
      words.push(...args.slice(i + 1));
      break;
    }
    if (!arg.startsWith("-") || arg === "-") {
      words.push(arg);
      continue;
    }
    const [, name = "", inline] =
      /^--?([^=]*)(?:=(.*))?$/s.exec(arg === "-h" ? "--help" : arg) ?? [];
    const spec = arg.startsWith("--") || arg === "-h" ? specs.get(name) : undefined;
    if (!spec) throw unknownOption(command, arg, name);
    if (spec.kind === "flag") {
      if (inline !== undefined) throw wrongUsage("takes-no-value", { option: name });
      found.set(name, true);
      continue;
    }
    const value = inline ?? args[++i];
    if (value === undefined || value === "" || (inline === undefined && value.startsWith("--"))) {
      throw wrongUsage("needs-value", { option: name, value: spec.value ?? "" });
    }
    found.set(name, parsedValue(spec, value));
  }
  return { options: optionsFrom(found), words };
}

function parsedValue({ name, kind }: OptionSpec, text: string): string | number {
  if (kind === "count" || kind === "number")
    return parseWhole(name, text, kind === "count" ? 1 : 0);
  return kind === "decimal" ? parseDecimal(name, text) : text;
}

function unknownOption(command: CommandName, arg: string, name: string) {
  const elsewhere = optionSpecs.find((spec) => spec.name === name);
  if (elsewhere && !(elsewhere.commands as readonly CommandName[]).includes(command)) {
    return wrongUsage("option-of-other-command", {
      option: name,
      command,
      others: elsewhere.commands.join(", "),
    });
  }
  const close = nearest(
    name,
    optionsOf(command).map((spec) => spec.name),
  );
  const found = arg.split("=")[0] ?? arg;
  return close.length > 0
    ? wrongUsage("unknown-option-near", { found, near: close.map((one) => `--${one}`).join(", ") })
    : wrongUsage("unknown-option", { found, command });
}

function optionsFrom(found: ReadonlyMap<string, string | number | true>): Options {
  const number = (name: string) => {
    const value = found.get(name);
    return typeof value === "number" ? value : null;
  };
  return {
    has: (name) => found.has(name),
    whole: number,
    decimal: number,
    text: (name) => {
      const value = found.get(name);
      return typeof value === "string" ? value : null;
    },
    flag: (name) => found.get(name) === true,
  };
}
