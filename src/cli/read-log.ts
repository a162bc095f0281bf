import { models } from "../data/index.ts";
import {
  type ComparedModel,
  compareLog,
  type LogComparison,
  type NotCompared,
} from "../model/import/compare-log.ts";
import { readLog } from "../model/import/logs/read-log.ts";
import type { ServerLog } from "../model/import/logs/server-log.ts";
import { unusable } from "./cli-error.ts";
import type { CliModel } from "./cli-model.ts";
import { modelFacts } from "./model-facts.ts";

/** A server of the log, and what is predicted for it; `comparison` is null without a model. */
export interface ReadServer {
  readonly log: ServerLog;
  readonly comparison: LogComparison | NotCompared | null;
  /** The catalogue's only model that the log's own name may stand for; nothing is computed from it. */
  readonly catalogueId: string | null;
}

/**
 * What `headcount read-log --json` prints.
 * @throws CliError when no line of a server's start is found.
 */
export function readLogOf(file: string, text: string, model: CliModel | null) {
  const logs = readLog(text);
  if (logs.length === 0) throw unusable("no-server", { file });
  return {
    file,
    model: model && modelFacts(model),
    servers: logs.map((log): ReadServer => readServer(log, model)),
  };
}

const readServer = (log: ServerLog, model: ComparedModel | null): ReadServer => ({
  log,
  comparison: model && compareLog(log, model),
  catalogueId: model === null ? catalogueIdOf(log.model) : null,
});

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** The longest id or name that the log's name begins with, where only one model has it. */
function catalogueIdOf(name: string | null): string | null {
  const base = plain(name?.split(/[/\\]/).at(-1) ?? "");
  const fits = models
    .map(({ id, name: full }) => ({ id, words: [plain(id), plain(full)] }))
    .map(({ id, words }) => ({
      id,
      length: Math.max(0, ...words.filter((word) => base.startsWith(word)).map((w) => w.length)),
    }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length);
  const [best, next] = fits;
  return best && best.length !== next?.length ? best.id : null;
}
