import { logLines } from "./lines.ts";
import { llamaReader } from "./llama-log.ts";
import type { ServerLog } from "./server-log.ts";
import { sglangReader } from "./sglang-log.ts";
import { vllmReader } from "./vllm-log.ts";

/**
 * The servers whose start-up lines stand in a paste, in the order of their first line: vLLM, SGLang
 * and llama.cpp with its forks, of any version, quoted, wrapped, cut, coloured or among prose.
 * Empty when nothing is recognised. Takes time in proportion to the text.
 */
export function readLog(text: string): readonly ServerLog[] {
  const readers = [vllmReader(), sglangReader(), llamaReader()];
  for (const line of logLines(text)) for (const reader of readers) reader.line(line);
  return readers.flatMap((reader): readonly ServerLog[] => reader.logs()).sort(byFirstLine);
}

const byFirstLine = (a: ServerLog, b: ServerLog) =>
  (a.lines[0]?.number ?? 0) - (b.lines[0]?.number ?? 0);
