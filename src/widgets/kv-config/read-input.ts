import { ggufMessages } from "../../i18n/gguf-messages.ts";
import { importMessages } from "../../i18n/import-messages.ts";
import type { Lang } from "../../i18n/locales.ts";
import { type FormatName, formatNamed } from "../../model/formats.ts";
import { ConfigError, importConfigText } from "../../model/import/config/import-config.ts";
import type { ImportNote } from "../../model/import/config/notes.ts";
import { GgufError } from "../../model/import/gguf/gguf-error.ts";
import { importGguf } from "../../model/import/gguf/import-gguf.ts";
import { readGguf } from "../../model/import/gguf/read-gguf.ts";
import { readLog } from "../../model/import/logs/read-log.ts";
import { parameterCount } from "../../model/parameters.ts";
import { bytesPerGiB } from "../../model/units.ts";
import { filled } from "../filled.ts";
import { shapeToText } from "../shape.ts";
import type { BroughtLog, BroughtModel, BroughtNote, Failed, Intake } from "./brought.ts";
import { logIntake } from "./log-intake.ts";
import { words } from "./words.ts";

const failed = (message: string): Failed => ({ kind: "failed", message });

/** Whether a file begins as GGUF does. */
export async function isGguf(file: Blob): Promise<boolean> {
  return (await file.slice(0, 4).text()) === "GGUF";
}

/** Layers from the header of a GGUF file; its tensors are not read. */
export async function readGgufFile(file: File, lang: Lang): Promise<Intake> {
  try {
    const read = async (offset: number, length: number) =>
      new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
    const model = importGguf(await readGguf(read, file.size));
    return broughtModel(file.name, model.notes, lang, {
      shape: shapeToText(model),
      engine: "llama.cpp",
      ...(model.maxContext === null ? {} : { ctx: model.maxContext }),
    });
  } catch (error) {
    if (!(error instanceof GgufError)) throw error;
    const sentence = ggufMessages[lang][error.code] ?? error.message;
    return failed(filled(sentence, { field: error.field, found: error.found ?? "" }, lang));
  }
}

/** A configuration or a start-up log, whichever the text is. */
export function readPasted(text: string, name: string, lang: Lang): Intake {
  if (/^\s*\{/.test(text)) {
    try {
      return readConfig(text, name, lang);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const sentence = importMessages[lang][error.code] ?? error.message;
      const refusal = failed(filled(sentence, { field: error.field, ...error.terms }, lang));
      // A log may begin with a brace too.
      return (error.code === "not-json" && readServers(text, name, lang)) || refusal;
    }
  }
  return readServers(text, name, lang) ?? failed(words[lang].neither);
}

function readServers(text: string, name: string, lang: Lang): BroughtLog | null {
  const [first, ...others] = readLog(text);
  return first ? logIntake([first, ...others], name, lang) : null;
}

function readConfig(text: string, name: string, lang: Lang): BroughtModel {
  const model = importConfigText(text);
  const params = model.blueprint ? parameterCount(model.blueprint).total : null;
  const weights = params === null ? 0 : (params * (model.weightBits ?? 16)) / 8 / bytesPerGiB;
  return broughtModel(model.name ?? name, model.notes, lang, {
    shape: shapeToText(model),
    "model-gib": Math.round(weights * 100) / 100,
    ...(model.maxContext === null ? {} : { "max-len": model.maxContext }),
    ...cacheChange(model.kvCacheFormat),
  });
}

/** The cache's format, where the file fixes one that the controls offer. */
function cacheChange(format: string | null): { kv?: FormatName } {
  return format !== null && formatNamed(format) ? { kv: format as FormatName } : {};
}

function broughtModel(
  name: string,
  notes: readonly ImportNote[],
  lang: Lang,
  changes: BroughtModel["changes"],
): BroughtModel {
  return { kind: "model", name, notes: notes.map((note) => noteText(note, lang)), changes };
}

function noteText({ kind, code, field, value, terms }: ImportNote, lang: Lang): BroughtNote {
  const sentence = importMessages[lang][code] ?? `${field}: {value}`;
  return { kind, text: filled(sentence, { field, value: String(value ?? ""), ...terms }, lang) };
}
