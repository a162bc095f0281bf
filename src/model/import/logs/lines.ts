/** A line of a paste: `number` counts physical lines from 1. */
export interface LogLine {
  readonly number: number;
  readonly text: string;
}

/** Longer lines are cut. */
const lineChars = 20_000;

/** Terminals wrap at 80 columns or more; a shorter line was ended by its writer. */
const wrapColumns = 78;

/**
 * The lines of a paste, cleaned: colours and quoting gone, what progress bars overwrote apart,
 * hard-wrapped log lines and commands continued with `\` joined again, runs of spaces made one.
 */
export function* logLines(text: string): Generator<LogLine> {
  let number = 0;
  let parts: string[] = [];
  let chars = 0;
  for (const line of physicalLines(text)) {
    if (parts.length > 0 && chars < lineChars && continues(parts, line.text)) {
      parts.push(line.text);
      chars += line.text.length;
      continue;
    }
    if (parts.length > 0) yield { number, text: joined(parts) };
    [number, parts, chars] = [line.number, [line.text], line.text.length];
  }
  if (parts.length > 0) yield { number, text: joined(parts) };
}

function* physicalLines(text: string): Generator<LogLine> {
  let number = 0;
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    number += 1;
    const line = cleaned(text.slice(start, Math.min(end, start + lineChars)));
    for (const part of line.includes("\r") ? line.split("\r") : [line]) {
      if (part.trim() !== "") yield { number, text: part };
    }
    start = end + 1;
  }
}

const escapeMark = String.fromCharCode(27);
const colours = new RegExp(
  `(?:${escapeMark}|␛|\\\\x1b|\\\\033|\\\\u001b)\\[[0-9;?]{0,12}[A-Za-z]|\\[\\d{1,3}(?:;\\d{1,3}){0,4}m`,
  "g",
);

function cleaned(line: string): string {
  const plain = line.includes("[") ? line.replace(colours, "") : line;
  return plain
    .replace(/[\u00a0\u202f]/g, " ")
    .replace(/^(?:\s*>)+ ?/, "")
    .trimEnd();
}

/** A line that a logger began, which a terminal may have wrapped. */
const logStart =
  /^\s*(?:\((?:APIServer|EngineCore|VllmWorker|Worker|RayWorker|pid)|(?:INFO|WARNING|ERROR|DEBUG)\b|\[(?:20\d\d|\d\d:|rank|gpu|[\w.]+\.py:)|\w*Error:)/;
/** A line that begins something else, so that it cannot be the rest of a wrapped one. */
const otherStart =
  /^\s*(?:20\d\d-|\d\d[:-]\d\d|time=|[A-Z][a-z]{2} [ \d]\d |[$#>*|~`+]|[-=.]{3}|(?:llama|llm|ggml|load|common|print|clip|gguf)_|(?:srv|slot|main|init|build|system_info|sched_reserve|create_memory)\b[^:]{0,30}:|Loading |Capturing )/;

/** A command that YAML or a listing breaks before its options. */
const serverCommand = /vllm serve|launch_server|vllm-openai|llama-server/;
const optionStart = /^\s*--[a-z]/;

function continues(parts: readonly string[], next: string): boolean {
  const last = parts[parts.length - 1] ?? "";
  if (last.endsWith("\\")) return true;
  if (optionStart.test(next)) return serverCommand.test(parts[0] ?? "");
  if (last.length < wrapColumns || !logStart.test(parts[0] ?? "")) return false;
  return !logStart.test(next) && !otherStart.test(next);
}

function joined(parts: readonly string[]): string {
  const text = parts.map(spaced).join("");
  return text.slice(0, lineChars).replace(/\s{2,}|\t/g, " ");
}

/** Words stay apart where a command goes on in the next line; a terminal breaks within words. */
function spaced(part: string): string {
  const apart = optionStart.test(part) ? ` ${part}` : part;
  return apart.endsWith("\\") ? `${apart.slice(0, -1)} ` : apart;
}

const prefixes: readonly RegExp[] = [
  /^\s*(?:[-*]\s+|\d+\.\s+|`+)/,
  /^[\w.-]+\s+\|\s/,
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d:?(?: \S+ [\w.-]+\[\d+\]:)?\s*/,
  /^20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\s*(?:\||stdout [FP]|stderr [FP])?\s*/,
  /^\[\d+\]\s+(?=\d+\.\d\d\.)/,
  /^\d+\.\d\d\.\d{3}\.\d{3} [DIWE] /,
  /^\((?:APIServer|EngineCore|VllmWorker|Worker|RayWorker|pid)[^)]{0,80}\)\s*/,
  /^(?:INFO|WARNING|ERROR|DEBUG)\s*:?\s*(?:\d\d-\d\d \d\d:\d\d:\d\d)?\s*/,
  /^\[?[\w/.]+\.py:\d+\]\s*/,
  /^\[20\d\d-\d\d-\d\d \d\d:\d\d:\d\d[^\]]{0,40}\]\s*/,
];

/** The line as it is shown: prefixes gone, at most 200 characters around what was read at `at`. */
export function shownText(text: string, at: number): string {
  const from = at > 160 ? at - 20 : 0;
  let shown = text.slice(from, from + 500).trim();
  for (let changed = from === 0; changed; ) {
    const before = shown;
    for (const prefix of prefixes) shown = shown.replace(prefix, "");
    changed = shown !== before;
  }
  return shown.slice(0, 200).trim();
}
