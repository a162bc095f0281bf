import { modelNamed } from "../data/model-named.ts";
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
  catalogueId: model === null ? modelNamed(log.model) : null,
});
