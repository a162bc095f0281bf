import { isLang, type Lang } from "../i18n/locales.ts";
import { wrongUsage } from "./cli-error.ts";
import { errorText } from "./error-text.ts";
import { fitOf } from "./fit.ts";
import type { Host } from "./host.ts";
import { loadModel, needModel } from "./load-model.ts";
import { cliText, type Text } from "./messages/text.ts";
import { nearest } from "./nearest.ts";
import { type CommandName, commandNames } from "./options.ts";
import { type Options, parseOptions } from "./parse-options.ts";
import { planOf } from "./plan.ts";
import { commandHelpLines, overviewLines } from "./print/help-lines.ts";
import { fitLines } from "./print/print-fit.ts";
import { logLines } from "./print/print-log.ts";
import { planLines } from "./print/print-plan.ts";
import { simulationLines } from "./print/print-simulation.ts";
import { sizeLines } from "./print/print-size.ts";
import { readLogOf } from "./read-log.ts";
import { readText } from "./read-text.ts";
import { simulationOf } from "./simulate.ts";
import { sizeOf } from "./size.ts";

/**
 * Runs the command line and returns its exit code: 0 when it is done, 1 when the input cannot be
 * used, 2 when the command is written wrong. Results go to `stdout`, errors to `stderr`.
 */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  const [first, ...args] = argv[0] === "--lang" ? argv.slice(2) : argv;
  const text = cliText(langOf(argv) ?? host.lang ?? "en");
  const print = (lines: readonly string[]) => host.stdout(`${lines.join("\n")}\n`);
  if (first === "--version" || first === "-V") {
    print([host.version ?? ""]);
    return 0;
  }
  if (first === undefined || first === "--help" || first === "-h" || first === "help") {
    print(overviewLines(text));
    return 0;
  }
  const command = commandNames.find((name) => name === first);
  let file = "";
  try {
    if (!command) throw unknownCommand(first);
    if (args.includes("--help") || args.includes("-h")) {
      print(commandHelpLines(command, text));
      return 0;
    }
    const { options, words } = parseOptions(command, args);
    const lang = options.text("lang");
    if (lang !== null && !isLang(lang)) throw wrongUsage("unknown-lang", { found: lang });
    file = options.text("config") ?? options.text("gguf") ?? options.text("scenario") ?? "";
    const { json, lines } = await commands[command](options, words, host, text);
    if (options.flag("json")) host.stdout(`${JSON.stringify(json, null, 2)}\n`);
    else print(lines());
    return 0;
  } catch (error) {
    const { message, exit } = errorText(error, file, text);
    host.stderr(`${text("error", { message })}\n`);
    if (exit === 2) {
      host.stderr(`${command ? text("see-help", { command }) : text("see-help-all")}\n`);
    }
    return exit;
  }
}

interface Result {
  readonly json: unknown;
  readonly lines: () => readonly string[];
}
type Command = (
  options: Options,
  words: readonly string[],
  host: Host,
  text: Text,
) => Promise<Result>;

const commands: Readonly<Record<CommandName, Command>> = {
  size: async (options, words, host, text) => {
    refuseWords(words);
    const size = sizeOf(await needModel(options, host), options);
    return { json: size, lines: () => sizeLines(size, text) };
  },
  fit: async (options, words, host, text) => {
    refuseWords(words);
    const fit = fitOf(await needModel(options, host), options);
    return { json: fit, lines: () => fitLines(fit, text) };
  },
  "read-log": async (options, [file, ...rest], host, text) => {
    refuseWords(rest);
    if (file === undefined) throw wrongUsage("needs-file");
    if (file === "-" && options.text("config") === "-") throw wrongUsage("two-stdin");
    const model = await loadModel(options, host);
    const read = readLogOf(file, await readText(host, file), model);
    return { json: read, lines: () => logLines(read, text) };
  },
  plan: async (options, words, host, text) => {
    refuseWords(words);
    const plan = planOf(await needModel(options, host), options);
    return {
      json: plan,
      lines: () => plan.launch?.text.trimEnd().split("\n") ?? planLines(plan, text),
    };
  },
  simulate: async (options, words, host, text) => {
    refuseWords(words);
    const found = await simulationOf(options, host);
    return { json: found, lines: () => simulationLines(found, text) };
  },
};

function refuseWords([first]: readonly string[]): void {
  if (first !== undefined) throw wrongUsage("unexpected-word", { found: first });
}

function unknownCommand(found: string) {
  const [near] = nearest(found, commandNames);
  return near === undefined
    ? wrongUsage("unknown-command", { found, known: commandNames.join(", ") })
    : wrongUsage("unknown-command-near", { found, near });
}

/** The language asked for, wherever it stands: errors and help are in it too. */
function langOf(argv: readonly string[]): Lang | null {
  const at = argv.findLastIndex((arg) => arg === "--lang" || arg.startsWith("--lang="));
  const value = at === -1 ? "" : (argv[at]?.split("=")[1] ?? argv[at + 1]);
  return isLang(value) ? value : null;
}
