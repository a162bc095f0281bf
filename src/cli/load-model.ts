import { modelIds, models } from "../data/index.ts";
import { elementBytesNamed } from "../model/import/compare/served-format.ts";
import { importConfigText } from "../model/import/config/import-config.ts";
import { importGguf } from "../model/import/gguf/import-gguf.ts";
import { readGguf } from "../model/import/gguf/read-gguf.ts";
import { wrongUsage } from "./cli-error.ts";
import { type CliModel, fromCatalogue, fromConfig, fromGguf } from "./cli-model.ts";
import type { Host, OpenFile } from "./host.ts";
import { nearest } from "./nearest.ts";
import type { Options } from "./parse-options.ts";
import { readText, unreadable } from "./read-text.ts";

/**
 * The model that `--config`, `--model` or `--gguf` names; `null` where none of them stands.
 * @throws CliError on two of them, an id that is none or a file that cannot be read, and what the
 * importers throw.
 */
export async function loadModel(options: Options, host: Host): Promise<CliModel | null> {
  const given = (["config", "model", "gguf"] as const).filter((name) => options.has(name));
  if (given.length > 1) {
    throw wrongUsage("one-model", { given: given.map((name) => `--${name}`).join(", ") });
  }
  const loaded = await modelOf(options, host);
  const dtype = options.text("dtype");
  if (loaded === null || dtype === null) return loaded;
  const elementBytes = elementBytesNamed(dtype);
  if (elementBytes === null) throw wrongUsage("unknown-dtype", { found: dtype });
  return { ...loaded, elementBytes };
}

async function modelOf(options: Options, host: Host): Promise<CliModel | null> {
  const config = options.text("config");
  if (config !== null) return fromConfig(importConfigText(await readText(host, config)), config);
  const id = options.text("model");
  if (id !== null) return fromCatalogue(entryOf(id));
  const gguf = options.text("gguf");
  return gguf === null ? null : loadGguf(gguf, host);
}

/** The same, where a model has to be named. */
export async function needModel(options: Options, host: Host): Promise<CliModel> {
  const model = await loadModel(options, host);
  if (model === null) throw wrongUsage("needs-model");
  return model;
}

function entryOf(id: string) {
  const wanted = id.toLowerCase();
  const entry = models.find((one) => one.id === wanted);
  if (entry) return entry;
  const begun = modelIds.filter((one) => one.startsWith(wanted));
  const near = begun.length > 0 ? begun : nearest(id, modelIds, 5);
  throw near.length > 0
    ? wrongUsage("unknown-model-near", { found: id, near: near.join(", ") })
    : wrongUsage("unknown-model", { found: id });
}

async function loadGguf(path: string, host: Host): Promise<CliModel> {
  if (path === "-" || !host.openFile) throw wrongUsage("gguf-from-file");
  const file = await host.openFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    const read: OpenFile["read"] = async (offset, length) => {
      try {
        return await file.read(offset, length);
      } catch (error) {
        throw unreadable(path, error);
      }
    };
    return fromGguf(importGguf(await readGguf(read, file.size)), path);
  } finally {
    await file.close();
  }
}
