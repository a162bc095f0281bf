import { ggufMessages } from "../i18n/gguf-messages.ts";
import { importMessages } from "../i18n/import-messages.ts";
import { EngineError } from "../model/engines/engine.ts";
import { ConfigError } from "../model/import/config/import-config.ts";
import { GgufError } from "../model/import/gguf/gguf-error.ts";
import { ScenarioError } from "../model/serve/scenario-error.ts";
import { ScenarioFileError } from "../model/serve/scenario-file-error.ts";
import { TraceError } from "../model/serve/trace-error.ts";
import { CliError } from "./cli-error.ts";
import { filled, type MessageKey, type Text } from "./messages/text.ts";

/** What an error says to whoever runs the command, and the code it ends with. */
export interface ErrorText {
  readonly message: string;
  readonly exit: 1 | 2;
}

/** `file`: the model's file, where there is one. */
export function errorText(error: unknown, file: string, text: Text): ErrorText {
  if (error instanceof CliError) return { message: text(error.key, error.terms), exit: error.exit };
  return { message: inputText(error, file, text), exit: 1 };
}

function inputText(error: unknown, file: string, text: Text): string {
  if (error instanceof ConfigError) {
    const sentence = importMessages[text.lang][error.code] ?? error.message;
    const message = filled(sentence, { field: error.field, ...error.terms }, text.lang);
    return text("bad-file", { file, message });
  }
  if (error instanceof GgufError) {
    const { code, field, found = "" } = error;
    const message = filled(ggufMessages[text.lang][code] ?? code, { field, found }, text.lang);
    return text("bad-file", { file, message });
  }
  if (error instanceof ScenarioFileError) {
    const { problem, path, found, expected } = error;
    return text(`scenario-${problem}`, { file, path: path || "{ }", found, expected });
  }
  if (error instanceof TraceError) {
    const { problem, line, found } = error;
    return text(`trace-${problem}`, { file: text("the-trace"), line, found });
  }
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof ScenarioError) {
    const named = Object.entries(error.values).map(([name, value]) => `${name} ${value}`);
    const key = error.problem === "too-long" ? "sim-too-long-all" : `sim-${error.problem}`;
    return text(key as MessageKey, { detail: named.join(", ") });
  }
  if (error instanceof EngineError) {
    return text(engineKeys[error.code], { detail, ...error.terms });
  }
  return text(error instanceof RangeError ? "out-of-range" : "unexpected", { detail });
}

const engineKeys = {
  "pages-do-not-unify": "engine-pages",
  "no-cache": "engine-no-cache",
  "tokens-unbounded": "engine-unbounded",
  "pp-above-layers": "engine-pp",
  "dcp-not-divisor": "engine-dcp",
  "dcp-needs-more-gpus": "engine-dcp-gpus",
  "dcp-splits-no-group": "engine-dcp-group",
  "block-size": "engine-block-size",
} as const satisfies Readonly<Record<EngineError["code"], MessageKey>>;
